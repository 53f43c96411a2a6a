import { summariserFragment } from "@alisio/invariants";
import { isObject } from "./stored-values.ts";

/** What the summariser is asked: after the whole history, as its last message. */
export function summaryPrompt(options: {
  readonly keptMessages: number;
  readonly asksForQuotes: boolean;
  readonly focus: string | undefined;
}): string {
  const { keptMessages, asksForQuotes, focus } = options;
  const kept =
    keptMessages === 0
      ? "Everything above is replaced by it."
      : `The last ${keptMessages} messages above stay as they are; everything before them is replaced by it.`;
  return [
    "This conversation has to become shorter. Write a summary for yourself, so that the work can go on from it. " +
      `${kept} Call no tools.`,
    "Say what the user wants and decided, what was done and with what result, which files matter and why, what failed, and what comes next. Keep names, paths and numbers exact. Leave out what no later step needs.",
    ...(focus === undefined || focus === "" ? [] : [`Keep in particular: ${focus}`]),
    `Answer with one JSON object and nothing else. Its field "summary" is the summary, a string.${
      asksForQuotes ? ` ${summariserFragment()}` : ""
    }`,
  ].join("\n\n");
}

/** The summariser's answer. */
export interface Summary {
  readonly summary: string;
  /** As it was given; to be judged. */
  readonly quotes: unknown;
}

/**
 * Reads the answer: a JSON object, with or without a fence around it. Another text counts as the
 * summary itself: a model that doesn't follow the form has written one all the same.
 */
export function readSummary(text: string): Summary | undefined {
  const trimmed = text.trim();
  if (trimmed === "") return undefined;
  const object = parse(trimmed) ?? parse(between(trimmed, "{", "}"));
  const summary = object?.["summary"];
  if (typeof summary !== "string") return { summary: trimmed, quotes: undefined };
  return summary.trim() === "" ? undefined : { summary, quotes: object?.["quotes"] };
}

function between(text: string, first: string, last: string): string {
  return text.slice(text.indexOf(first), text.lastIndexOf(last) + 1);
}

function parse(text: string): { readonly [field: string]: unknown } | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
