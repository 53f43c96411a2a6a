import type { SessionBuilder } from "./session-builder.ts";

/**
 * The arguments of a call. Some agents write them as JSON text: that is parsed; text that is no
 * JSON (models get it wrong) is kept verbatim and reported. No arguments are no fields.
 */
export function callArguments(value: unknown, session: SessionBuilder, line: number): unknown {
  if (value === undefined || value === null || value === "") return {};
  if (typeof value !== "string") return value;
  try {
    return JSON.parse(value);
  } catch {
    session.diagnose(
      "call.invalid-arguments",
      "warning",
      line,
      "the arguments of a call are not JSON; they are kept as the text that the model wrote.",
    );
    return value;
  }
}
