import type { Observation } from "../../src/types.ts";

/** The stub of a result, from its name and what it says. `first` is what counts. */
export function oracleStub(name: string, first: Observation, otherReads: number): string {
  const tool = [...units(name)].map((unit) => (isPlain(unit) ? unit : escaped(unit))).join("");
  if (first.kind === "read") {
    const hash =
      typeof first.sha256 === "string" && /^[0-9a-fA-F]{8,}$/.test(first.sha256)
        ? first.sha256.toLowerCase().substring(0, 8)
        : "unknown";
    let lines = "";
    if (first.startLine !== undefined && first.limit !== undefined) {
      lines = ` lines ${first.startLine}+${first.limit}`;
    } else if (first.startLine !== undefined) lines = ` lines ${first.startLine}+`;
    else if (first.limit !== undefined) lines = ` lines 1+${first.limit}`;
    const others = otherReads === 0 ? "" : `+${otherReads}`;
    return `[elided: ${tool} ${quoted(first.path)}${others}@${hash}${lines}; re-read to view]`;
  }
  if (first.kind === "background") {
    return `[elided: ${tool} ${quoted(first.taskId)} offset ${first.offset}; a later ${tool} covers it]`;
  }
  if (first.kind === "search") {
    return `[elided: ${tool} ${quoted(first.pattern)}; identical to a later result]`;
  }
  throw new Error(`no stub for ${first.kind}`);
}

function* units(text: string): Generator<string> {
  for (let i = 0; i < text.length; i++) yield text.charAt(i);
}

function isPlain(unit: string): boolean {
  return unit >= " " && unit <= "~";
}

/** As in a JSON text: the short forms, else four lower-case hex digits. */
function escaped(unit: string): string {
  const short: Record<string, string> = {
    "\b": "\\b",
    "\t": "\\t",
    "\n": "\\n",
    "\f": "\\f",
    "\r": "\\r",
    '"': '\\"',
    "\\": "\\\\",
  };
  return short[unit] ?? `\\u${(unit.charCodeAt(0) + 0x10000).toString(16).slice(1)}`;
}

function quoted(text: string): string {
  const inside = [...units(text)].map((unit) =>
    isPlain(unit) && unit !== '"' && unit !== "\\" ? unit : escaped(unit),
  );
  return `"${inside.join("")}"`;
}
