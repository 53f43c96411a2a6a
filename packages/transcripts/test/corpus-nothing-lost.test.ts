import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { readTranscript, type TranscriptSession } from "../src/index.ts";
import { CORPUS } from "./corpus.ts";

// biome-ignore lint/suspicious/noExplicitAny: foreign documents, looked into as they are
type Foreign = any;

/** What a file says, taken from it by plain look-ups that share nothing with the readers. */
interface Stated {
  /** Texts that the model saw or wrote. */
  readonly said: readonly string[];
  /** Texts of results. */
  readonly results: readonly string[];
}

const linesOf = (text: string): readonly Foreign[] =>
  text
    .split("\n")
    .filter((line) => line.trim() !== "")
    .map((line) => JSON.parse(line));

const partsOf = (content: Foreign, ...types: readonly string[]): readonly string[] =>
  typeof content === "string"
    ? [content]
    : (content ?? []).flatMap((part: Foreign) => (types.includes(part.type) ? [part.text] : []));

function ofPi(text: string): Stated {
  const messages = linesOf(text).flatMap(({ message }) => (message === undefined ? [] : [message]));
  const texts = (wanted: (role: string) => boolean): readonly string[] =>
    messages.flatMap(({ role, content }) => (wanted(role) ? partsOf(content, "text") : []));
  return {
    said: texts((role) => role !== "toolResult"),
    results: texts((role) => role === "toolResult"),
  };
}

function ofCopilot(text: string): Stated {
  const events = linesOf(text);
  const of = (type: string): readonly Foreign[] =>
    events.flatMap((event) => (event.type === type ? [event.data] : []));
  return {
    said: [
      ...of("user.message").map((data) => data.transformedContent ?? data.content),
      ...of("assistant.message").map((data) => data.content),
    ],
    results: of("tool.execution_complete").map(
      (data) => data.result?.content ?? data.error?.message,
    ),
  };
}

function ofOpencode(text: string): Stated {
  const last = new Map<string, Foreign>();
  for (const { event } of linesOf(text)) {
    const part = event.properties.part;
    if (event.type === "message.part.updated") last.set(part.id, part);
  }
  const parts = [...last.values()];
  return {
    said: parts.flatMap(({ type, text: said }) => (type === "text" ? [said] : [])),
    results: parts.flatMap(({ type, state }) => (type === "tool" ? [state.output ?? ""] : [])),
  };
}

function ofSweAgent(text: string): Stated {
  const { trajectory } = JSON.parse(text);
  return {
    said: trajectory.map(({ response }: Foreign) => response),
    results: trajectory.map(({ observation }: Foreign) => observation),
  };
}

function ofMiniSweAgent(text: string): Stated {
  const document = JSON.parse(text);
  const messages: readonly Foreign[] = document.messages ?? document;
  const outputs = messages.filter(({ type }) => type === "function_call_output");
  // An answer to a response without one command is a reminder of the rules, and no result.
  const isAnswer = ({ role, content }: Foreign, index: number): boolean =>
    role === "tool" ||
    (role === "user" &&
      messages[index - 1]?.role === "assistant" &&
      !String(content).startsWith("Please always provide EXACTLY ONE action"));
  const answers = messages.filter(isAnswer);
  const others = messages.filter(
    (message, index) => message.role !== undefined && !isAnswer(message, index),
  );
  return {
    said: others.flatMap(({ content }) => partsOf(content, "text", "output_text")),
    results: [
      ...answers.flatMap(({ content }) => partsOf(content, "text")),
      ...outputs.map(({ output }) => output),
    ],
  };
}

function ofOpenHands(text: string): Stated {
  const history: readonly Foreign[] = linesOf(text).flatMap((instance) => instance.history);
  return {
    said: history.flatMap(({ action, args }) =>
      action === "message" || action === "system" ? [args.content] : [],
    ),
    results: history.flatMap(({ observation, content, tool_call_metadata: call }) =>
      observation !== undefined && call != null ? [content] : [],
    ),
  };
}

function ofTrae(text: string): Stated {
  const document = JSON.parse(text);
  const interactions: readonly Foreign[] = document.llm_interactions;
  return {
    said: interactions.map(({ response }) => response.content ?? ""),
    results: document.agent_steps.flatMap(({ tool_results: results }: Foreign) =>
      (results ?? []).map(({ result, error }: Foreign) => result || error || ""),
    ),
  };
}

const STATED: Readonly<Record<string, (text: string) => Stated>> = {
  pi: ofPi,
  "copilot-cli": ofCopilot,
  "opencode-events": ofOpencode,
  "swe-agent": ofSweAgent,
  "mini-swe-agent": ofMiniSweAgent,
  openhands: ofOpenHands,
  "trae-agent": ofTrae,
};

function saidIn(session: TranscriptSession): readonly string[] {
  return session.streams.flatMap(({ history }) =>
    history.flatMap((message) => {
      if (message.role === "tool") return [];
      const calls = message.role === "assistant" ? (message.calls ?? []) : [];
      return [message.text, ...calls.map((call) => JSON.stringify(call.args))];
    }),
  );
}

function resultsIn(session: TranscriptSession): readonly string[] {
  return session.streams.flatMap(({ history }) =>
    history.flatMap((message) => {
      if (message.role !== "tool") return [];
      return [partsOf(message.content, "text").join("\n")];
    }),
  );
}

describe.skipIf(CORPUS.length === 0)("nothing of the corpus is lost", () => {
  it.each(
    CORPUS.filter(({ format }) => STATED[format] !== undefined).map(
      ({ file, path, format }) => [file, path, format] as const,
    ),
  )("%s", (_file, path, format) => {
    const text = readFileSync(path, "utf8");
    const stated = (STATED[format] as (text: string) => Stated)(text);
    const session = readTranscript(text);
    const said = saidIn(session).join("\n");
    const results = resultsIn(session).join("\n");
    expect(stated.said.length).toBeGreaterThan(0);
    expect(stated.said.filter((each) => !said.includes(each))).toEqual([]);
    expect(stated.results.filter((each) => !results.includes(each))).toEqual([]);
  });

  it.each(Object.entries(STATED))("%s: results are looked for", (format, stated) => {
    const files = CORPUS.filter((entry) => entry.format === format);
    const results = files.flatMap(({ path }) => stated(readFileSync(path, "utf8")).results);
    // The one call of the recorded events never ended.
    expect(results.some((result) => result !== "")).toBe(format !== "opencode-events");
  });
});
