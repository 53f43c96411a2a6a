import type {
  AgentEvent,
  AgentEventEnvelope,
  AgentRunner,
  ApprovalDecision,
  ApprovalRequest,
  ContextEstimate,
  RunResult,
} from "@alisio/agent";
import { buildContextReport } from "@alisio/context-report";
import {
  type ContextGovernedEvent,
  type GovernorMode,
  type Message,
  projectHistory,
} from "@alisio/governor";
import { createUsageLedger } from "@alisio/governor/usage";
import { createSkillSession, type SkillSnapshot } from "@alisio/skills-discovery";
import type { OpenedRunner } from "../../src/agent/runner-flags.ts";
import { DEFAULT_CONFIG } from "../../src/config/defaults.ts";
import type { CommandContext } from "../../src/globals.ts";
import { createStyle } from "../../src/output/style.ts";

const EMPTY_SNAPSHOT: SkillSnapshot = {
  policy: "first-wins",
  precedence: ["project", "config", "user", "admin", "plugin", "builtin"],
  roots: [],
  skills: [],
  rejected: [],
  unmatchedOverrides: [],
};

export interface FakeRunner extends AgentRunner {
  emit(event: AgentEvent, run?: string): void;
  /** What prompts do; by default they end at once. */
  onRun: (prompt: string, signal: AbortSignal) => Promise<void>;
  readonly calls: string[];
  estimate: ContextEstimate;
  lastEvent: ContextGovernedEvent | undefined;
  readonly history: Message[];
  isClosed: boolean;
}

const RESULT: RunResult = { end: "completed", text: "", requests: 1, usage: {} };

export function createFakeRunner(
  options: { id?: string; snapshot?: SkillSnapshot } = {},
): FakeRunner {
  const listeners = new Set<(envelope: AgentEventEnvelope) => void>();
  let mode: GovernorMode = "off";
  const calls: string[] = [];
  const history: Message[] = [];
  const runner: FakeRunner = {
    sessionId: options.id ?? "0123456789abcdef",
    calls,
    history,
    isClosed: false,
    lastEvent: undefined,
    estimate: { tokens: 12_345, window: 200_000, compactAt: 170_000, messages: 4, compactions: 0 },
    onRun: async () => {},
    emit(event, run) {
      for (const listener of listeners) {
        listener({
          schemaVersion: 1,
          at: "2026-01-31T12:00:00.000Z",
          ...(run !== undefined && { run }),
          event,
        });
      }
    },
    get governance() {
      return {
        settings: { mode, minAgeTurns: 2, epochMessages: 32, maxInvariantCharacters: 4000 },
        lastEvent: runner.lastEvent,
        invariants: undefined,
      };
    },
    skills: createSkillSession({ snapshot: options.snapshot ?? EMPTY_SNAPSHOT }),
    async run(prompt, { signal = new AbortController().signal } = {}) {
      calls.push(`run ${prompt}`);
      history.push({ role: "user", text: prompt });
      await runner.onRun(prompt, signal);
      const end = signal.aborted ? "interrupted" : "completed";
      runner.emit({ type: "run.finished", end, requests: 1, usage: {} });
      return { ...RESULT, end };
    },
    async resume() {
      calls.push("resume");
      return RESULT;
    },
    async compact({ focus } = {}) {
      calls.push(`compact ${focus ?? ""}`.trim());
      return {
        compacted: false,
        problem: { code: "nothing", message: "there is too little to compact" },
      };
    },
    async setGovernor(next) {
      mode = next;
    },
    goal: undefined,
    plan: undefined,
    criteria: [],
    async setGoal(goal) {
      Object.assign(runner, { goal });
    },
    async setPlan(plan) {
      Object.assign(runner, { plan });
    },
    async setCriteria() {},
    async allowDirectory() {},
    context: () => runner.estimate,
    report({ madeAt }) {
      const settings = { mode };
      const usage = createUsageLedger(settings);
      const projection = projectHistory(history, settings);
      usage.record(projection);
      return buildContextReport({
        session: runner.sessionId,
        madeAt,
        settings,
        history,
        compactions: [],
        projection,
        usage,
      });
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    async close() {
      runner.isClosed = true;
    },
  };
  return runner;
}

export function fakeContext(overrides: Partial<CommandContext> = {}): CommandContext {
  const io = {
    stdout: () => {},
    stderr: () => {},
    environment: { NO_COLOR: "1" },
    workingDirectory: "/home/me/project",
    homeDirectory: "/home/me",
    isTerminal: true,
    isErrorTerminal: true,
    columns: 80,
    now: () => Date.UTC(2026, 0, 31, 12),
  };
  return {
    io,
    json: false,
    style: createStyle(io, false),
    cwd: "/home/me/project",
    isCwdNamed: false,
    workspaceRoot: "/home/me/project",
    rootMarker: null,
    workspace: "/home/me/project",
    trusted: true,
    explicitFile: undefined,
    resolvePath: (path) => path,
    showPath: (path) => path,
    showHome: (path) => path.replace("/home/me", "~"),
    isUnicode: true,
    writeJson: () => {},
    width: 80,
    ...overrides,
  };
}

export function opened(runner: AgentRunner, context: CommandContext = fakeContext()): OpenedRunner {
  return {
    runner,
    context,
    config: DEFAULT_CONFIG,
    provider: "scripted",
    model: "scripted-model",
    notes: [],
    isThrowAway: false,
    scriptPrompt: undefined,
    close: () => runner.close(),
  };
}

export type Approve = (
  request: ApprovalRequest,
  options: { readonly signal: AbortSignal },
) => Promise<ApprovalDecision>;
