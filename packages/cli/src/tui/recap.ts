import type { Message } from "@alisio/governor/message";
import type { LineStyle } from "./event-lines.ts";
import { inline, prose, wrap } from "./text.ts";

/** So many messages of an earlier run are shown when a session is gone on with. */
const RECAP_MESSAGES = 12;
const MAX_RECAP_LINES = 20;

/** The end of a session that is gone on with, so that somebody knows where they are. */
export function recapLines(history: readonly Message[], look: LineStyle): string[] {
  const shown = history.filter(({ role }) => role !== "system");
  if (shown.length === 0) return [];
  const recent = shown.slice(-RECAP_MESSAGES);
  const lines = recent.flatMap((message) => messageLines(message, look));
  const left = shown.length - recent.length;
  const head = left > 0 ? [look.style.dim(`${look.marks.note} ${left} earlier messages`)] : [];
  return [...head, ...lines];
}

function messageLines(message: Message, look: LineStyle): string[] {
  const { columns, marks, style } = look;
  if (message.role === "user") {
    if (message.kind === "checkpoint") return [style.dim(`${marks.note} checkpoint`)];
    return promptLines(message.text, look);
  }
  if (message.role === "assistant") {
    const calls = (message.calls ?? []).map((call) =>
      style.dim(`${marks.note} ${inline(call.name)}`),
    );
    const text =
      message.text.trim() === "" ? [] : short(wrap(prose(message.text.trim()), columns), look);
    return [...text, ...calls];
  }
  return [];
}

/** A prompt of the user as it stays in the transcript. */
export function promptLines(text: string, look: LineStyle): string[] {
  const { columns, marks, style } = look;
  const indent = " ".repeat(marks.prompt.length);
  return short(wrap(prose(text), columns - marks.prompt.length - 1), look).map((line, index) =>
    style.bold(`${index === 0 ? marks.prompt : indent} ${line}`),
  );
}

function short(lines: readonly string[], { marks }: LineStyle): string[] {
  if (lines.length <= MAX_RECAP_LINES) return [...lines];
  return [
    ...lines.slice(0, MAX_RECAP_LINES),
    `${marks.note} ${lines.length - MAX_RECAP_LINES} more lines`,
  ];
}
