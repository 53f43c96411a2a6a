import { isAgentText } from "../../internal/agent-text.ts";
import { messageText, resultContent } from "../../internal/content.ts";
import { toCount } from "../../internal/counts.ts";
import type { FormatReader, RecordEntry } from "../../internal/format.ts";
import {
  isObject,
  type JsonObject,
  jsonText,
  nameAt,
  numberAt,
  objectAt,
  stringAt,
} from "../../internal/json.ts";
import type { SessionBuilder } from "../../internal/session-builder.ts";
import type { Handle, StreamBuilder } from "../../internal/stream-builder.ts";
import { parseTimeMs } from "../../internal/time.ts";
import { UnknownRecords } from "../../internal/unknown-records.ts";
import type { MessageOrigin } from "../../types.ts";
import { callOf } from "./call.ts";
import { type CodexHandles, compactionContext } from "./compaction.ts";
import { saysFailure } from "./outcome.ts";
import { UsageReports } from "./usage.ts";

/** Items that a model's response is made of and that hold no text or call of their own. */
const SILENT_ITEMS: ReadonlySet<string> = new Set([
  "reasoning",
  "web_search_call",
  "image_generation_call",
  "ghost_snapshot",
  "compaction",
  "compaction_summary",
  "context_compaction",
  "compaction_trigger",
  "other",
]);

/**
 * Reads a Codex rollout. One response is a run of assistant messages, reasoning and calls with no
 * output between. Events repeat items, and only what items don't say is taken from them.
 */
