import type { ToolCall } from "@alisio/governor/message";
import { callArguments } from "../../internal/call-arguments.ts";
import { messageText } from "../../internal/content.ts";
import {
  arrayAt,
  isObject,
  type JsonObject,
  nameAt,
  objectAt,
  stringAt,
} from "../../internal/json.ts";
import type { SessionBuilder } from "../../internal/session-builder.ts";

/** What an action of the agent says: text of a response, and the call that it was. */
export interface ActionCall {
  /** The response's id: actions of one response are one message. */
  readonly key: string | undefined;
  readonly text: string;
  readonly call: ToolCall | undefined;
}

/**
 * An action came of a tool call, which its metadata hold as the model wrote it. Without them (the
 * model wrote its call as text) the action itself is the call.
 */
export function actionCall(
  action: string,
  event: JsonObject,
  args: JsonObject,
  id: number | undefined,
  session: SessionBuilder,
  line: number,
): ActionCall {
  const metadata = objectAt(event, "tool_call_metadata");
  const response = metadata && objectAt(metadata, "model_response");
  const key = response && nameAt(response, "id");
  const message = messageOf(response);
  // What the model said stands in its response; without one, in what the agent took from it.
  const text =
    message === undefined
      ? (stringAt(args, "thought") ?? "")
      : messageText(message["content"]).text;
  const callId = metadata && nameAt(metadata, "tool_call_id");
  if (metadata !== undefined && callId !== undefined) {
    const written = writtenCall(message, callId);
    const name =
      nameAt(metadata, "function_name") ?? (written && nameAt(written, "name")) ?? action;
    const input = written === undefined ? withoutText(args) : written["arguments"];
    return { key, text, call: { id: callId, name, args: callArguments(input, session, line) } };
  }
  if (action === "message" || action === "finish" || action === "think") {
    const content = stringAt(args, "content") ?? stringAt(args, "final_thought") ?? text;
    return { key, text: content || (stringAt(event, "message") ?? ""), call: undefined };
  }
  return { key, text, call: { id: `action-${id ?? line}`, name: action, args: withoutText(args) } };
}

function messageOf(response: JsonObject | undefined): JsonObject | undefined {
  const choice = ((response && arrayAt(response, "choices")) ?? [])[0];
  return isObject(choice) ? objectAt(choice, "message") : undefined;
}

function writtenCall(message: JsonObject | undefined, callId: string): JsonObject | undefined {
  for (const call of (message && arrayAt(message, "tool_calls")) ?? []) {
    if (isObject(call) && call["id"] === callId) return objectAt(call, "function");
  }
  return undefined;
}

/** The arguments of an action, without what the agent thought and how it was run. */
function withoutText(args: JsonObject): JsonObject {
  const kept = Object.entries(args).filter(([name]) => !NOT_ARGUMENTS.has(name));
  return Object.fromEntries(kept);
}

const NOT_ARGUMENTS: ReadonlySet<string> = new Set([
  "thought",
  "blocking",
  "is_static",
  "hidden",
  "confirmation_state",
  "impl_source",
  "security_risk",
]);
