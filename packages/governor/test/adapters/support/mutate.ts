import type { Random } from "../../support/random.ts";

const JUNK: readonly unknown[] = [
  null,
  0,
  true,
  "",
  "text",
  [],
  {},
  [null],
  [[]],
  { type: "text" },
  { type: "text", text: "more" },
  { type: "tool_result", tool_use_id: "c1", content: "late" },
  { type: "function_call_output", call_id: "c2", output: [5] },
  { role: "assistant", content: null, tool_calls: [null, { id: "c1" }] },
  { role: "tool", tool_call_id: 5, content: "x" },
  { functionResponse: { name: "t", response: null } },
  { functionCall: { name: 5 } },
];

/** A copy of a request in which something is missing, doubled, moved or replaced. */
export function mutate<T>(request: T, random: Random): T {
  const copy = structuredClone(request);
  for (let times = 1 + random.below(6); times > 0; times--) mutateOnce(copy as never, random);
  return copy;
}

function mutateOnce(root: Record<string, unknown>, random: Random): void {
  let node = root;
  for (let depth = random.below(8); depth > 0; depth--) {
    const inner = Object.values(node).filter(
      (value) => typeof value === "object" && value !== null,
    );
    if (inner.length === 0) break;
    node = random.pick(inner) as Record<string, unknown>;
  }
  if (node === root) return;
  const keys = Object.keys(node);
  const key = keys.length === 0 ? "0" : random.pick(keys);
  const kind = random.below(5);
  if (kind === 0) delete node[key];
  else if (kind === 1) node[key] = structuredClone(random.pick(JUNK));
  else if (Array.isArray(node)) mutateList(node, Number(key), kind, random);
  else node[`more ${keys.length}`] = structuredClone(random.pick(JUNK));
}

function mutateList(list: unknown[], at: number, kind: number, random: Random): void {
  if (kind === 2) list.splice(at, 0, structuredClone(list[random.below(list.length)] ?? null));
  else if (kind === 3) list.splice(at, 1);
  else list.push(...list.splice(at, 1));
}
