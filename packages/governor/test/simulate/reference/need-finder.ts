import { isSuccess, wholeText } from "../../../src/internal/content.ts";
import type { Message, ToolMessage } from "../../../src/message.ts";
import { editsOf } from "../../../src/simulate/internal/edits-of.ts";
import { pairsOf } from "../../../src/simulate/internal/pairs.ts";
import { isSameFile } from "../../../src/simulate/internal/same-file.ts";
import { textPieces } from "../../../src/simulate/internal/text-pieces.ts";
import type { ResolvedSimulationSettings } from "../../../src/simulate/types.ts";
import type { Elision } from "../../../src/types.ts";

interface Needed {
  readonly reads: ReadonlySet<number>;
  readonly edits: number;
}

/** Looks for each line that an edit quotes in every message after each elided read of its file. */
export function createNeedFinder(
  history: readonly Message[],
  { profile, quotedBy }: ResolvedSimulationSettings,
) {
  const pairs = pairsOf(history);
  const pieces = new WeakMap<Message, readonly string[]>();

  function pathsOf(callId: string, kind: "read" | "change"): readonly string[] {
    const pair = pairs.get(callId);
    const result = pair && (history[pair.resultIndex] as ToolMessage);
    if (!pair || !result || !isSuccess(result)) return [];
    return profile(pair.call, { text: wholeText(result.content), isError: false }).flatMap(
      (each) => (each.kind === kind ? [each.path] : []),
    );
  }

  function shows(message: Message | undefined, line: string): boolean {
    if (typeof message !== "object" || message === null) return false;
    const known = pieces.get(message) ?? textPieces(message);
    pieces.set(message, known);
    return known.some((piece) => piece.includes(line));
  }

  return (
    response: number | undefined,
    sent: readonly Message[],
    indices: readonly number[],
    elided: ReadonlyMap<number, Elision>,
  ): Needed => {
    const reads = new Set<number>();
    let edits = 0;
    if (!quotedBy || response === undefined) return { reads, edits };
    for (const { call, lines } of editsOf(history[response], quotedBy)) {
      const changed = pathsOf(call.id, "change");
      const needed = [...elided].filter(([position, { callId, reason }]) => {
        if (reason !== "superseded_read") return false;
        const shown = pathsOf(callId, "read");
        if (!shown.some((path) => changed.some((other) => isSameFile(path, other)))) return false;
        const whole = history[indices[position] as number];
        const later = sent.slice(position + 1);
        return lines.some(
          (line) => shows(whole, line) && !later.some((message) => shows(message, line)),
        );
      });
      for (const [position] of needed) reads.add(indices[position] as number);
      if (needed.length > 0) edits += 1;
    }
    return { reads, edits };
  };
}
