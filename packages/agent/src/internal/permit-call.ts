import { AgentError } from "../errors.ts";
import type { ApprovalDecision, ApprovalRequest } from "../types-runner.ts";
import { oneLine } from "./one-line.ts";
import { emitIn, type RunnableCall, type RunScope } from "./run-scope.ts";

const FLAGS = { write: "--allow-write", process: "--allow-process" } as const;
const WHAT = { write: "writing files", process: "starting processes" } as const;

/** Why a call doesn't run; or that it may, and which directories were approved for it alone. */
export type Permit = { readonly refusal: string } | { readonly directories: readonly string[] };

/** Asks for what nothing allows yet. */
export async function permitCall(planned: RunnableCall, scope: RunScope): Promise<Permit> {
  const refusal = await permitEffect(planned, scope);
  return refusal === undefined ? await permitPlaces(planned, scope) : { refusal };
}

async function permitEffect(planned: RunnableCall, scope: RunScope): Promise<string | undefined> {
  const { effect } = planned.tool;
  const { grants, options } = scope;
  if (effect !== "write" && effect !== "process") return undefined;
  if (options.permissions.readOnly) return `Not run: this session is read-only.`;
  if (grants.allows(effect)) return undefined;
  const decision = await ask(planned, undefined, scope);
  if (decision === "deny") return denied(WHAT[effect], FLAGS[effect], scope);
  if (decision === "session") grants.allow(effect);
  return undefined;
}

async function permitPlaces(planned: RunnableCall, scope: RunScope): Promise<Permit> {
  const { grants, workspace } = scope;
  const { paths = [], cwd } = planned.subject;
  const once: string[] = [];
  for (const path of cwd === undefined ? paths : [...paths, cwd]) {
    const directory = await workspace.outsideDirectoryOf(path, once);
    if (directory === undefined) continue;
    const decision = await ask(planned, directory, scope);
    if (decision === "deny") {
      return { refusal: denied("using paths outside the workspace", "--add-dir", scope) };
    }
    if (decision === "once") {
      once.push(directory);
      continue;
    }
    try {
      await workspace.allowDirectory(directory);
    } catch (error) {
      // It may be gone by now.
      if (AgentError.isInstance(error)) return { refusal: `Not run: ${error.message}` };
      throw error;
    }
    grants.allowDirectory(directory);
  }
  return { directories: once };
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
  let stop = (): void => {};
  // A question that nobody takes back must not hang the interruption.
  const stopped = new Promise<"deny">((resolve) => {
    stop = () => resolve("deny");
    signal.addEventListener("abort", stop, { once: true });
  });
  try {
    const answer = await Promise.race([approve(request, { signal }), stopped]);
    // Only what is known counts as a yes.
    if (answer === "once" || answer === "session") decision = answer;
  } catch {
    // Nobody could be asked, or the signal ended the question: that is no permission.
  } finally {
    signal.removeEventListener("abort", stop);
  }
  if (signal.aborted) decision = "deny";
  emitIn(scope, { type: "approval.resolved", callId: call.id, decision });
  return decision;
}

/** What a call is about, as a text for people. */
export function detailOf({ paths = [], command, cwd }: RunnableCall["subject"]): string {
  const words = typeof command === "string" ? command : command?.join(" ");
  const place = cwd === undefined ? [] : [`in ${cwd}`];
  return words === undefined ? paths.join(", ") : [words, ...place].join(" ");
}
