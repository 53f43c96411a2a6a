import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import type { AgentEvent, AgentEventEnvelope, ModelRequest } from "@alisio/agent";
import { agentEventEnvelopeSchema } from "@alisio/agent/schemas";
import { measuredContextReportSchemaV1 } from "@alisio/context-report/schemas";
import { beforeEach, expect, test, vi } from "vitest";
import { makeTree, run } from "./helpers.ts";

const requests = vi.hoisted((): ModelRequest[] => []);

/** The real model, with every request written down. */
vi.mock("@alisio/agent/scripted", async (importOriginal) => {
  const original = await importOriginal<typeof import("@alisio/agent/scripted")>();
  return {
    ...original,
    createScriptedModel: (script: Parameters<typeof original.createScriptedModel>[0]) => {
      const model = original.createScriptedModel(script);
      return {
        model: model.model,
        stream: (...given: Parameters<typeof model.stream>) => {
          requests.push(given[0]);
          return model.stream(...given);
        },
      };
    },
  };
});

beforeEach(() => {
  requests.length = 0;
});

/** A machine with Node.js and nothing else on the path. */
function bareTree(): { readonly tree: string; readonly environment: Record<string, string> } {
  const tree = makeTree({ "work/.git/": "", "work/mine.txt": "mine", "home/": "", "bin/": "" });
  symlinkSync(process.execPath, join(tree, "bin", "node"));
  return { tree, environment: { PATH: join(tree, "bin"), OPENAI_API_KEY: "sk-canary-canary" } };
}

const eventsOf = (stdout: string): AgentEventEnvelope[] =>
  stdout
    .trimEnd()
    .split("\n")
    .map((line) => agentEventEnvelopeSchema.parse(JSON.parse(line)) as AgentEventEnvelope);

const of = <T extends AgentEvent["type"]>(
  events: readonly AgentEventEnvelope[],
  type: T,
  isMain = true,
): Extract<AgentEvent, { type: T }>[] =>
  events.flatMap(({ event, run: id }) =>
    event.type === type && (id === undefined) === isMain ? [event as never] : [],
  );

const isBlock = (request: ModelRequest): boolean => {
  const last = request.messages.at(-1);
  return last?.role === "user" && last.text.startsWith("<invariants policy=");
};

test("the bundled story: three reasons to elide, one compaction, rules that outlive it", async () => {
  const { tree, environment } = bareTree();
  const result = await run(tree, ["run", "--provider", "scripted", "--json"], { environment });
  expect(result.code).toBe(0);
  const events = eventsOf(result.stdout);

  // Durable events alone, in order.
  const ids = events.map(({ id }) => id ?? 0);
  expect(ids).toEqual(ids.toSorted((a, b) => a - b));
  expect(new Set(ids).size).toBe(ids.length);
  expect(of(events, "run.finished")).toMatchObject([{ end: "completed" }]);
  expect(of(events, "model.failed")).toEqual([]);

  // One event a request, and every reason in them.
  const governed = of(events, "context_governed");
  expect(governed).toHaveLength(of(events, "request.started").length);
  const reasons = ["superseded_read", "stale_bg_output", "duplicate_search"] as const;
  for (const reason of reasons) {
    expect(
      Math.max(...governed.map(({ elidedByReason }) => elidedByReason[reason])),
    ).toBeGreaterThan(0);
  }

  // What else it is to show.
  const attached = of(events, "instructions.attached");
  expect(
    attached.some(({ returned, paths }) => !returned && paths.includes("packages/api/AGENTS.md")),
  ).toBe(true);
  expect(
    attached.some(
      ({ returned, paths }) => returned && paths.includes("packages/api/test/AGENTS.md"),
    ),
  ).toBe(true);
  expect(of(events, "skill.loaded")).toMatchObject([{ name: "changelog-style" }]);
  expect(of(events, "background.exited")).toHaveLength(1);
  expect(of(events, "task.finished").concat(of(events, "task.finished", false))).toMatchObject([
    { end: "completed" },
  ]);
  const failed = of(events, "tool.finished").filter(({ isError }) => isError);
  expect(failed.map(({ preview }) => preview?.startsWith("Not run: new instructions"))).toEqual([
    true,
    true,
  ]);

  // Nothing of it in the user's own directory, and its own is gone.
  expect(readdirSync(join(tree, "work")).sort()).toEqual([".git", "mine.txt"]);
  expect(result.stdout + result.stderr).not.toContain("canary");
});

