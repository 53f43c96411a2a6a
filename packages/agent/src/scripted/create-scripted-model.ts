import { demandArgument } from "../internal/arguments.ts";
import { ModelError } from "../model-error.ts";
import type { ModelChunk, ModelClient, ModelRequest, ModelUsage } from "../types-model.ts";
import { resolvePlaceholders, UnresolvedPlaceholder } from "./resolve-placeholders.ts";
import type { ScriptedFailure, ScriptedTurn, TurnScript } from "./types-script.ts";

/** UTF-16 units of a piece of text where a turn names none: about what providers send at once. */
export const DEFAULT_PIECE_LENGTH = 24;

/**
 * A model that answers as a script says, with neither key nor network. It keeps no place of its own:
 * the answer is found by the request's purpose and by how many answers the conversation has.
 *
 * @example
 * ```ts
 * import { createScriptedModel } from "@alisio/agent/scripted";
 *
 * const model = createScriptedModel({
 *   schemaVersion: 1,
 *   name: "hello",
 *   turns: [
 *     { text: "Let me look.", calls: [{ tool: "read_file", args: { path: "a.ts" } }] },
 *     { text: "It has the hash {{read_file:a.ts#sha256}}." },
 *   ],
 * });
 * ```
 * Its stream throws ModelError: what a turn's `failures` say, and `bad_request` where the script
 * ends or a placeholder has no value.
 *
 * @throws AgentError `invalid_argument`
 */
export function createScriptedModel(script: TurnScript): ModelClient {
  const isScript = (): boolean => typeof script.name === "string" && Array.isArray(script.turns);
  demandArgument(isScript, "script", script, "a script that parseTurnScript gave");
  const attempts = new Map<string, number>();
  return {
    model: `scripted:${script.name}`,
    stream: (request, { signal }) => answer(script, attempts, request, signal),
  };
}

/** A turn with the name under which its attempts are counted and its calls are numbered. */
interface FoundTurn {
  readonly name: string;
  readonly turn: ScriptedTurn | undefined;
  readonly turns: number;
}

async function* answer(
  script: TurnScript,
  attempts: Map<string, number>,
  request: ModelRequest,
  signal: AbortSignal,
): AsyncGenerator<ModelChunk, void, void> {
  const { name, turn, turns } = findTurn(script, request);
  if (turn === undefined) {
    throw new ModelError(
      "bad_request",
      `The script ${script.name} has no answer ${name}: it has ${turns} of that kind. Add one, or begin a new session.`,
    );
  }
  const attempt = attempts.get(name) ?? 0;
  attempts.set(name, attempt + 1);
  const failure = turn.failures?.[attempt];
  const { text, calls } = fill(script, name, turn, request);
  const pieces = piecesOf(text, turn.pieceLength ?? DEFAULT_PIECE_LENGTH);
  const sent = failure === undefined ? pieces : pieces.slice(0, failure.afterPieces ?? 0);
  for (const piece of sent) {
    await pause(turn.pieceDelayMs ?? 0, signal);
    yield { type: "text", text: piece };
  }
  await pause(0, signal);
  if (failure !== undefined) throw toError(failure, name);
  for (const call of calls) yield { type: "call", call };
  const usage = turn.usage === undefined ? estimate(request, text, calls) : turn.usage;
  yield {
    type: "finish",
    reason: turn.finishReason ?? (calls.length > 0 ? "tool-calls" : "stop"),
    ...(usage !== null && { usage }),
  };
}

function findTurn(script: TurnScript, request: ModelRequest): FoundTurn {
  const number = request.answered + 1;
  if (request.purpose !== "task") {
    const turns = (request.purpose === "turn" ? script.turns : script.summaries) ?? [];
    const name = `${request.purpose}-${number}`;
    return { name, turn: turns[request.answered], turns: turns.length };
  }
  const prompt = request.messages.find((message) => message.role === "user")?.text ?? "";
  const tasks = script.tasks ?? [];
  const index = tasks.findIndex(({ match }) => match === undefined || prompt.includes(match));
  const turns = tasks[index]?.turns ?? [];
  const name = `task-${index + 1}-${number}`;
  return { name, turn: turns[request.answered], turns: turns.length };
}

interface FilledTurn {
  readonly text: string;
  readonly calls: readonly { readonly id: string; readonly name: string; readonly args: unknown }[];
}

function fill(
  script: TurnScript,
  name: string,
  turn: ScriptedTurn,
  { messages }: ModelRequest,
): FilledTurn {
  try {
    const text =
      turn.json === undefined
        ? String(resolvePlaceholders(turn.text ?? "", messages))
        : JSON.stringify(resolvePlaceholders(turn.json, messages));
    const calls = (turn.calls ?? []).map((call, index) => ({
      id: call.id ?? `${name}-${index + 1}`,
      name: call.tool,
      args: call.args === undefined ? {} : resolvePlaceholders(call.args, messages),
    }));
    return { text, calls };
  } catch (error) {
    if (!(error instanceof UnresolvedPlaceholder)) throw error;
    throw new ModelError(
      "bad_request",
      `The script ${script.name} can't give its answer ${name}: ${error.message}.`,
    );
  }
}

/** Whole characters: no provider cuts one in half. */
function piecesOf(text: string, length: number): readonly string[] {
  const pieces: string[] = [];
  for (let start = 0; start < text.length; ) {
    let end = Math.min(start + length, text.length);
    const last = text.charCodeAt(end - 1);
    if (last >= 0xd800 && last <= 0xdbff && end < text.length) end += 1;
    pieces.push(text.slice(start, end));
    start = end;
  }
  return pieces;
}

async function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  const aborted = new ModelError("aborted", "The request was ended by its caller.");
  if (signal.aborted) throw aborted;
  if (milliseconds === 0) return;
  await new Promise<void>((resolve, reject) => {
    const fail = (): void => {
      clearTimeout(timer);
      reject(aborted);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener("abort", fail);
      resolve();
    }, milliseconds);
    signal.addEventListener("abort", fail, { once: true });
  });
}

function toError(failure: ScriptedFailure, name: string): ModelError {
  const { code, message, retryAfterMs, retryable } = failure;
  return new ModelError(code, message ?? `The script has answer ${name} fail.`, {
    ...(retryAfterMs !== undefined && { retryAfterMs }),
    ...(retryable !== undefined && { retryable }),
  });
}

/** Characters that make up a token, as everywhere in these packages. */
const CHARACTERS_PER_TOKEN = 4;

function estimate(
  { messages }: ModelRequest,
  text: string,
  calls: FilledTurn["calls"],
): ModelUsage {
  let characters = 0;
  for (const message of messages) {
    if (message.role !== "tool") characters += message.text.length;
    else if (typeof message.content === "string") characters += message.content.length;
    if (message.role !== "assistant") continue;
    for (const call of message.calls ?? []) characters += JSON.stringify(call.args)?.length ?? 0;
  }
  const answered = calls.reduce(
    (sum, { args }) => sum + (JSON.stringify(args)?.length ?? 0),
    text.length,
  );
  return {
    inputTokens: Math.ceil(characters / CHARACTERS_PER_TOKEN),
    outputTokens: Math.ceil(answered / CHARACTERS_PER_TOKEN),
  };
}
