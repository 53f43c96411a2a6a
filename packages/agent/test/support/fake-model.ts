import type { ToolCall } from "@alisio/governor/message";
import type { ModelChunk, ModelClient, ModelRequest, ModelUsage } from "../../src/index.ts";

/** What the fake model answers to one request. */
export type FakeAnswer =
  | {
      readonly text?: string;
      readonly calls?: readonly ToolCall[];
      readonly finish?: "stop" | "tool-calls" | "length" | "content-filter" | "other";
      readonly usage?: ModelUsage;
      readonly providerData?: unknown;
      /** Thrown after the text and the calls. */
      readonly error?: Error;
    }
  | ((request: ModelRequest, signal: AbortSignal) => AsyncIterable<ModelChunk>);

export interface FakeModel extends ModelClient {
  /** Every request, as bytes. */
  readonly sent: string[];
  readonly requests: ModelRequest[];
}

/** Answers one request after another; past the end, with the text `done`. */
export function fakeModel(
  answers: readonly FakeAnswer[] | ((request: ModelRequest, n: number) => FakeAnswer),
): FakeModel {
  const requests: ModelRequest[] = [];
  const sent: string[] = [];
  return {
    model: "fake-1",
    requests,
    sent,
    async *stream(request, { signal }) {
      const n = requests.push(request) - 1;
      sent.push(JSON.stringify(request.messages));
      const answer =
        typeof answers === "function" ? answers(request, n) : (answers[n] ?? { text: "done" });
      if (typeof answer === "function") {
        yield* answer(request, signal);
        return;
      }
      const { text, calls = [], error, usage, providerData } = answer;
      if (text !== undefined && text !== "") yield { type: "text", text };
      for (const call of calls) yield { type: "call", call };
      if (error) throw error;
      const reason = answer.finish ?? (calls.length > 0 ? "tool-calls" : "stop");
      yield {
        type: "finish",
        reason,
        ...(usage && { usage }),
        ...(providerData !== undefined && { providerData }),
      };
    },
  };
}

let count = 0;

/** A call with an id of its own. */
export function call(name: string, args: unknown, id: string = `c${++count}`): ToolCall {
  return { id, name, args };
}
