import type { ToolCall } from "@alisio/governor/message";
import { messageText, resultContent } from "../../internal/content.ts";
import { isObject, type JsonObject, nameAt, stringAt } from "../../internal/json.ts";
import { type ItemProblems, writtenArguments } from "./item-problems.ts";
import type { Item, PlacedItem } from "./items.ts";

/** Whether an entry can only be one of OpenAI Responses. */
export function isResponsesItem(entry: JsonObject): boolean {
  const type = stringAt(entry, "type") ?? "";
  if (type.endsWith("_call") || type.endsWith("_call_output")) {
    return typeof entry["call_id"] === "string" || typeof entry["id"] === "string";
  }
  return type === "reasoning" || type === "item_reference";
}

/**
 * What the input of OpenAI Responses says. Assistant messages, reasoning and calls that follow one
 * another, with no output between, are one response.
 */
export function responsesItems(input: unknown, problems: ItemProblems): readonly PlacedItem[] {
  if (typeof input === "string") {
    return [{ item: { kind: "user", text: input, nonTextParts: 0 }, index: 0 }];
  }
  const placed: PlacedItem[] = [];
  let response: Response | undefined;
  const close = (): void => {
    if (response)
      placed.push({ item: { kind: "assistant", ...response.said }, index: response.index });
    response = undefined;
  };
  for (const [index, entry] of (Array.isArray(input) ? input : []).entries()) {
    if (!isObject(entry)) continue;
    const piece = pieceOf(entry, problems);
    if (piece === undefined) continue;
    if (piece.item !== undefined) {
      close();
      placed.push({ item: piece.item, index });
      continue;
    }
    response ??= { index, said: { text: "", calls: [], nonTextParts: 0 } };
    response.said.text += piece.text ?? "";
    response.said.calls.push(...(piece.calls ?? []));
    response.said.nonTextParts += piece.nonTextParts ?? 0;
  }
  close();
  return placed;
}

interface Response {
  readonly index: number;
  readonly said: { text: string; readonly calls: ToolCall[]; nonTextParts: number };
}

/** An item of its own, or a piece of the response at hand. */
interface Piece {
  readonly item?: Item;
  readonly text?: string;
  readonly calls?: readonly ToolCall[];
  readonly nonTextParts?: number;
}

function pieceOf(entry: JsonObject, problems: ItemProblems): Piece | undefined {
  const type = stringAt(entry, "type") ?? "message";
  if (type === "message") return messagePiece(entry);
  if (type === "reasoning") return {};
  if (type.endsWith("_call_output")) return outputPiece(entry);
  return type.endsWith("_call") ? callPiece(type, entry, problems) : undefined;
}

function messagePiece(entry: JsonObject): Piece | undefined {
  const { text, nonTextParts } = messageText(entry["content"]);
  switch (entry["role"]) {
    case "assistant":
      return { text: text + refusals(entry["content"]), nonTextParts: 0 };
    case "user":
      return { item: { kind: "user", text, nonTextParts } };
    case "system":
    case "developer":
      return { item: { kind: "system", text } };
    default:
      return undefined;
  }
}

function refusals(content: unknown): string {
  const parts = Array.isArray(content) ? content : [];
  return parts.map((part) => (isObject(part) ? (stringAt(part, "refusal") ?? "") : "")).join("");
}

function callPiece(type: string, entry: JsonObject, problems: ItemProblems): Piece | undefined {
  const id = nameAt(entry, "call_id");
  // A tool that the provider runs has no call id: its call and what came of it are in the response.
  if (id === undefined) {
    if (type === "function_call") problems.nameless();
    return {};
  }
  const name = nameAt(entry, "name") ?? type.slice(0, -"_call".length);
  const namespace = nameAt(entry, "namespace");
  const args = entry["arguments"] ?? entry["action"];
  const isCustom = typeof entry["input"] === "string" && args === undefined;
  return {
    calls: [
      {
        id,
        name: namespace === undefined ? name : qualifiedName(namespace, name),
        args: isCustom ? entry["input"] : writtenArguments(args, id, problems),
      },
    ],
  };
}

/** The name under which the model calls a tool of a namespace, as `mcp__server__tool`. */
function qualifiedName(namespace: string, name: string): string {
  const isJoined = namespace.endsWith("_") || name.startsWith("_");
  return isJoined ? `${namespace}${name}` : `${namespace}__${name}`;
}

function outputPiece(entry: JsonObject): Piece | undefined {
  const callId = nameAt(entry, "call_id");
  if (callId === undefined) return undefined;
  const output = entry["output"];
  const inner = isObject(output) && typeof output["content"] === "string" ? output : undefined;
  const content = resultContent(inner ? inner["content"] : output);
  return { item: { kind: "result", callId, content, isError: inner?.["success"] === false } };
}
