import { report } from "./internal/report.ts";
import { MAX_INSTRUCTION_CHARS, MAX_INSTRUCTIONS } from "./limits.ts";
import type { InvariantDiagnostic, StoredReading } from "./types.ts";

/**
 * Reads the value that a session holds under `contextInvariants`. It never throws. A value that
 * is corrupted in any part is reported and ignored as a whole: of a list that somebody else
 * changed nothing can be said to be verbatim any more. Repeated instructions are read once.
 *
 * @param value - The stored value as parsed JSON; `undefined` when the session has none.
 * @returns The value to go on with, and why the given one was ignored: a value of
 * another version counts as corrupted too, since what it means is unknown.
 * @example
 * ```ts
 * const { stored, diagnostics } = readStoredInvariants({ version: 1, instructions: [42] });
 * // stored.instructions is [] and diagnostics[0].path is "stored.instructions[0]"
 * ```
 */
export function readStoredInvariants(value: unknown): StoredReading {
  let path = "stored";
  try {
    if (value === undefined) return readingOf([]);
    const { version, instructions } = value as Record<string, unknown>;
    path = "stored.version";
    if (version === 1) {
      path = "stored.instructions";
      // The length is judged before the entries, so that a huge list costs nothing.
      if (Array.isArray(instructions) && instructions.length <= MAX_INSTRUCTIONS) {
        // A copy: a list that answers differently the second time is judged as it is used.
        const list: unknown[] = Array.from(instructions);
        const index = list.findIndex((entry) => !isInstruction(entry));
        if (index < 0) return readingOf(list as string[]);
        path += `[${index}]`;
      }
    }
  } catch {
    // It has no properties at all, or a getter or a proxy of a broken store threw.
  }
  const needed = "as acceptQuotes gave it; restore or remove it";
  return readingOf([], [report("stored.invalid", path, needed)]);
}

function readingOf(
  list: readonly string[],
  diagnostics: readonly InvariantDiagnostic[] = [],
): StoredReading {
  return { stored: { version: 1, instructions: [...new Set(list)] }, diagnostics };
}

function isInstruction(entry: unknown): boolean {
  return typeof entry === "string" && entry.length <= MAX_INSTRUCTION_CHARS && entry.trim() !== "";
}
