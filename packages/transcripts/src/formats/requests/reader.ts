import type { FormatReader, RecordEntry } from "../../internal/format.ts";
import { isObject, type JsonObject } from "../../internal/json.ts";
import type { SessionBuilder } from "../../internal/session-builder.ts";
import { parseTimeMs } from "../../internal/time.ts";
import { UnknownRecords } from "../../internal/unknown-records.ts";
import type { MessageOrigin, StartedBy } from "../../types.ts";
import { answerIn } from "./answer.ts";
import { isMessageLike, type RequestFormat } from "./classify.ts";
import { requestContent } from "./content.ts";
import type { Conversation } from "./conversation.ts";
import { Conversations } from "./conversations.ts";
import { type ItemProblems, itemProblems } from "./item-problems.ts";
import { tellConversation } from "./tell-conversation.ts";
import { type FoundRequest, requestsIn } from "./unwrap.ts";

/** Fields in which logs note when a request was made. */
const TIME_FIELDS = ["timestamp", "time", "created_at", "createdAt", "startedDateTime", "date"];

/** Reads a request log: requests are sorted into conversations, each said once. */
export class RequestLogReader implements FormatReader {
  readonly #session: SessionBuilder;
  readonly #format: RequestFormat;
  readonly #unknown: UnknownRecords;
  readonly #problems: ItemProblems;
  #line = 0;
  readonly #conversations = new Conversations();
  /** Messages that stand on lines of their own. */
  readonly #loose: { readonly message: JsonObject; readonly line: number }[] = [];

  constructor(session: SessionBuilder, format: RequestFormat) {
    this.#session = session;
    this.#format = format;
    this.#unknown = new UnknownRecords(session);
    this.#problems = itemProblems(session, () => this.#line);
  }

  push({ value, line }: RecordEntry): void {
    this.#line = line;
    if (isMessageLike(value)) {
      this.#loose.push({ message: value, line });
      return;
    }
    const found = requestsIn(value);
    if (found.length === 0) this.#unknown.malformed(line, "a record holds no request");
    for (const request of found) this.#request(request, line);
  }

  finish(): void {
    this.#tellLoose();
    const ordered = this.#conversations.all
      .map((conversation, order) => ({ conversation, order, length: conversation.length }))
      .sort((a, b) => b.length - a.length || a.order - b.order)
      .map(({ conversation }) => conversation);
    const main = ordered[0];
    if (main === undefined) return;
    const starts = startsIn(main);
    for (const [index, conversation] of ordered.entries()) {
      const startedBy = conversation === main ? undefined : starts.get(firstText(conversation));
      const id = conversation === main ? "main" : `conversation-${index + 1}`;
      const stream = this.#session.stream(id, startedBy ? "subagent" : "main");
      if (startedBy) stream.startedBy = startedBy;
      tellConversation(conversation, stream);
      this.#reportTakenBack(conversation);
    }
  }

  #request({ body, classified, envelope }: FoundRequest, line: number): void {
    const content = requestContent(body, classified.format, this.#problems);
    const timeMs = timeIn(envelope);
    const at: MessageOrigin = { line, ...timed(timeMs) };
    const conversation = this.#conversations.add(content, at);
    this.#session.addModel(content.model);
    const answer = envelope && answerIn(envelope, this.#problems);
    if (answer === undefined) return;
    const usage = answer.usage && {
      ...(content.model === undefined ? {} : { model: content.model }),
      ...timed(timeMs),
      ...answer.usage,
    };
    conversation.answer(answer.item, usage, at);
  }

  /** Lines of messages are one conversation, as if they stood in one list. */
  #tellLoose(): void {
    const first = this.#loose[0];
    if (first === undefined) return;
    const messages = this.#loose.map(({ message }) => message);
    const field = this.#format === "openai-responses" ? "input" : "messages";
    this.#line = first.line;
    const content = requestContent({ [field]: messages }, this.#format, this.#problems);
    const items = content.items.map((placed) => {
      const line = this.#loose[placed.index]?.line;
      return line === undefined ? placed : { ...placed, line };
    });
    this.#conversations.add({ ...content, items }, { line: first.line });
  }

  #reportTakenBack(conversation: Conversation): void {
    if (conversation.takenBack === 0) return;
    this.#session.diagnose(
      "branch.abandoned",
      "information",
      conversation.log[0]?.type === "item" ? conversation.log[0].logged.at.line : undefined,
      `${conversation.takenBack} messages were taken back by later requests; they are not part of the conversation.`,
    );
  }
}

function timed(timeMs: number | undefined): { readonly timeMs?: number } {
  return timeMs === undefined ? {} : { timeMs };
}

function timeIn(envelope: JsonObject | undefined): number | undefined {
  for (const source of [envelope, envelope?.["request"]]) {
    if (!isObject(source)) continue;
    for (const field of TIME_FIELDS) {
      const timeMs = parseTimeMs(source[field]);
      if (timeMs !== undefined) return timeMs;
    }
  }
  return undefined;
}

/** Texts that calls of the main conversation passed on, each with its call. */
function startsIn(main: Conversation): ReadonlyMap<string, StartedBy> {
  const starts = new Map<string, StartedBy>();
  for (const entry of main.log) {
    if (entry.type !== "item" || entry.logged.item.kind !== "assistant") continue;
    for (const { id, args } of entry.logged.item.calls) {
      const prompt = isObject(args) ? args["prompt"] : undefined;
      if (typeof prompt === "string" && prompt !== "" && !starts.has(prompt)) {
        starts.set(prompt, { streamId: "main", callId: id });
      }
    }
  }
  return starts;
}

function firstText(conversation: Conversation): string {
  const { first } = conversation;
  return first?.kind === "user" ? first.text : "";
}
