import type { Message, Part, ToolCall } from "../../src/message.ts";
import {
  type Exchange,
  generateExchange,
  generateStormExchange,
  type TaskOffsets,
} from "./generate-calls.ts";
import { type Random, randomOf } from "./random.ts";

interface Outstanding {
  readonly id: string;
  readonly exchange: Exchange;
}

interface State {
  readonly messages: Message[];
  readonly tasks: TaskOffsets;
  /** Calls whose results come much later, or never. */
  outstanding: Outstanding[];
  ids: number;
}

/** A history made of steps, each decided by one number: fewer numbers are a shorter history. */
export function generateHistory(seeds: readonly number[]): Message[] {
  const state: State = { messages: [], tasks: new Map(), outstanding: [], ids: 0 };
  for (const seed of seeds) step(state, randomOf(seed));
  return state.messages;
}

function step(state: State, random: Random): void {
  const kind = random.below(100);
  if (kind < 68) turn(state, random);
  else if (kind < 72) storm(state, random);
  else if (kind < 82) push(state, { role: "user", text: "go on", more: { a: 1 } });
  else if (kind < 85) push(state, { role: "user", text: "summary", kind: "checkpoint" });
  else if (kind < 89) push(state, { role: "system", text: "rules" });
  else if (kind < 93) push(state, { role: "assistant", text: random.pick(["", "thinking"]) });
  else if (kind < 95) late(state, random);
  else push(state, random.pick(MALFORMED));
}

const MALFORMED: readonly unknown[] = [
  null,
  42,
  "text",
  [],
  {},
  { role: "developer", text: "unknown role" },
  { role: "tool" },
  { role: "tool", callId: "c1" },
  { role: "tool", callId: 5, content: "x" },
  { role: "tool", callId: "c2", content: null },
  { role: "user" },
  { role: "system", text: 5 },
  { role: "assistant", text: null, calls: "none" },
  { role: "assistant", calls: [null, 5, { id: 5, name: "read_file", args: {} }, { id: "c1" }] },
];

/** One response of the model and its results. */
function turn(state: State, random: Random): void {
  const asked = Array.from(
    { length: random.pick([1, 1, 1, 1, 2, 2, 3, 5]) },
    (): Outstanding => ({
      id: nextId(state, random),
      exchange: generateExchange(random, state.tasks),
    }),
  );
  const calls = asked.map(({ id, exchange: { name, args } }) => ({ id, name, args }) as ToolCall);
  push(state, {
    role: "assistant",
    text: random.pick(["", "let me look"]),
    calls,
    ...(random.chance(0.2) ? { providerData: { signature: "opaque" } } : {}),
  });
  const results = random.chance(0.3) ? shuffled(asked, random) : asked;
  for (const each of results) {
    if (random.chance(0.04)) state.outstanding.push(each);
    else if (random.chance(0.97)) push(state, result(each, random));
    if (random.chance(0.02)) push(state, result(each, random));
  }
}

/** Many parallel calls about the same things, answered in any order, some of them late. */
function storm(state: State, random: Random): void {
  const asked = Array.from({ length: 4 + random.below(10) }, (): Outstanding => {
    state.ids += 1;
    return { id: `c${state.ids}`, exchange: generateStormExchange(random) };
  });
  const calls = asked.map(({ id, exchange: { name, args } }) => ({ id, name, args }) as ToolCall);
  push(state, { role: "assistant", text: "", calls });
  for (const { id, exchange } of shuffled(asked, random)) {
    if (random.chance(0.15)) state.outstanding.push({ id, exchange });
    else push(state, { role: "tool", callId: id, content: exchange.text });
  }
}

function nextId(state: State, random: Random): string {
  if (random.chance(0.03)) return random.pick(["__proto__", "__proto__", "c1", "c2", "c3"]);
  state.ids += 1;
  return `c${state.ids}`;
}

/** Results that come after other turns have begun, and results of no call. */
function late(state: State, random: Random): void {
  for (const each of shuffled(state.outstanding, random)) push(state, result(each, random));
  state.outstanding = [];
  if (random.chance(0.3)) push(state, { role: "tool", callId: "c9", content: "early or orphaned" });
}

function result({ id, exchange }: Outstanding, random: Random): unknown {
  const isError = random.chance(0.9)
    ? random.pick([undefined, false, null])
    : random.pick([true, 0]);
  return {
    role: "tool",
    callId: id,
    content: content(exchange.text, random),
    ...(isError === undefined && random.chance(0.9) ? {} : { isError }),
    ...(random.chance(0.1) ? { cacheControl: { type: "ephemeral" } } : {}),
  };
}

function content(text: string, random: Random): string | Part[] {
  const kind = random.below(20);
  if (kind < 14) return text;
  const cut = random.below(text.length + 1);
  const parts: Part[] = [
    { type: "text", text: text.slice(0, cut), first: 1 },
    { type: "text", text: text.slice(cut), last: 2, first: 3 },
  ];
  if (kind < 17) return parts;
  if (kind === 17) return [{ type: "text", text, cache_control: { type: "ephemeral" } }];
  if (kind === 18) return [...parts, random.pick(OTHER_PARTS) as Part];
  return random.chance(0.5) ? [] : [...parts, { type: "text", text: "", last: 4, more: 5 }];
}

const OTHER_PARTS: readonly unknown[] = [
  { type: "image", data: "AAAA" },
  { type: "text", text: 5 },
  null,
  "text",
];

function shuffled<T>(items: readonly T[], random: Random): T[] {
  const left = [...items];
  const result: T[] = [];
  while (left.length > 0) result.push(...left.splice(random.below(left.length), 1));
  return result;
}

function push({ messages }: State, message: unknown): void {
  messages.push(message as Message);
}
