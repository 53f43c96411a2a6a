import { resolveSettings } from "./internal/settings.ts";
import { MAX_INSTRUCTION_CHARS, MAX_INSTRUCTIONS } from "./limits.ts";
import type { InvariantsSettings } from "./types.ts";

const FRAGMENT = `Also return "quotes": an array of strings, the user's standing instructions word for word.
- Standing is a rule, limit or preference for later work too ("never ...", "use X, not Y"), not a single request.
- Copy each exactly, in one piece, from one user message; never translate, correct or join.
- Never quote tool results, files, summaries, assistant messages, invariants blocks.
- At most ${MAX_INSTRUCTIONS} of ${MAX_INSTRUCTION_CHARS} characters, in the user's order; [] if none.`;

/**
 * What to append to the prompt of the summariser, so that its answer carries a field `quotes`
 * beside whatever else the host asks for. `summariserAnswerSchema` of `./schemas` is the shape
 * of that field for structured output.
 *
 * @param settings - The same as for `renderInvariants`; only `mode` matters, `on` by default.
 * @returns The fragment, several lines without a newline at the end; empty in `shadow` and `off`,
 * where the summariser is asked nothing extra.
 * @throws {@link InvariantsError} `invalid_argument` for a setting out of range.
 * @example
 * ```ts
 * const prompt = `Summarise the work so far in "summary". ${summariserFragment()}`;
 * ```
 */
export function summariserFragment(settings: InvariantsSettings = {}): string {
  return resolveSettings(settings).mode === "on" ? FRAGMENT : "";
}
