import { messageText, resultContent } from "../../internal/content.ts";
import type { FormatReader, RecordEntry } from "../../internal/format.ts";
import {
  arrayAt,
  isObject,
  type JsonObject,
  nameAt,
  numberAt,
  objectAt,
  stringAt,
} from "../../internal/json.ts";
import { openaiUsage } from "../../internal/openai-usage.ts";
import type { SessionBuilder } from "../../internal/session-builder.ts";
import type { StreamBuilder } from "../../internal/stream-builder.ts";
import { parseTimeMs } from "../../internal/time.ts";
import { UnknownRecords } from "../../internal/unknown-records.ts";
import type { MessageOrigin } from "../../types.ts";
import { type ItemProblems, itemProblems } from "../requests/item-problems.ts";
import { chatItems } from "../requests/openai-chat.ts";
import { responsesItems } from "../requests/openai-responses.ts";
import { type FenceLanguage, fencedCommand, fenceLanguage } from "./fenced-command.ts";

/** Reads one trajectory. */
export class MiniReader implements FormatReader {
  readonly #session: SessionBuilder;
  readonly #unknown: UnknownRecords;
  readonly #problems: ItemProblems;
  readonly #stream: StreamBuilder;
  #language: FenceLanguage = "bash";
  #line = 0;
  /** The call that the next user message answers. */
  #openCall: string | undefined;

  constructor(session: SessionBuilder) {
    this.#session = session;
    this.#unknown = new UnknownRecords(session);
    this.#problems = itemProblems(session, () => this.#line);
    this.#stream = session.main();
  }

  push({ value, line }: RecordEntry): void {
    const messages = Array.isArray(value)
      ? value
      : isObject(value)
        ? arrayAt(value, "messages")
        : undefined;
    this.#line = line;
    if (messages === undefined) {
      this.#unknown.malformed(line, "a record is no trajectory");
      return;
    }
    if (isObject(value)) this.#about(value);
    this.#language = fenceLanguage(promptsOf(messages));
    for (const [index, message] of messages.entries()) {
      const isLast = index === messages.length - 1;
      if (isObject(message)) this.#message(message, originOf(message, line, index), isLast);
      else this.#unknown.malformed(line, "a message is not an object");
    }
  }

  finish(): void {}

  #about(document: JsonObject): void {
    const info = objectAt(document, "info") ?? {};
    const config = objectAt(info, "config") ?? {};
    this.#session.sessionId ??= nameAt(document, "instance_id");
    this.#session.cwd ??= nameAt(objectAt(config, "environment") ?? {}, "cwd");
    this.#session.agentVersion ??= nameAt(info, "mini_version");
  }

  #message(message: JsonObject, at: MessageOrigin, isLast: boolean): void {
    if (message["object"] === "response") {
      this.#response(message, at);
      return;
    }
    if (message["type"] === "function_call_output") {
      this.#result(nameAt(message, "call_id"), message["output"], message, at);
      return;
    }
    const { text, nonTextParts } = messageText(message["content"]);
    const origin = nonTextParts > 0 ? { ...at, nonTextParts } : at;
    switch (message["role"]) {
      case "system":
        this.#stream.instructions(text, at);
        return;
      case "assistant":
        this.#assistant(message, text, at);
        return;
      case "tool":
        this.#result(nameAt(message, "tool_call_id"), message["content"], message, at);
        return;
      case "user":
        this.#user(text, origin, isLast);
        return;
      case "exit":
        // Written when the run ends; no model saw it.
        return;
      default:
        this.#unknown.malformed(at.line, "a message has no known role");
    }
  }

  #assistant(message: JsonObject, text: string, at: MessageOrigin): void {
    const [item] = chatItems(message, this.#problems);
    const written = item?.kind === "assistant" ? item.calls : [];
    const command = written.length > 0 ? undefined : fencedCommand(text, this.#language);
    const id = `call-${at.index ?? at.line}`;
    const calls = command === undefined ? written : [{ id, name: "bash", args: { command } }];
    this.#openCall = command === undefined ? undefined : id;
    const handle = this.#stream.assistant({ text, calls, at });
    const extra = objectAt(message, "extra") ?? {};
    this.#usage(handle, objectAt(extra, "response"), at);
  }

  /** A response of OpenAI Responses, kept as it came. */
  #response(message: JsonObject, at: MessageOrigin): void {
    this.#openCall = undefined;
    for (const { item } of responsesItems(message["output"], this.#problems)) {
      if (item.kind !== "assistant") continue;
      const handle = this.#stream.assistant({ text: item.text, calls: item.calls, at });
      this.#usage(handle, message, at);
    }
  }

  #usage(handle: number, response: JsonObject | undefined, at: MessageOrigin): void {
    const model = response && nameAt(response, "model");
    this.#session.addModel(model);
    const usage = openaiUsage(response, model, at.timeMs);
    if (usage !== undefined) this.#stream.usage(handle, usage);
  }

  #user(text: string, at: MessageOrigin, isLast: boolean): void {
    const callId = this.#openCall;
    this.#openCall = undefined;
    if (callId === undefined) {
      this.#stream.user(
        text,
        this.#stream.lastAssistant === undefined ? at : { ...at, isInjected: true },
      );
      return;
    }
    const code = returnCode(text);
    // Without a code a command was stopped, except for the last one: it hands in the work.
    const isError = code === undefined ? !isLast : code !== 0;
    this.#stream.result({ callId, content: text, isError, at });
  }

  #result(
    callId: string | undefined,
    content: unknown,
    message: JsonObject,
    at: MessageOrigin,
  ): void {
    if (callId === undefined) {
      this.#unknown.malformed(at.line, "a result names no call");
      return;
    }
    const result = resultContent(content);
    const code =
      numberAt(objectAt(message, "extra") ?? {}, "returncode") ??
      (typeof result === "string" ? returnCode(result) : undefined);
    this.#stream.result({ callId, content: result, isError: (code ?? 0) !== 0, at });
  }
}

function returnCode(text: string): number | undefined {
  const match = /^<returncode>(-?\d{1,10})<\/returncode>/.exec(text);
  return match ? Number(match[1]) : undefined;
}

function promptsOf(messages: readonly unknown[]): string[] {
  const first = messages.findIndex(
    (message) => isObject(message) && message["role"] === "assistant",
  );
  return messages
    .slice(0, first < 0 ? messages.length : first)
    .map((message) => (isObject(message) ? messageText(message["content"]).text : ""));
}

function originOf(message: JsonObject, line: number, index: number): MessageOrigin {
  const extra = objectAt(message, "extra") ?? {};
  const created = objectAt(extra, "response")?.["created"];
  const timeMs =
    parseTimeMs(message["timestamp"]) ?? parseTimeMs(extra["timestamp"]) ?? parseTimeMs(created);
  const id = stringAt(objectAt(extra, "response") ?? {}, "id");
  return {
    line,
    index,
    ...(id === undefined ? {} : { id }),
    ...(timeMs === undefined ? {} : { timeMs }),
  };
}
