import { isRecord } from "../../internal/is-record.ts";
import type { Part, ToolCall } from "../../message.ts";
import { textOf } from "./content.ts";
import { Draft, type Drafted, type DraftedResult, withParts } from "./draft.ts";
import { eachRecord, type Fields, nameAt } from "./fields.ts";
import { responseOf } from "./gemini-response.ts";
import { PositionalIds } from "./positional-ids.ts";

/** What is looked at; whatever else a request holds is carried through. */
interface GeminiFields {
  readonly contents: unknown;
  readonly systemInstruction?: unknown;
  readonly system_instruction?: unknown;
  readonly config?: unknown;
}

/** Reads `contents`: a list of turns, or a single one written short. */
export function readGemini(request: GeminiFields): Drafted {
  const draft = new Draft();
  const instructions = instructionsOf(request);
  if (instructions !== undefined) draft.instructions(textOfContent(instructions));
  const { contents } = request;
  if (!isTurns(contents)) {
    draft.user(textOfContent(contents));
    return draft.finish();
  }
  const ids = new PositionalIds(() => idsIn(contents));
  let isModel = false;
  for (const [content, index] of eachRecord(contents)) {
    const wasModel = isModel;
    isModel = content["role"] === "model";
    if (!isModel) readUser(draft, ids, content, index);
    else {
      // Calls may come in several contents before they are answered.
      if (!wasModel) ids.startResponse();
      readModel(draft, ids, content, index);
    }
  }
  return draft.finish();
}

function instructionsOf({ systemInstruction, system_instruction, config }: GeminiFields): unknown {
  const inConfig = isRecord(config) ? config["systemInstruction"] : undefined;
  return systemInstruction ?? system_instruction ?? inConfig ?? undefined;
}

/** Lists of turns have parts in them; anything else is one turn of the user, in short. */
function isTurns(contents: unknown): contents is readonly unknown[] {
  if (!Array.isArray(contents)) return false;
  return contents.length === 0 || contents.some((entry) => isRecord(entry) && "parts" in entry);
}

function textOfContent(content: unknown): string {
  return textOf(isRecord(content) && "parts" in content ? spoken(content["parts"]) : content);
}

/** Parts without thoughts, which are no text of the response. */
function spoken(parts: unknown): unknown {
  if (!Array.isArray(parts)) return parts;
  return parts.filter((part) => !isRecord(part) || part["thought"] !== true);
}

function readModel(draft: Draft, ids: PositionalIds, content: Fields, index: number): void {
  const calls: ToolCall[] = [];
  for (const [part, at] of eachRecord(content["parts"])) {
    const call = part["functionCall"] ?? part["function_call"];
    if (!isRecord(call) || typeof call["name"] !== "string") continue;
    const { name, args } = call;
    const id = ids.ask(name, `contents[${index}].parts[${at}]`, nameAt(call, "id"));
    calls.push({ id, name, args: args ?? {} });
  }
  draft.assistant(textOfContent(content), calls);
}

/** A response, and the images beside it. */
interface Answer {
  readonly result: DraftedResult;
  readonly media: Part[];
}

function readUser(draft: Draft, ids: PositionalIds, content: Fields, index: number): void {
  const answers: Answer[] = [];
  let beside: Part[] | undefined;
  let responses = 0;
  let others = 0;
  for (const [part, at] of eachRecord(content["parts"])) {
    const key = isRecord(part["functionResponse"]) ? "functionResponse" : "function_response";
    const response = part[key];
    const media = mediaOf(part);
    if (isRecord(response)) {
      responses += 1;
      const result = resultOf(ids, response, ["contents", index, "parts", at, key]);
      beside = result ? [] : undefined;
      if (result && beside) answers.push({ result, media: beside });
    } else if (media && beside) {
      beside.push(media);
    } else {
      beside = undefined;
      others += typeof part["text"] === "string" ? 0 : 1;
    }
  }
  for (const { result, media } of answers) draft.result(withParts(result, media));
  const text = textOfContent(content);
  if (text !== "" || others > 0 || responses === 0) draft.user(text);
}

function resultOf(
  ids: PositionalIds,
  response: Fields,
  path: readonly (string | number)[],
): DraftedResult | undefined {
  const given = nameAt(response, "id");
  if (given !== undefined) ids.answeredById(given);
  const callId = given ?? ids.answered(nameAt(response, "name"));
  if (callId === undefined) return undefined;
  const { content, isError, path: inner, replace } = responseOf(response);
  return { callId, content, isError, place: { path: [...path, ...inner], replace } };
}

/** An image or file beside a response belongs to it. */
function mediaOf(part: Fields): Part | undefined {
  for (const type of ["inlineData", "inline_data", "fileData", "file_data"]) {
    if (isRecord(part[type])) return { ...part, type };
  }
  return undefined;
}

function idsIn(contents: readonly unknown[]): readonly unknown[] {
  const ids: unknown[] = [];
  for (const [{ parts }] of eachRecord(contents)) {
    for (const [part] of eachRecord(parts)) {
      for (const inner of Object.values(part)) if (isRecord(inner)) ids.push(inner["id"]);
    }
  }
  return ids;
}
