import type { ToolCall } from "@alisio/governor/message";
import { callArguments } from "../../internal/call-arguments.ts";
import { resultContent } from "../../internal/content.ts";
import {
  arrayAt,
  isObject,
  type JsonObject,
  nameAt,
  numberAt,
  objectAt,
  stringAt,
} from "../../internal/json.ts";
import type { SessionBuilder } from "../../internal/session-builder.ts";
import type { ResultPiece } from "../../internal/stream-builder.ts";
import { parseTimeMs } from "../../internal/time.ts";
import type { OpencodePart } from "./records.ts";

/** A call, and its result if it has one. */
export interface ToolPart {
  readonly call: ToolCall;
  readonly result: ResultPiece | undefined;
}

/** Reads a part of type `tool`; `undefined` when it names no call. */
export function toolPart(
  part: OpencodePart,
  index: number | undefined,
  session: SessionBuilder,
): ToolPart | undefined {
  const { value, line } = part;
  const id = nameAt(value, "callID");
  const name = nameAt(value, "tool");
  if (id === undefined || name === undefined) return undefined;
  const state = objectAt(value, "state") ?? {};
  const time = objectAt(state, "time") ?? {};
  const call = { id, name, args: argumentsOf(state, session, line) };
  const result = resultOf(state);
  const timeMs = parseTimeMs(time["end"]) ?? parseTimeMs(time["start"]);
  const at = {
    line,
    ...(index === undefined ? {} : { index }),
    id: part.id,
    ...(timeMs === undefined ? {} : { timeMs }),
  };
  return { call, result: result && { callId: id, ...result, at } };
}

/** While a call is being written its arguments stand in `raw`, as far as they have come. */
function argumentsOf(state: JsonObject, session: SessionBuilder, line: number): unknown {
  const input = state["input"];
  const raw = stringAt(state, "raw");
  const isEmpty = input === undefined || (isObject(input) && Object.keys(input).length === 0);
  return callArguments(isEmpty && raw ? raw : input, session, line);
}

function resultOf(state: JsonObject): Pick<ResultPiece, "content" | "isError"> | undefined {
  const metadata = objectAt(state, "metadata");
  if (state["status"] === "error") {
    // A command that was interrupted keeps what it had printed.
    const printed = metadata?.["interrupted"] === true ? stringAt(metadata, "output") : undefined;
    return { content: printed ?? stringAt(state, "error") ?? "", isError: true };
  }
  if (state["status"] !== "completed") return undefined;
  const text = resultContent(state["output"]);
  const attachments = (arrayAt(state, "attachments") ?? []).filter(isObject);
  // The exit code of a command stands beside its text and is not part of it.
  const exit = (metadata && numberAt(metadata, "exit")) ?? 0;
  const content =
    attachments.length === 0 || typeof text !== "string"
      ? text
      : resultContent([{ type: "text", text }, ...attachments]);
  return { content, isError: exit !== 0 };
}
