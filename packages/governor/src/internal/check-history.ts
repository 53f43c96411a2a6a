import { GovernorError } from "../errors.ts";
import { describe } from "./describe.ts";

/**
 * Refuses what is no list of messages. Messages themselves are never refused: malformed ones are
 * carried through.
 *
 * @throws GovernorError `invalid_history`
 */
export function checkHistory(history: unknown): void {
  if (!Array.isArray(history)) {
    throw new GovernorError(
      "invalid_history",
      `Expected an array of messages, got ${describe(history)}`,
      { field: "history" },
    );
  }
}
