import { messageText } from "../../internal/content.ts";
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
import type { MessageOrigin } from "../../types.ts";
import { actionCall } from "./action-call.ts";
import { CondensedView } from "./condensed-view.ts";
import { isFailed } from "./is-failed.ts";

/** Events that no model sees. */
const SILENT: ReadonlySet<string> = new Set([
  "recall",
  "change_agent_state",
  "agent_state_changed",
  "null",
  "condensation_request",
]);

/** Tells a stream of the events of one run. Actions and observations are joined by `cause`. */
export class EventTeller {
  readonly #session: SessionBuilder;
  readonly #stream: StreamBuilder;
  /** By id of the action: the call that it was. */
  readonly #calls = new Map<number, string>();
  readonly #seen = new Set<number>();
  /** Responses of which an action was told. */
  readonly #responses = new Set<string>();
  /** Whether a response named the model that gave it. */
  hasModel = false;
  readonly #condensed = new CondensedView();

  constructor(session: SessionBuilder, stream: StreamBuilder) {
    this.#session = session;
    this.#stream = stream;
  }

  tell(event: JsonObject, place: MessageOrigin): void {
    const id = numberAt(event, "id");
    const timeMs = parseTimeMs(event["timestamp"]);
    const at: MessageOrigin = {
      ...place,
      ...(id === undefined ? {} : { id: String(id) }),
      ...(timeMs === undefined ? {} : { timeMs }),
    };
    if (id !== undefined && this.#seen.has(id)) {
      const message = "an event of an id that was already read; it is skipped.";
      this.#session.diagnose("record.duplicate", "warning", at.line, message);
      return;
    }
    if (id !== undefined) this.#seen.add(id);
    const handle = this.#tell(event, id, at);
    if (event["action"] !== "condensation") this.#condensed.add(id, handle);
  }

  #tell(event: JsonObject, id: number | undefined, at: MessageOrigin): number | undefined {
    const action = stringAt(event, "action");
    const observation = stringAt(event, "observation");
    if (observation !== undefined) return this.#observation(observation, event, at);
    if (action === undefined) {
      this.#session.diagnose(
        "record.malformed",
        "error",
        at.line,
        "an event is neither action nor observation; it is skipped.",
      );
      return undefined;
    }
    const args = objectAt(event, "args") ?? {};
    if (action === "system") this.#stream.instructions(stringAt(args, "content") ?? "", at);
    else if (action === "condensation") this.#condensation(args, at);
    else if (event["source"] === "user") return this.#user(action, event, args, at);
    else if (!SILENT.has(action)) return this.#agent(action, event, args, id, at);
    return undefined;
  }

  #user(
    action: string,
    event: JsonObject,
    args: JsonObject,
    at: MessageOrigin,
  ): number | undefined {
    if (SILENT.has(action)) return undefined;
    const text =
      stringAt(args, "content") ?? stringAt(args, "command") ?? stringAt(event, "message") ?? "";
    const nonTextParts = (arrayAt(args, "image_urls") ?? []).length;
    return this.#stream.user(text, nonTextParts > 0 ? { ...at, nonTextParts } : at);
  }

  #agent(
    action: string,
    event: JsonObject,
    args: JsonObject,
    id: number | undefined,
    at: MessageOrigin,
  ): number | undefined {
    const { key, text, call } = actionCall(action, event, args, id, this.#session, at.line);
    if (call !== undefined && id !== undefined) this.#calls.set(id, call.id);
    // The text of a response with several calls stands in each of its actions.
    const isFurther = key !== undefined && this.#responses.has(key);
    const handle = this.#stream.assistant({
      ...(key === undefined ? {} : { key }),
      text: isFurther ? "" : text,
      calls: call === undefined ? [] : [call],
      at,
    });
    if (key !== undefined) this.#responses.add(key);
    const response = objectAt(objectAt(event, "tool_call_metadata") ?? {}, "model_response");
    const model = response && nameAt(response, "model");
    this.#session.addModel(model);
    this.hasModel ||= model !== undefined;
    const usage = openaiUsage(response, model, at.timeMs);
    if (usage !== undefined) this.#stream.usage(handle, usage);
    return handle;
  }

  #observation(kind: string, event: JsonObject, at: MessageOrigin): number | undefined {
    const content = stringAt(event, "content") ?? "";
    if (kind === "recall") return this.#recall(event, at);
    if (SILENT.has(kind)) return undefined;
    const metadata = objectAt(event, "tool_call_metadata") ?? {};
    const cause = numberAt(event, "cause");
    const caused = cause === undefined ? undefined : this.#calls.get(cause);
    const callId = caused ?? nameAt(metadata, "tool_call_id");
    if (callId !== undefined) {
      return this.#stream.result({ callId, content, isError: isFailed(kind, event), at });
    }
    if (kind !== "error") {
      const message = "an observation without an action; it is kept as text of the environment.";
      this.#session.diagnose("result.orphan", "warning", at.line, message);
    }
    return this.#stream.user(content, { ...at, isInjected: true });
  }

  /** Knowledge that was added to the user's message. */
  #recall(event: JsonObject, at: MessageOrigin): number | undefined {
    const extras = objectAt(event, "extras") ?? {};
    const known = (arrayAt(extras, "microagent_knowledge") ?? []).filter(isObject);
    const texts = [
      stringAt(extras, "repo_instructions"),
      stringAt(extras, "additional_agent_instructions"),
      ...known.map((entry) => messageText(entry["content"]).text),
    ].filter((text) => text !== undefined && text !== "");
    if (texts.length === 0) return undefined;
    return this.#stream.user(texts.join("\n"), { ...at, isInjected: true });
  }

  /** A condenser takes further events out, and may put a summary in their place. */
  #condensation(args: JsonObject, at: MessageOrigin): void {
    this.#condensed.forget(args);
    const summary = stringAt(args, "summary");
    if (summary !== undefined)
      this.#condensed.summary = { role: "user", kind: "checkpoint", text: summary, at };
    const context = this.#stream.namesOlder ? this.#condensed.context() : [];
    const handles = this.#stream.compaction({ context, trigger: "auto", at });
    this.#condensed.told(context, handles);
  }
}