export class CodexReader implements FormatReader {
  readonly #session: SessionBuilder;
  readonly #unknown: UnknownRecords;
  readonly #usage = new UsageReports();
  readonly #failed: Set<string> = new Set();
  readonly #handles: CodexHandles = {
    initial: [],
    turns: [],
    calls: new Map(),
    results: new Map(),
  };
  #stream: StreamBuilder | undefined;
  #isSubagent = false;
  #responses = 0;
  #isInResponse = false;
  #model: string | undefined;

  constructor(session: SessionBuilder) {
    this.#session = session;
    this.#unknown = new UnknownRecords(session);
  }

  push({ value, line }: RecordEntry): void {
    if (!isObject(value)) {
      this.#unknown.add(undefined, line);
      return;
    }
    const timeMs = parseTimeMs(value["timestamp"]);
    this.#session.seenTime(timeMs, line);
    const payload = objectAt(value, "payload");
    const at: MessageOrigin = { line, ...(timeMs === undefined ? {} : { timeMs }) };
    if (payload === undefined) this.#bare(value, at);
    else this.#record(value["type"], payload, at);
  }

  finish(): void {}

  #record(type: unknown, payload: JsonObject, at: MessageOrigin): void {
    switch (type) {
      case "session_meta":
        this.#meta(payload, at);
        break;
      case "turn_context":
        this.#model = nameAt(payload, "model") ?? this.#model;
        this.#session.addModel(this.#model);
        this.#session.cwd ??= nameAt(payload, "cwd");
        break;
      case "response_item":
        this.#item(payload, at);
        break;
      case "event_msg":
        this.#event(payload, at);
        break;
      case "compacted":
        this.#compacted(payload, at);
        break;
      default:
        this.#unknown.add(type, at.line);
    }
  }

  /** Rollouts of old versions: items without an envelope, and a first line without a type. */
  #bare(value: JsonObject, at: MessageOrigin): void {
    if (value["record_type"] !== undefined) return;
    if (typeof value["type"] === "string") this.#item(value, at);
    else if (typeof value["id"] === "string") this.#meta(value, at);
    else this.#unknown.add(undefined, at.line);
  }

  #meta(payload: JsonObject, at: MessageOrigin): void {
    // A resumed or forked file repeats the records of its ancestors: the first one is its own.
    const isFirst = this.#session.sessionId === undefined;
    this.#session.sessionId ??= nameAt(payload, "id") ?? nameAt(payload, "session_id");
    this.#session.cwd ??= nameAt(payload, "cwd");
    this.#session.agentVersion ??= nameAt(payload, "cli_version");
    const source = objectAt(payload, "source");
    if (isFirst && this.#stream === undefined) {
      this.#isSubagent =
        source?.["subagent"] !== undefined || payload["thread_source"] === "subagent";
    }
    const base = payload["base_instructions"];
    const text = isObject(base) ? stringAt(base, "text") : base;
    if (typeof text === "string" && text !== "") this.#open().instructions(text, at);
  }

  #open(): StreamBuilder {
    this.#stream ??= this.#isSubagent
      ? this.#session.stream(this.#session.sessionId ?? "subagent", "subagent")
      : this.#session.main();
    return this.#stream;
  }

  #item(item: JsonObject, at: MessageOrigin): void {
    const type = stringAt(item, "type") ?? "";
    const id = nameAt(item, "id");
    const origin: MessageOrigin = id === undefined ? at : { ...at, id };
    if (type === "message") this.#message(item, origin);
    else if (type.endsWith("_output")) this.#output(item, origin);
    else if (SILENT_ITEMS.has(type)) {
      if (type === "reasoning" || type.endsWith("_call")) this.#response(origin);
    } else this.#call(item, origin);
  }

  #message(item: JsonObject, at: MessageOrigin): void {
    const { text, nonTextParts } = messageText(item["content"]);
    const origin: MessageOrigin = nonTextParts === 0 ? at : { ...at, nonTextParts };
    const role = item["role"];
    if (role === "assistant") {
      this.#response(origin, text);
      return;
    }
    this.#isInResponse = false;
    if (role === "user") this.#user(text, origin);
    else if (role === "developer" || role === "system") {
      const handle = this.#open().system(text, origin);
      if (this.#handles.turns.length === 0) this.#handles.initial.push(handle);
    } else this.#unknown.malformed(at.line, "a message has no known role");
  }

  #user(text: string, at: MessageOrigin): void {
    const isInjected = isAgentText(text);
    const handle = this.#open().user(text, isInjected ? { ...at, isInjected } : at);
    if (!isInjected) this.#handles.turns.push({ handle, length: text.length });
    else if (this.#handles.turns.length === 0) this.#handles.initial.push(handle);
  }

  #response(at: MessageOrigin, text = ""): Handle {
    if (!this.#isInResponse) this.#responses += 1;
    this.#isInResponse = true;
    this.#usage.responded();
    return this.#open().assistant({ key: `response-${this.#responses}`, text, at });
  }

  #call(item: JsonObject, at: MessageOrigin): void {
    const call = callOf(item, this.#session, at.line);
    if (call === undefined) {
      if (stringAt(item, "type")?.endsWith("_call"))
        this.#unknown.malformed(at.line, "a call has no id or name");
      else this.#unknown.add(item["type"], at.line);
      return;
    }
    this.#response(at);
    const key = `response-${this.#responses}`;
    this.#handles.calls.set(call.id, this.#open().assistant({ key, calls: [call], at }));
  }

  #output(item: JsonObject, at: MessageOrigin): void {
    this.#isInResponse = false;
    const callId = nameAt(item, "call_id");
    if (callId === undefined) {
      this.#unknown.malformed(at.line, "an output names no call");
      return;
    }
    const output = outputOf(item);
    const content = resultContent(output.value);
    const isError =
      output.isFailure ||
      this.#failed.has(callId) ||
      (typeof content === "string" && saysFailure(content));
    this.#handles.results.set(callId, this.#open().result({ callId, content, isError, at }));
    const subagentId = typeof content === "string" ? startedSubagent(content) : undefined;
    if (subagentId !== undefined && !isError) {
      this.#session.startedSubagent(subagentId, { streamId: this.#open().id, callId });
    }
  }

  #event(event: JsonObject, at: MessageOrigin): void {
    const callId = nameAt(event, "call_id");
    switch (event["type"]) {
      case "token_count":
        this.#usage.report(event, this.#open(), this.#model, at.timeMs);
        break;
      case "patch_apply_end":
        if (callId !== undefined && event["success"] === false) this.#fails(callId);
        break;
      case "exec_command_end":
        if (callId !== undefined && (numberAt(event, "exit_code") ?? 0) !== 0) this.#fails(callId);
        break;
      case "thread_rolled_back":
        this.#rollBack(toCount(event["num_turns"]) ?? 0, at.line);
        break;
      case "thread_name_updated":
        this.#session.title = nameAt(event, "thread_name") ?? this.#session.title;
        break;
      default:
    }
  }

  #fails(callId: string): void {
    this.#failed.add(callId);
    const result = this.#handles.results.get(callId);
    if (result !== undefined) this.#open().markError(result);
  }

  #rollBack(turns: number, line: number): void {
    const starts = this.#handles.turns.splice(Math.max(0, this.#handles.turns.length - turns));
    const first = starts[0];
    if (turns < 1 || first === undefined) return;
    this.#isInResponse = false;
    const removed = this.#open().rewind(first.handle);
    this.#session.diagnose(
      "branch.abandoned",
      "information",
      line,
      `${removed} messages were rolled back here by the user; they do not count.`,
    );
  }

  #compacted(payload: JsonObject, at: MessageOrigin): void {
    this.#isInResponse = false;
    const context = compactionContext(payload, this.#open(), this.#handles, at);
    this.#open().compaction({ context, at });
  }
}

/** The thread that a call started, as `spawn_agent` answers: `{"agent_id": ...}`. */
function startedSubagent(output: string): string | undefined {
  if (output.length > 1000 || !output.startsWith('{"agent_id":')) return undefined;
  try {
    const value: unknown = JSON.parse(output);
    return isObject(value) ? nameAt(value, "agent_id") : undefined;
  } catch {
    return undefined;
  }
}

/** The output of a call: text or parts, in some versions in an object with the outcome. */
function outputOf(item: JsonObject): { readonly value: unknown; readonly isFailure: boolean } {
  const output =
    item["type"] === "tool_search_output" ? jsonText(item["tools"] ?? []) : item["output"];
  if (!isObject(output)) return { value: output, isFailure: false };
  const isFailure = output["success"] === false;
  return { value: output["content_items"] ?? output["content"] ?? output, isFailure };
}
