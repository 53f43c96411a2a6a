import type { SkillListReport } from "@alisio/skills-discovery";
import { buildCatalog, buildSkillReport } from "@alisio/skills-discovery";
import { type AssembleOptions, assembleChat, type Chat } from "../../src/tui/assemble.ts";
import { drawFrame } from "../../src/tui/frame.ts";
import { createKeyDecoder } from "../../src/tui/keys.ts";
import type { Ports, SessionChoice } from "../../src/tui/types.ts";
import {
  type Approve,
  createFakeRunner,
  type FakeRunner,
  fakeContext,
  opened,
} from "./fake-runner.ts";

/** A chat on a fake runner, with keys as a terminal sends them and timers that a test advances. */
export interface TestChat extends Chat {
  readonly runner: FakeRunner;
  readonly runners: ReadonlyMap<string, FakeRunner>;
  /** Types what a terminal would send; a lone Escape is complete. */
  type(...chunks: string[]): void;
  /** The transcript so far. */
  transcript(): string;
  /** Lets timers of up to so many milliseconds run. */
  advance(ms: number): void;
  /** Lets promises settle. */
  settle(): Promise<void>;
  approve: Approve;
  readonly exits: () => number;
  readonly saved: string[];
}

export const KEYS = {
  enter: "\r",
  escape: "\u001b",
  up: "\u001b[A",
  down: "\u001b[B",
  tab: "\t",
  ctrlC: "\u0003",
  ctrlD: "\u0004",
  backspace: "\u007f",
} as const;

export async function createTestChat(
  options: {
    readonly columns?: number;
    readonly rows?: number;
    readonly isScreenReader?: boolean;
    readonly runner?: FakeRunner;
    readonly context?: AssembleOptions["context"];
    readonly sessions?: readonly SessionChoice[];
    readonly ports?: Partial<Ports>;
  } = {},
): Promise<TestChat> {
  const runner = options.runner ?? createFakeRunner();
  const context = options.context ?? fakeContext();
  const runners = new Map<string, FakeRunner>();
  const saved: string[] = [];
  let approve: Approve = async () => "deny";
  let now = Date.UTC(2026, 0, 31, 12);
  let timers: { readonly at: number; readonly run: () => void }[] = [];
  let exits = 0;
  const ports: Ports = {
    async open(id, given) {
      approve = given;
      if (id === undefined) return opened(runner, context);
      const other = createFakeRunner({ id });
      runners.set(id, other);
      return opened(other, context);
    },
    listSessions: async () => options.sessions ?? [],
    skillsReport: async ({ runner: { skills } }): Promise<SkillListReport> =>
      buildSkillReport({
        snapshot: skills.snapshot,
        catalog: buildCatalog({ snapshot: skills.snapshot }),
      }),
    setSkill: async (_, name, value) => {
      saved.push(`${name}=${value}`);
      return `${name}: saved`;
    },
    plugins: async () => ({ plugins: [], problems: [] }),
    now: () => now,
    ...options.ports,
  };
  const chat = await assembleChat({
    context,
    ports,
    sessionId: undefined,
    isScreenReader: options.isScreenReader ?? false,
    size: { columns: options.columns ?? 80, rows: options.rows ?? 24 },
    exit: () => {
      exits += 1;
    },
    suspend: () => {},
    setTimer: (run, ms) => {
      const timer = { at: now + ms, run };
      timers.push(timer);
      return () => {
        timers = timers.filter((each) => each !== timer);
      };
    },
  });
  const decoder = createKeyDecoder();
  return {
    ...chat,
    runner,
    runners,
    saved,
    exits: () => exits,
    approve: (request, { signal }) => approve(request, { signal }),
    type(...chunks) {
      for (const chunk of chunks) {
        for (const key of [...decoder.push(chunk), ...decoder.flush()]) chat.press(key);
      }
    },
    transcript: () => chat.screen.blocks.map(({ text }) => text).join("\n"),
    advance(ms) {
      now += ms;
      const due = timers.filter(({ at }) => at <= now);
      timers = timers.filter(({ at }) => at > now);
      for (const { run } of due) run();
    },
    settle: () => new Promise((resolve) => setTimeout(resolve, 5)),
  };
}

/** The rows that are drawn below what is finished. */
export function rowsOf({ screen, frame }: TestChat): readonly string[] {
  const { live, middle, status } = drawFrame(screen, frame());
  return [...live, ...middle, ...status];
}

/** The same as one text. */
export function frame(chat: TestChat): string {
  return rowsOf(chat).join("\n");
}

/** Prompts end when the test says so, or when they are interrupted. */
export function pausing(chat: TestChat): () => void {
  let finish = (): void => {};
  chat.runner.onRun = (_, signal) =>
    new Promise((resolve) => {
      finish = resolve;
      signal.addEventListener("abort", () => resolve());
    });
  return () => finish();
}
