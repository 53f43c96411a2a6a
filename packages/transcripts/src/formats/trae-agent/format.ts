import type { Format, FormatReader, Match, RecordEntry } from "../../internal/format.ts";
import {
  arrayAt,
  isObject,
  type JsonObject,
  nameAt,
  objectAt,
  stringAt,
} from "../../internal/json.ts";
import type { SessionBuilder } from "../../internal/session-builder.ts";
import type { StreamBuilder } from "../../internal/stream-builder.ts";
import { parseTimeMs } from "../../internal/time.ts";
import { UnknownRecords } from "../../internal/unknown-records.ts";
import type { MessageOrigin } from "../../types.ts";
import { callsOf, resultOf } from "./calls.ts";
import { saysInput, stepsIn } from "./steps.ts";
import { TraeUsage } from "./usage.ts";

/** Trajectories of trae-agent: one JSON document. */
export const traeAgent: Format = {
  name: "trae-agent",
  agent: "trae-agent",
  label: "trae-agent trajectory (JSON)",
  matches,
  open: (session) => new TraeReader(session),
};

function matches(value: unknown): Match {
  return isObject(value) && Array.isArray(value["agent_steps"]) ? 2 : 0;
}

/** The steps count: `llm_interactions` says the same once more, and has the first prompts. */
class TraeReader implements FormatReader {
  readonly #session: SessionBuilder;
  readonly #unknown: UnknownRecords;
  readonly #stream: StreamBuilder;

  constructor(session: SessionBuilder) {
    this.#session = session;
    this.#unknown = new UnknownRecords(session);
    this.#stream = session.main();
  }

  push({ value, line }: RecordEntry): void {
    if (!isObject(value) || arrayAt(value, "agent_steps") === undefined) {
      this.#unknown.malformed(line, "a record is no trajectory");
      return;
    }
    const steps = stepsIn(value);
    this.#session.seenTime(parseTimeMs(value["start_time"]), line);
    this.#prompts(value, steps, line);
    const usage = new TraeUsage(value);
    const isInput = saysInput(steps);
    for (const [index, step] of steps.entries()) {
      const timeMs = parseTimeMs(step["timestamp"]);
      const at = { line, index, ...(timeMs === undefined ? {} : { timeMs }) };
      if (isInput && index > 0) this.#messages(step, at);
      this.#response(step, usage, at);
      this.#results(step, at);
      // A step without a response was sent what the step before it says.
      if (!isInput && step["llm_response"] !== null) this.#messages(step, at);
    }
    this.#session.seenTime(parseTimeMs(value["end_time"]), line);
  }

  finish(): void {}

  #prompts(document: JsonObject, steps: readonly JsonObject[], line: number): void {
    const first = (arrayAt(document, "llm_interactions") ?? []).find(isObject);
    const input = (first && arrayAt(first, "input_messages")) ?? [];
    const messages = (input.length > 0 ? input : firstInput(steps)).filter(isObject);
    let hasInstructions = false;
    for (const [index, message] of messages.entries()) {
      const content = stringAt(message, "content");
      if (content === undefined) continue;
      if (message["role"] !== "system") this.#stream.user(content, { line, index });
      else if (hasInstructions) this.#stream.system(content, { line, index });
      else this.#stream.instructions(content, { line, index });
      hasInstructions ||= message["role"] === "system";
    }
    const task = stringAt(document, "task");
    const isAsked = messages.some(({ role, content }) => role === "user" && content);
    if (!isAsked && task !== undefined) this.#stream.user(task, { line });
  }

  #response(step: JsonObject, usages: TraeUsage, at: MessageOrigin): void {
    const response = objectAt(step, "llm_response");
    if (response === undefined) return;
    const calls = callsOf(response, this.#session, at.line);
    const handle = this.#stream.assistant({ text: stringAt(response, "content") ?? "", calls, at });
    const model = nameAt(response, "model");
    this.#session.addModel(model);
    const usage = usages.of(response, model, at.timeMs);
    if (usage !== undefined) this.#stream.usage(handle, usage);
  }

  #results(step: JsonObject, at: MessageOrigin): void {
    for (const entry of arrayAt(step, "tool_results") ?? []) {
      const result = isObject(entry) ? resultOf(entry) : undefined;
      if (result === undefined) this.#unknown.malformed(at.line, "a result names no call");
      else this.#stream.result({ ...result, at });
    }
  }

  /** What the agent says to the model beside results: reminders, complaints. */
  #messages(step: JsonObject, at: MessageOrigin): void {
    for (const message of arrayAt(step, "llm_messages") ?? []) {
      const content = isObject(message) ? stringAt(message, "content") : undefined;
      if (content !== undefined) this.#stream.user(content, { ...at, isInjected: true });
    }
  }
}

/** Without interactions the first step's messages may be the prompts. */
function firstInput(steps: readonly JsonObject[]): readonly unknown[] {
  const messages = (steps[0] && arrayAt(steps[0], "llm_messages")) ?? [];
  return messages.some((message) => isObject(message) && message["role"] === "system")
    ? messages
    : [];
}
