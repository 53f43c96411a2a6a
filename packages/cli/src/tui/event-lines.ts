import type { AgentEvent } from "@alisio/agent";
import type { Style } from "../output/style.ts";
import type { Marks } from "./marks.ts";
import { cutEnd, grouped, inline, shortCount, wrap } from "./text.ts";

/** How lines are made for one surface. */
export interface LineStyle {
  readonly style: Style;
  readonly marks: Marks;
  readonly columns: number;
}

type Event<Type extends AgentEvent["type"]> = Extract<AgentEvent, { readonly type: Type }>;

/** What remains on the screen of an event; nothing for those that only move what is live. */
export function eventLines(event: AgentEvent, look: LineStyle, preview?: string): string[] {
  const { style, marks } = look;
  const note = (text: string): string[] => wrapped(`${marks.note} ${text}`, look, style.dim);
  switch (event.type) {
    case "tool.finished":
      return toolLines(event, look, preview);
    case "approval.resolved":
      return note(DECISIONS[event.decision]);
    case "instructions.attached":
      return note(
        `instructions ${event.returned ? "told before the call could run" : "attached"}: ${event.paths.map(inline).join(", ")}`,
      );
    case "context_governed":
      return governedLines(event, note);
    case "context_reduced":
      return note(
        `the request did not fit: ${event.results} old results left out (~${shortCount(event.tokensSaved)} tokens); nothing stored has changed`,
      );
    case "context.compacted":
      return note(
        `compacted: ${event.messages} messages are a checkpoint now, ~${shortCount(event.tokensBefore)} to ~${shortCount(event.tokensAfter)} tokens${event.quotesAdded > 0 ? `, ${event.quotesAdded} of your rules kept word by word` : ""}`,
      );
    case "model.failed":
      return wrapped(
        `${marks.failed} model: ${inline(event.problem.message)}${event.retryInMs === undefined ? "" : ` (attempt ${event.attempt}, again in ${Math.ceil(event.retryInMs / 1000)} s)`}`,
        look,
        style.yellow,
      );
    case "skill.loaded":
      return note(`skill ${inline(event.name)} loaded (${grouped(event.bytes)} bytes)`);
    case "task.finished":
      return note(`task ${event.end}`);
    case "background.exited":
      return note(`background task ${inline(event.id)} ended (${exitWords(event.exitCode)})`);
    case "notice":
      return wrapped(`${marks.note} note: ${inline(event.problem.message)}`, look, style.yellow);
    case "run.finished":
      return endLines(event, look);
    case "assistant.message":
      return event.finishReason === "length"
        ? note("the answer was cut at the output limit (provider.maxOutputTokens)")
        : [];
    default:
      return [];
  }
}

const DECISIONS = {
  once: "allowed once",
  session: "allowed until this process ends",
  deny: "denied",
} as const;

function wrapped(text: string, look: LineStyle, paint: (text: string) => string): string[] {
  return wrap(text, look.columns).map(paint);
}

function exitWords(code: number | null): string {
  return code === null ? "stopped" : `exit code ${code}`;
}

function toolLines(event: Event<"tool.finished">, look: LineStyle, preview?: string): string[] {
  const { style, marks, columns } = look;
  const size = `${grouped(event.characters)} characters, ${seconds(event.durationMs)}`;
  const mark = event.isError ? marks.failed : marks.done;
  const what = `${inline(event.tool)}${preview ? ` ${inline(preview)}` : ""}`;
  const tail = ` (${size})`;
  const room = columns - mark.length - 1 - tail.length;
  const line =
    room < 20
      ? cutEnd(`${mark} ${what}`, columns)
      : `${mark} ${cutEnd(what, room)}${style.dim(tail)}`;
  const paint = event.isError ? style.red : style.green;
  const first = line.startsWith(mark) ? paint(mark) + line.slice(mark.length) : line;
  const error =
    event.isError && event.preview
      ? wrap(`  ${inline(event.preview)}`, columns).map(style.red)
      : [];
  return [first, ...error];
}

function seconds(durationMs: number): string {
  return durationMs < 1000 ? `${Math.round(durationMs)} ms` : `${(durationMs / 1000).toFixed(1)} s`;
}

function governedLines(
  event: Event<"context_governed">,
  note: (text: string) => string[],
): string[] {
  const fresh = event.newlyElided.length + event.newlyElidedOmitted;
  if (fresh === 0) return [];
  const what = event.mode === "on" ? "elided" : "would be elided";
  return note(
    `governor: ${fresh} more ${fresh === 1 ? "result" : "results"} ${what} (${event.elided} in all, ~${shortCount(event.tokensBefore - event.tokensAfter)} of ~${shortCount(event.tokensBefore)} tokens)`,
  );
}

function endLines(event: Event<"run.finished">, look: LineStyle): string[] {
  const { style, marks } = look;
  if (event.end === "completed") return [];
  if (event.end === "interrupted") {
    return wrapped(`${marks.note} interrupted; /resume goes on from there`, look, style.yellow);
  }
  const message = event.problem ? `: ${inline(event.problem.message)}` : "";
  const what = event.end === "limit" ? "stopped at the most requests of one run" : "failed";
  return wrapped(`${marks.failed} ${what}${message}`, look, style.red);
}
