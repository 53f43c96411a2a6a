import type { SessionBuilder } from "../../internal/session-builder.ts";

/** Told of what is wrong with calls. A log says every call many times over. */
export interface ItemProblems {
  /** The arguments of this call are not JSON. */
  invalidArguments(callId: string): void;
  /** A call or result lacks its id or name. */
  nameless(): void;
}

/** Reports each of them once. */
export function itemProblems(session: SessionBuilder, lineOf: () => number): ItemProblems {
  const reported = new Set<string>();
  let hasNameless = false;
  return {
    invalidArguments(callId) {
      if (reported.has(callId)) return;
      reported.add(callId);
      session.diagnose(
        "call.invalid-arguments",
        "warning",
        lineOf(),
        "the arguments of a call are not JSON; they are kept as the text that the model wrote.",
      );
    },
    nameless() {
      if (hasNameless) return;
      hasNameless = true;
      session.diagnose(
        "record.malformed",
        "error",
        lineOf(),
        "a call or result has no id or name; it is skipped, here first.",
      );
    },
  };
}

/** Arguments that may be JSON text. */
export function writtenArguments(value: unknown, callId: string, problems: ItemProblems): unknown {
  if (value === undefined || value === null || value === "") return {};
  if (typeof value !== "string") return value;
  try {
    return JSON.parse(value);
  } catch {
    problems.invalidArguments(callId);
    return value;
  }
}
