import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { createSkillSession, discoverSkills, planSkillRoots } from "@alisio/skills-discovery";
import { createNodeFileSystem } from "@alisio/skills-discovery/node";
import { decodeSession, type SessionRecord } from "@alisio/transcripts/alisio-session";
import { onTestFinished } from "vitest";
import type {
  AgentEvent,
  AgentEventEnvelope,
  AgentRunner,
  AgentRunnerOptions,
  GovernanceSettings,
} from "../../src/index.ts";
import { openRunner } from "../../src/internal/open-runner.ts";
import { type FakeModel, fakeModel } from "./fake-model.ts";
import { type FakeWorkspace, fakeWorkspace } from "./fake-workspace.ts";

/** A directory that is gone after the test. */
export function temporaryDirectory(): string {
  const directory = mkdtempSync(join(realpathSync(tmpdir()), "alisio-agent-"));
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
  return directory;
}

export function writeFiles(root: string, files: Readonly<Record<string, string>>): void {
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), content);
  }
}

export const OFF: GovernanceSettings = {
  mode: "off",
  minAgeTurns: 1,
  epochMessages: 0,
  maxInvariantCharacters: 4000,
};

export interface Bench {
  readonly root: string;
  readonly sessions: string;
  readonly workspace: FakeWorkspace;
  readonly events: AgentEventEnvelope[];
  /** Opens a runner; the same session again when it is named. */
  open(model: FakeModel, more?: Partial<AgentRunnerOptions>): Promise<AgentRunner>;
  options(model: FakeModel, more?: Partial<AgentRunnerOptions>): AgentRunnerOptions;
  text(id: string): string;
  records(id: string): readonly SessionRecord[];
  /** Events of one type. */
  of<T extends AgentEvent["type"]>(type: T): Extract<AgentEvent, { type: T }>[];
}

/** A workspace with instruction files on disk, and tools over files in memory. */
export async function bench(
  setup: {
    readonly onDisk?: Readonly<Record<string, string>>;
    readonly workspace?: Parameters<typeof fakeWorkspace>[1];
  } = {},
): Promise<Bench> {
  const home = temporaryDirectory();
  const root = join(home, "project");
  mkdirSync(root);
  writeFiles(root, setup.onDisk ?? {});
  const sessions = join(home, "state", "sessions");
  const workspace = fakeWorkspace(root, setup.workspace);
  const events: AgentEventEnvelope[] = [];
  const snapshot = await discoverSkills({
    fileSystem: createNodeFileSystem(),
    roots: planSkillRoots({
      cwd: root,
      workspaceRoot: root,
      trustProject: true,
      homeDirectory: home,
      configHome: join(home, "config"),
    }),
  });
  let ids = 0;
  let time = Date.UTC(2026, 0, 1);
  const bench: Bench = {
    root,
    sessions,
    workspace,
    events,
    options: (model, more = {}) => ({
      sessionsDirectory: sessions,
      cwd: root,
      workspace: { root, marker: null },
      configHome: join(home, "config"),
      homeDirectory: home,
      model,
      contextWindow: null,
      maxOutputTokens: null,
      governance: OFF,
      compaction: { auto: false, threshold: 0.85, keepTurns: 1 },
      permissions: { write: true, process: true, readOnly: false, directories: [] },
      instructions: { claudeMdFallback: false, maxBytes: 32_768 },
      skills: createSkillSession({ snapshot }),
      catalog: { maxCharacters: null, maxEntries: null, pinned: [] },
      environment: {},
      now: () => (time += 1000),
      createId: () => `id-${++ids}`,
      sleep: async () => {},
      ...more,
    }),
    open: async (model, more = {}) => {
      const runner = await openRunner(bench.options(model, more), workspace);
      runner.subscribe((envelope) => events.push(envelope));
      return runner;
    },
    text: (id) => readFileSync(join(sessions, `${id}.jsonl`), "utf8"),
    records: (id) => decodeSession(bench.text(id)).records,
    of: (type) => events.flatMap(({ event }) => (event.type === type ? [event as never] : [])),
  };
  return bench;
}

export { fakeModel };
