import type { ToolCall } from "@alisio/governor/message";
import { type JsonObject, nameAt, objectAt, stringAt } from "../../internal/json.ts";
import type { SessionBuilder } from "../../internal/session-builder.ts";
import type {
  Handle,
  NewMessage,
  ResultPiece,
  StreamBuilder,
} from "../../internal/stream-builder.ts";
import { parseTimeMs } from "../../internal/time.ts";
import { UnknownRecords } from "../../internal/unknown-records.ts";
import type { MessageOrigin } from "../../types.ts";
import { ClearedResults } from "./cleared-results.ts";
import {
  type OpencodeMessage,
  type OpencodePart,
  type OpencodeSession,
  revertedFrom,
} from "./records.ts";
import { roleOf } from "./role.ts";
import { toolPart } from "./tool-part.ts";
import { opencodeUsage } from "./usage.ts";

/** One response of the model: opencode keeps the steps of a message together, the model does not. */
interface Step {
  text: string;
  readonly calls: ToolCall[];
  readonly results: ResultPiece[];
  usage: JsonObject | undefined;
}

/** Tells the builder of one session's messages, in order. */
export class SessionTeller {
  readonly #session: SessionBuilder;
  readonly #stream: StreamBuilder;
  readonly #unknown: UnknownRecords;
  /** Of each message so far, what it was told as. */
  readonly #told: (readonly Handle[])[] = [];
  readonly #positions = new Map<string, number>();
  #cleared: ClearedResults | undefined;
  #compaction: OpencodeMessage | undefined;

  constructor(session: SessionBuilder, stream: StreamBuilder) {
    this.#session = session;
    this.#stream = stream;
    this.#unknown = new UnknownRecords(session);
  }

  tell(source: OpencodeSession): void {
    const messages = [...source.messages.values()];
    const reverted = messages.findIndex(({ id }) => id === revertedFrom(source));
    const kept = reverted < 0 ? messages : messages.slice(0, reverted);
    this.#cleared = new ClearedResults(this.#stream, kept);
    for (const message of kept) this.#message(message);
    this.#cleared.finish({ line: kept.at(-1)?.line ?? source.line });
    const first = messages[kept.length];
    if (first === undefined) return;
    this.#session.diagnose(
      "branch.abandoned",
      "information",
      first.line,
      `${messages.length - kept.length} messages were taken back by the user; they are not part of the conversation.`,
    );
  }

  #message(message: OpencodeMessage): void {
    const at = originOf(message);
    if (message.info === undefined) {
      const text = "a message of which only parts are recorded; its role is taken from them.";
      this.#session.diagnose("chain.broken", "warning", message.line, text);
    }
    const handles =
      roleOf(message) === "user" ? this.#user(message, at) : this.#assistant(message, at);
    this.#positions.set(message.id, this.#told.length);
    this.#told.push(handles);
  }

  #user(message: OpencodeMessage, at: MessageOrigin): Handle[] {
    const parts = [...message.parts.values()];
    if (parts.some(({ value }) => value["type"] === "compaction")) {
      this.#compaction = message;
      return [];
    }
    const texts = parts.filter(
      ({ value }) => value["type"] === "text" && value["ignored"] !== true,
    );
    const nonTextParts = parts.filter(({ value }) => isMedia(value)).length;
    if (texts.length === 0 && nonTextParts === 0) return [];
    const isInjected =
      texts.every(({ value }) => value["synthetic"] === true) && nonTextParts === 0;
    const text = texts.map(({ value }) => stringAt(value, "text") ?? "").join("");
    return [
      this.#stream.user(text, {
        ...at,
        ...(isInjected ? { isInjected } : {}),
        ...(nonTextParts === 0 ? {} : { nonTextParts }),
      }),
    ];
  }

  #assistant(message: OpencodeMessage, at: MessageOrigin): Handle[] {
    const info = message.info ?? {};
    this.#cleared?.mark(at.timeMs, at);
    const steps = this.#steps(message);
    if (info["summary"] === true) {
      this.#compact(info, steps, at);
      return [];
    }
    const model = nameAt(info, "modelID");
    if (steps.length > 0) this.#session.addModel(model);
    return steps.flatMap((step) => {
      const handle = this.#stream.assistant({ text: step.text, calls: step.calls, at });
      const tokens = step.usage ?? (steps.length === 1 ? objectAt(info, "tokens") : undefined);
      const usage = opencodeUsage(tokens, model, at.timeMs);
      if (usage !== undefined) this.#stream.usage(handle, usage);
      return [handle, ...step.results.map((result) => this.#stream.result(result))];
    });
  }

  /** Splits a message where the model was asked again. Steps without content are none. */
  #steps(message: OpencodeMessage): Step[] {
    const steps: Step[] = [newStep()];
    for (const part of message.parts.values()) {
      const step = steps[steps.length - 1] as Step;
      const { type } = part.value;
      if (type === "step-start") steps.push(newStep());
      else if (type === "text") step.text += stringAt(part.value, "text") ?? "";
      else if (type === "step-finish") step.usage = objectAt(part.value, "tokens");
      else if (type === "tool") this.#tool(part, message.index, step);
    }
    return steps.filter(({ text, calls }) => text !== "" || calls.length > 0);
  }

  #tool(part: OpencodePart, index: number | undefined, step: Step): void {
    const tool = toolPart(part, index, this.#session);
    if (tool === undefined) {
      this.#unknown.malformed(part.line, "a tool part names no call");
      return;
    }
    step.calls.push(tool.call);
    if (tool.result !== undefined) step.results.push(tool.result);
  }

  /** A response marked as summary stands for all that was before it, a kept tail excepted. */
  #compact(info: JsonObject, steps: readonly Step[], at: MessageOrigin): void {
    const text = steps.map((step) => step.text).join("");
    const request = this.#compaction;
    this.#compaction = undefined;
    if (info["error"] !== undefined || text === "") return;
    const part = [...(request?.parts.values() ?? [])].find(
      ({ value }) => value["type"] === "compaction",
    )?.value;
    const tailId = part && nameAt(part, "tail_start_id");
    const tail = this.#stream.namesOlder ? this.#positions.get(tailId ?? "") : undefined;
    const kept = tail === undefined ? [] : this.#told.slice(tail).flat();
    const checkpoint: NewMessage = { role: "user", kind: "checkpoint", text, at };
    const isAuto = part?.["auto"];
    this.#stream.compaction({
      context: [checkpoint, ...kept],
      ...(typeof isAuto === "boolean" ? { trigger: isAuto ? "auto" : "manual" } : {}),
      at,
    });
  }
}

function newStep(): Step {
  return { text: "", calls: [], results: [], usage: undefined };
}

/** Text files and directories are sent as text parts of their own. */
function isMedia(value: JsonObject): boolean {
  const mime = value["mime"];
  return value["type"] === "file" && mime !== "text/plain" && mime !== "application/x-directory";
}

function originOf(message: OpencodeMessage): MessageOrigin {
  const time = message.info && objectAt(message.info, "time");
  const timeMs = parseTimeMs(time?.["created"]);
  return {
    line: message.line,
    ...(message.index === undefined ? {} : { index: message.index }),
    id: message.id,
    ...(timeMs === undefined ? {} : { timeMs }),
  };
}
