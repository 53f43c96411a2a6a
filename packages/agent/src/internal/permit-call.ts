import { AgentError } from "../errors.ts";
import type { ApprovalDecision, ApprovalRequest } from "../types-runner.ts";
import { oneLine } from "./one-line.ts";
import { emitIn, type RunnableCall, type RunScope } from "./run-scope.ts";

const FLAGS = { write: "--allow-write", process: "--allow-process" } as const;
const WHAT = { write: "writing files", process: "starting processes" } as const;

/** Asks for what nothing allows yet. Gives back why the call doesn't run; `undefined` when it may. */
export async function permitCall(
  planned: RunnableCall,
  scope: RunScope,
): Promise<string | undefined> {
  const { tool, subject } = planned;
  const { effect } = tool;
  const { grants, options, workspace } = scope;
  if (effect === "write" || effect === "process") {
    if (options.permissions.readOnly) return `Not run: this session is read-only.`;
    if (!grants.allows(effect)) {
      const decision = await ask(planned, undefined, scope);
      if (decision === "deny") return denied(WHAT[effect], FLAGS[effect], scope);
      if (decision === "session") grants.allow(effect);
    }
  }
  const { paths = [], cwd } = subject;
  for (const path of cwd === undefined ? paths : [...paths, cwd]) {
    const directory = await workspace.outsideDirectoryOf(path);
    if (directory === undefined) continue;
    const decision = await ask(planned, directory, scope);
    if (decision === "deny") return denied("using paths outside the workspace", "--add-dir", scope);
    try {
      await workspace.allowDirectory(directory);
    } catch (error) {
      // It may be gone by now.
      if (AgentError.isInstance(error)) return `Not run: ${error.message}`;
      throw error;
    }
    grants.allowDirectory(directory);
  }
  return undefined;
}

function denied(what: string, flag: string, { options, signal }: RunScope): string {
  if (signal.aborted) return "interrupted before it ran";
  return options.approve
    ? `Not run: the user refused ${what}.`
    : `Not run: ${what} is not allowed in this run; the user can allow it with ${flag}.`;
}

/** Without anybody to ask the answer is no, and no question is told of. */
async function ask(
  { call, tool, subject }: RunnableCall,
  directory: string | undefined,
  scope: RunScope,
): Promise<ApprovalDecision> {
  const { approve } = scope.options;
  const { signal } = scope;
  if (!approve || signal.aborted) return "deny";
  const detail = detailOf(subject);
  const request: ApprovalRequest = {
    callId: call.id,
    tool: tool.name,
    effect: tool.effect,
    detail,
    ...(directory !== undefined && { directory }),
  };
  emitIn(scope, {
    type: "approval.requested",
    callId: call.id,
    tool: tool.name,
    effect: tool.effect,
    preview: oneLine(detail),
    ...(directory !== undefined && { directory: oneLine(directory) }),
  });
  let decision: ApprovalDecision = "deny";
  try {
    const answer = await Promise.race([approve(request, { signal }), aborted(signal)]);
    // Only what is known counts as a yes.
    if (answer === "once" || answer === "session") decision = answer;
  } catch {
    // Nobody could be asked, or the signal ended the question: that is no permission.
  }
  if (signal.aborted) decision = "deny";
  emitIn(scope, { type: "approval.resolved", callId: call.id, decision });
  return decision;
}

/** A question that nobody takes back must not hang the interruption. */
function aborted(signal: AbortSignal): Promise<"deny"> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve("deny");
    signal.addEventListener("abort", () => resolve("deny"), { once: true });
  });
}

/** What a call is about, as a text for people. */
export function detailOf({ paths = [], command, cwd }: RunnableCall["subject"]): string {
  const words = typeof command === "string" ? command : command?.join(" ");
  const place = cwd === undefined ? [] : [`in ${cwd}`];
  return words === undefined ? paths.join(", ") : [words, ...place].join(" ");
}
