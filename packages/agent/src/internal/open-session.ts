import type { InstructionTracker } from "@alisio/agents-md";
import { AgentsMdError } from "@alisio/agents-md";
import { createInstructionTracker, resolveInstructions } from "@alisio/agents-md/node";
import { readStoredInvariants } from "@alisio/invariants";
import type { AgentRunnerOptions } from "../types-runner.ts";
import { budgetOf } from "./budget.ts";
import { rootOf } from "./check-options.ts";
import type { Host } from "./run-scope.ts";
import { Session } from "./session.ts";
import { checkSessionId } from "./session-id.ts";
import { readCriteria, readGoal, readGovernance, readPlan } from "./stored-values.ts";
import { systemPrompt } from "./system-prompt.ts";

/** Opens the named session, or makes a new one that is ready for its first prompt. */
export function openSession(options: AgentRunnerOptions): Session {
  const { sessionsDirectory, sessionId, cwd, version, now } = options;
  const id = checkSessionId(sessionId ?? options.createId());
  const settings = {
    directory: sessionsDirectory,
    id,
    cwd,
    workspaceRoot: rootOf(options),
    version,
    now,
  };
  const session = sessionId === undefined ? Session.create(settings) : Session.open(settings);
  try {
    prepareSession(session, options);
    return session;
  } catch (error) {
    session.close();
    throw error;
  }
}

function prepareSession(session: Session, options: AgentRunnerOptions): void {
  reportCorrupted(session);
  const began = session.view.header?.workspaceRoot;
  if (began !== undefined && began !== rootOf(options)) {
    session.found(
      "workspace_changed",
      "The session began in another workspace; paths in it may mean other files here.",
    );
  }
  prepareState(session, "governance", options.governance);
  prepareState(session, "contextBudget", budgetOf(options));
}

/** What is stored only when it is another value than before. */
function prepareState(session: Session, key: string, value: unknown): void {
  if (JSON.stringify(value) === JSON.stringify(session.view.state(key))) return;
  session.prepare({ type: "state", key, value });
}

/** A value that can't be read counts as none; the user is told of it once. */
function reportCorrupted(session: Session): void {
  const readers = {
    goal: readGoal,
    plan: readPlan,
    criteria: readCriteria,
    governance: readGovernance,
    contextInvariants: (value: unknown) =>
      readStoredInvariants(value).diagnostics.length === 0 ? value : undefined,
  };
  for (const [key, read] of Object.entries(readers)) {
    const value = session.view.state(key);
    if (value !== undefined && read(value) === undefined) corrupted(session, key);
  }
}

function corrupted(session: Session, key: string): void {
  session.found(
    "state_corrupted",
    `The session's value ${JSON.stringify(key)} can't be read and is ignored.`,
  );
}

/**
 * The system message of a run and the tracker that knows what is in it. A session that has its system
 * message keeps it, so that what the provider cached stays: files that changed since are attached by
 * the tracker as soon as a call touches what they rule.
 */
export async function startInstructions(
  { options, session, skills }: Pick<Host, "options" | "session" | "skills">,
  run?: string,
): Promise<InstructionTracker> {
  const conversation = run === undefined ? session.view.main : session.view.run(run);
  const files = filesOf(options);
  if (conversation.entries.some(({ message }) => message.role === "system")) {
    return await restoreTracker(session, files);
  }
  const eager = await resolveInstructions(files);
  const { maxCharacters, maxEntries, pinned } = options.catalog;
  const catalog = skills.catalog({
    contextWindowTokens: options.contextWindow,
    maxCharacters,
    maxEntries,
    pinned,
  });
  const text = systemPrompt({
    root: rootOf(options),
    cwd: options.cwd,
    readOnly: options.permissions.readOnly,
    instructions: eager.text,
    catalog: catalog.text,
  });
  const ofRun = run === undefined ? {} : { run };
  session.prepare({ type: "message", ...ofRun, message: { role: "system", text } });
  if (run === undefined) {
    for (const { severity, code, message } of eager.diagnostics) {
      if (severity !== "information") session.found(code, message);
    }
  }
  const tracker = await createInstructionTracker({ ...files, eager });
  if (run === undefined) prepareState(session, "instructionTracker", tracker.saveState());
  return tracker;
}

type Files = Parameters<typeof resolveInstructions>[0];

function filesOf({ cwd, workspace, configHome, instructions }: AgentRunnerOptions): Files {
  const { claudeMdFallback, maxBytes } = instructions;
  return { cwd, workspaceRoot: workspace, configHome, claudeMdFallback, maxBytes };
}

async function restoreTracker(session: Session, files: Files): Promise<InstructionTracker> {
  // Nothing seen: what the model has already is attached once more, and nothing is missing.
  const nothing = { schemaVersion: 1 as const, eager: [], attached: [] };
  const stored = session.view.state("instructionTracker");
  try {
    const state = (stored ?? nothing) as typeof nothing;
    return await createInstructionTracker({ ...files, state });
  } catch (error) {
    if (!AgentsMdError.isInstance(error) || error.code !== "invalid_state") throw error;
    corrupted(session, "instructionTracker");
    return await createInstructionTracker({ ...files, state: nothing });
  }
}
