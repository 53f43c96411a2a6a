import type { AgentEvent } from "@alisio/agent";
import { grouped, neutral, neutralLines, spaced } from "../view/words.ts";

/** How an event is shown: never by a colour alone. Texts are neutralised. */
export interface EventWords {
  readonly sign: string;
  readonly title: string;
  readonly text: string;
}

/** Characters of an answer that are shown. */
const MAX_TEXT = 4000;

/** Objects within objects whose fields are shown: far more than any event has. */
const MAX_DEPTH = 9;

/** Signs by the first word of an event's type. */
const SIGNS: Readonly<Record<string, string>> = {
  run: "▶",
  request: "→",
  context: "◆",
  assistant: "“",
  tool: "○",
  approval: "?",
  model: "!",
};

/** What an event says, for the list. A type that this page doesn't know shows by its fields. */
export function eventWords(event: AgentEvent): EventWords {
  const [first = "", ...rest] = event.type.split(/[._]/);
  const text = textOf(event);
  return {
    sign: SIGNS[first] ?? "·",
    title: neutral([first, ...rest].join(" ")).slice(0, 80),
    text: neutralLines(text.length > MAX_TEXT ? `${text.slice(0, MAX_TEXT)} ...` : text),
  };
}

/** A field of another type than it should be hides no other event: the fields are shown as they are. */
function textOf(event: AgentEvent): string {
  if (event.type === "context_governed") {
    const { tokensBefore, tokensAfter, elided, mode } = event;
    const [word, would] = mode === "on" ? [mode, ""] : ["shadow", "would be "];
    if ([tokensBefore, tokensAfter, elided].every(Number.isFinite)) {
      return `${word}: ${grouped(tokensAfter)} of ${grouped(tokensBefore)} tokens, ${grouped(elided)} ${would}elided`;
    }
  }
  if (event.type === "assistant.message" && typeof event.text === "string" && event.text) {
    return event.text;
  }
  return fieldsText(event, MAX_DEPTH);
}

/** Names and values, those of objects within it too; ids of calls tell nobody anything. */
function fieldsText(event: object, depth: number): string {
  if (depth === 0) return "...";
  return Object.entries(event)
    .filter(([name, value]) => name !== "type" && name !== "callId" && value !== false)
    .map(([name, value]) =>
      typeof value === "object" && value
        ? fieldsText(value, depth - 1)
        : `${spaced(name)} ${typeof value === "number" ? grouped(value) : value}`,
    )
    .filter((text) => text !== "")
    .join(", ");
}
