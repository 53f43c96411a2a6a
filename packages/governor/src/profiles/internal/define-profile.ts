import type { ToolCall } from "../../message.ts";
import type { Observation, ObservedResult, ToolProfile } from "../../types.ts";
import { type Fields, fieldsOf } from "./args.ts";
import { isPlaceholder } from "./failure.ts";

/** What one tool's successful result says. `text` is `null` when a part of it isn't text. */
export type Observer = (args: unknown, text: string | null) => readonly Observation[];

/**
 * Nearly every call of these agents may concern any file (a shell command names several), so there
 * is one subject for all that is known.
 */
const SUBJECT = "files";

/** A profile that knows tools by their exact names, and nothing else. */
export function defineProfile(observers: Readonly<Record<string, Observer>>): ToolProfile {
  const byName: ReadonlyMap<string, Observer> = new Map(Object.entries(observers));
  return Object.assign(
    ({ name, args }: ToolCall, { text }: ObservedResult): readonly Observation[] => {
      const observer = byName.get(name);
      if (!observer) return [];
      const observations = observer(args, text);
      // What stands in a cleared result's place says nothing; that a file was changed stays true.
      return text !== null && isPlaceholder(text)
        ? observations.filter(({ kind }) => kind === "change")
        : observations;
    },
    { subjectOf: ({ name }: ToolCall) => (byName.has(name) ? SUBJECT : undefined) },
  );
}

/** An observer of results that are text. */
export function withText(
  observe: (args: Fields, text: string) => readonly Observation[],
): Observer {
  return (args, text) => (text === null ? [] : observe(fieldsOf(args), text));
}