test("the block is the last message of every request after the compaction, and stored nowhere", async () => {
  const { tree, environment } = bareTree();
  const { stdout } = await run(tree, ["run", "--provider", "scripted", "--json"], { environment });
  const events = eventsOf(stdout);
  expect(of(events, "context.compacted")).toMatchObject([
    { trigger: "auto", quotesAdded: 2, quotesRefused: { not_verbatim: 1 } },
  ]);
  const summary = requests.findIndex(({ purpose }) => purpose === "summary");
  expect(requests.filter(({ purpose }) => purpose === "summary")).toHaveLength(1);
  const turns = (list: readonly ModelRequest[]) => list.filter(({ purpose }) => purpose === "turn");
  const before = turns(requests.slice(0, summary));
  const after = turns(requests.slice(summary + 1));
  expect(before.length).toBeGreaterThan(8);
  expect(after.length).toBeGreaterThan(2);
  expect(before.some(isBlock)).toBe(false);
  expect(after.every(isBlock)).toBe(true);
  for (const { messages } of after) {
    const blocks = messages.filter(
      (message) => message.role !== "tool" && message.text.includes("<invariants"),
    );
    expect(blocks).toHaveLength(1);
    const { text } = blocks[0] as { text: string };
    for (const kept of [
      '- "Never use floating point for money."',
      '- "Keep the signature of total() as it is."',
      '- "Discounts are right to the cent"',
      '- "Round discounts in whole cents" revision 2 hash 5d1f0c2b',
      "[required]",
      '- "effect:write"',
    ]) {
      expect(text).toContain(kept);
    }
    expect(text).not.toContain("Always round half up");
  }
  // The summariser is given the whole history: no stub and no block.
  const asked = JSON.stringify(requests[summary]?.messages);
  expect(asked).not.toMatch(/\[elided:|<invariants/);
  expect(before.some(({ messages }) => JSON.stringify(messages).includes("[elided:"))).toBe(true);

  const sessions = join(tree, "home", ".local", "state", "alisio", "sessions");
  const stored = readdirSync(sessions)
    .filter((name) => name.endsWith(".jsonl"))
    .map((name) => readFileSync(join(sessions, name), "utf8"))
    .join("");
  expect(stored).toContain("Never use floating point for money.");
  expect(stored).not.toMatch(/<invariants policy|\[elided:/);
});

test("sessions list shows it, and the report agrees with the events", async () => {
  const { tree, environment } = bareTree();
  const { stdout } = await run(tree, ["run", "--provider", "scripted", "--json"], { environment });
  const events = eventsOf(stdout);
  const [session] = (await run(tree, ["sessions", "list", "--all", "--json"])).json().sessions;
  expect(session.agent).toBe("alisio");
  expect(existsSync(session.directory)).toBe(false);
  const flags = ["--governor", "on", "--epoch", "8", "--json"];
  const answer = await run(tree, ["context", "report", session.id.slice(0, 8), ...flags]);
  const report = measuredContextReportSchemaV1.parse(answer.json());
  const last = of(events, "context_governed").at(-1);
  const final = of(events, "assistant.message").at(-1);
  const finalTokens = Math.ceil((final?.text.length ?? 0) / 4);
  const block = report.segments.find(({ kind }) => kind === "invariants")?.tokensBefore ?? 0;
  expect(block).toBeGreaterThan(0);
  expect(report.totals.tokensBefore).toBe((last?.tokensBefore ?? 0) + finalTokens + block);
  expect(report.totals.elided).toBe(last?.elided);
  expect(report.totals.elidedByReason).toEqual(last?.elidedByReason);
  expect(report.compactions.count).toBe(1);
  const [compaction] = of(events, "context.compacted");
  expect(report.compactions.positions[0]?.tokensBefore).toBe(compaction?.tokensBefore);
  expect(answer.stdout).not.toContain("floating point");
  const simulated = await run(tree, ["context", "simulate", session.id, "--json"]);
  expect(simulated.code).toBe(0);
});

test("in off there is no event of the governor, and the story ends the same", async () => {
  const { tree, environment } = bareTree();
  const args = ["run", "--provider", "scripted", "--governor", "off", "--json"];
  const { code, stdout } = await run(tree, args, { environment });
  const events = eventsOf(stdout);
  expect(code).toBe(0);
  expect(of(events, "context_governed")).toEqual([]);
  expect(requests.some(isBlock)).toBe(false);
});

test("a script plays in a directory of the user's with what was allowed alone", async () => {
  const { tree, environment } = bareTree();
  mkdirSync(join(tree, "work", "copy"));
  const story = join(import.meta.dirname, "..", "stories", "shop", "story.json");
  const args = ["run", "--provider", "scripted", "--script", story, "--json"];
  const { code, stdout, stderr } = await run(tree, args, { environment });
  expect(code).toBe(1);
  const finished = of(eventsOf(stdout), "run.finished");
  expect(finished).toMatchObject([{ end: "failed", problem: { code: "bad_request" } }]);
  expect(finished[0]?.problem?.message).toContain("turn-");
  expect(stderr).toContain("alisio resume");
  expect(readFileSync(join(tree, "work", "mine.txt"), "utf8")).toBe("mine");
});
