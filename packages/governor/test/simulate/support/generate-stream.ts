import type { Message, ToolCall } from "../../../src/message.ts";
import type {
  SimulationCompaction,
  SimulationRequest,
  SimulationStream,
} from "../../../src/simulate/types.ts";
import { generateHistory } from "../../support/generate-history.ts";
import type { Random } from "../../support/random.ts";

const LINES: readonly string[] = [
  "const first = compute(1);",
  "  const second = compute(first);",
  "export function describeAll(): string {",
  '  return "quoted \\\\ text";',
  "} else {",
  "}",
  "x = 1;",
  "import { readable } from 'node:stream';",
  "// a comment that says why",
  "re-read to view", // as a stub says
];
const PATHS: readonly string[] = ["src/a.ts", "src/a.ts", "a.ts", "lib/b.ts"];

interface Draft {
  readonly history: Message[];
  readonly compactions: SimulationCompaction[];
}

/** A conversation with reads, edits that quote, pauses, compactions and results that were removed. */
export function generateStream(seeds: readonly number[], random: Random): SimulationStream {
  const draft: Draft = { history: [], compactions: [] };
  for (const _ of seeds) step(draft, random);
  // What agents would never write, now and then, in the middle of it.
  if (random.chance(0.3)) draft.history.push(...generateHistory(seeds.slice(0, 10)));
  const { history } = draft;
  const callIds = history.flatMap((message) =>
    message?.role === "tool" && typeof message.callId === "string" ? [message.callId] : [],
  );
  const agentElisions = random.chance(0.3)
    ? [0, 1].map(() => ({
        callId: callIds.length > 0 ? random.pick(callIds) : "none",
        position: random.below(history.length + 1),
      }))
    : [];
  return {
    history,
    compactions: draft.compactions,
    agentElisions,
    requests: requestsIn(history, draft.compactions, random),
  };
}

function step(draft: Draft, random: Random): void {
  const kind = random.below(100);
  if (kind < 82) turn(draft, random);
  else if (kind < 92) draft.history.push({ role: "user", text: someLines(random) });
  else if (kind < 95) draft.history.push({ role: "system", text: "rules" });
  else compact(draft, random);
}

function turn({ history }: Draft, random: Random): void {
  const calls: ToolCall[] = [];
  const results: Message[] = [];
  for (let count = random.pick([1, 1, 1, 2]); count > 0; count -= 1) {
    const id = `k${history.length}-${count}`;
    const { name, args, text } = exchange(random);
    calls.push({ id, name, args });
    const content = random.chance(0.9)
      ? text
      : [
          { type: "text", text: text.slice(0, 9) },
          { type: "text", text: text.slice(9) },
        ];
    if (random.chance(0.96)) {
      results.push({ role: "tool", callId: id, content, isError: random.chance(0.06) });
    }
  }
  history.push({ role: "assistant", text: random.chance(0.2) ? someLines(random) : "", calls });
  history.push(...results);
}

function exchange(random: Random): { name: string; args: unknown; text: string } {
  const path = random.pick(PATHS);
  const kind = random.below(20);
  if (kind < 10) {
    const content = someLines(random);
    const sha256 = random.pick(["1a2b3c4d", "abcdef01"]);
    return { name: "read_file", args: { path }, text: JSON.stringify({ path, sha256, content }) };
  }
  if (kind < 16) {
    const args = { path, oldText: someLines(random), newText: someLines(random) };
    return { name: "edit_file", args, text: random.chance(0.3) ? someLines(random) : "{}" };
  }
  const note = "x".repeat(120);
  if (kind < 18) {
    const text = JSON.stringify({ id: "t", text: random.pick(["", "log"]), note });
    return { name: "bg_output", args: { id: "t" }, text };
  }
  const text = JSON.stringify({ exitCode: 0, lines: [], note });
  return { name: "search_text", args: { pattern: "foo" }, text };
}

function someLines(random: Random): string {
  return Array.from({ length: 1 + random.below(4) }, () => random.pick(LINES)).join("\n");
}

/** Replaces what is older by a summary, keeps some, or writes some of it anew. */
function compact({ history, compactions }: Draft, random: Random): void {
  const position = history.length;
  const kept = history.map((_, index) => index).filter((index) => index < 2 || random.chance(0.3));
  const copies = random.chance(0.3) ? history.slice(0, 2) : [];
  history.push(...copies.map((message) => structuredClone(message)));
  history.push({ role: "user", text: "a summary", kind: "checkpoint" });
  const added = history.length - position;
  const addedIndices = Array.from({ length: added }, (_, at) => position + at);
  const context = random.chance(0.2) ? addedIndices : [...kept, ...addedIndices];
  compactions.push({ position, added, context });
}

function requestsIn(
  history: readonly Message[],
  compactions: readonly SimulationCompaction[],
  random: Random,
): readonly SimulationRequest[] {
  const isTimed = random.chance(0.9);
  const overhead = random.pick([0, 2000, 10_000]);
  const isReported = random.chance(0.6);
  let timeMs = 1_000_000;
  const requests: SimulationRequest[] = [];
  history.forEach((message, index) => {
    const isNew = compactions.some(
      ({ position, added }) => index >= position && index < position + added,
    );
    if (message?.role !== "assistant" || isNew) return;
    timeMs += random.pick([1000, 1000, 1000, 299_000, 300_000, 300_001, 900_000, -50_000]);
    requests.push({
      length: index,
      ...(random.chance(0.95) ? { response: index } : {}),
      ...(isTimed && random.chance(0.95) ? { timeMs } : {}),
      ...(isReported && random.chance(0.9)
        ? { inputTokens: random.pick([0, 1, overhead + index * 40, overhead + index * 55]) }
        : {}),
      isCopy: random.chance(0.1),
    });
  });
  if (random.chance(0.2)) requests.push({ length: history.length });
  return requests;
}
