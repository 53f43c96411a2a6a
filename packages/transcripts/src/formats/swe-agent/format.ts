import { messageText } from "../../internal/content.ts";
import type { Format, FormatReader, Match, RecordEntry } from "../../internal/format.ts";
import { arrayAt, isObject, type JsonObject, nameAt, stringAt } from "../../internal/json.ts";
import type { SessionBuilder } from "../../internal/session-builder.ts";
import type { StreamBuilder } from "../../internal/stream-builder.ts";
import { UnknownRecords } from "../../internal/unknown-records.ts";
import type { MessageOrigin } from "../../types.ts";
import { promptsIn, responsesIn } from "./history.ts";
import { stepCalls, stepState } from "./step.ts";

/** Trajectories of SWE-agent (`.traj`): one JSON document. */
export const sweAgent: Format = {
  name: "swe-agent",
  agent: "swe-agent",
  label: "SWE-agent trajectory (.traj)",
  matches,
  open: (session) => new SweReader(session),
};

function matches(value: unknown): Match {
  const trajectory = isObject(value) ? arrayAt(value, "trajectory") : undefined;
  if (!isObject(value) || trajectory === undefined) return 0;
  const hasSteps = trajectory.some((step) => isObject(step) && typeof step["action"] === "string");
  return hasSteps || (trajectory.length === 0 && Array.isArray(value["history"])) ? 2 : 0;
}

/** The steps count; `history` repeats them, and has the prompts before them. */
class SweReader implements FormatReader {
  readonly #session: SessionBuilder;
  readonly #unknown: UnknownRecords;
  readonly #stream: StreamBuilder;

  constructor(session: SessionBuilder) {
    this.#session = session;
    this.#unknown = new UnknownRecords(session);
    this.#stream = session.main();
  }

  push({ value, line }: RecordEntry): void {
    const steps = isObject(value) ? arrayAt(value, "trajectory") : undefined;
    if (!isObject(value) || steps === undefined) {
      this.#unknown.malformed(line, "a record is no trajectory");
      return;
    }
    const history = (arrayAt(value, "history") ?? []).filter(isObject);
    this.#prompts(history, line);
    const responses = responsesIn(history, steps);
    for (const [index, step] of steps.entries()) {
      if (isObject(step)) this.#step(step, responses?.[index], { line, index });
      else this.#unknown.malformed(line, "a step is not an object");
    }
  }

  finish(): void {}

  #prompts(history: readonly JsonObject[], line: number): void {
    let hasInstructions = false;
    for (const { message, isDemo } of promptsIn(history)) {
      const { text, nonTextParts } = messageText(message["content"]);
      const at: MessageOrigin = { line, ...(nonTextParts > 0 ? { nonTextParts } : {}) };
      if (message["role"] === "system") {
        if (hasInstructions) this.#stream.system(text, at);
        else this.#stream.instructions(text, at);
        hasInstructions = true;
      } else if (message["role"] === "assistant") this.#stream.assistant({ text, at });
      else this.#stream.user(text, isDemo ? { ...at, isInjected: true } : at);
    }
  }

  #step(step: JsonObject, response: JsonObject | undefined, at: MessageOrigin): void {
    const state = stepState(step);
    this.#session.cwd ??= nameAt(state, "working_dir");
    const calls = stepCalls(step, response, state, at.index ?? 0, this.#session, at.line);
    const text = stringAt(step, "response") ?? stringAt(step, "thought") ?? "";
    // Steps that the agent adds by itself (it gives up, it hands in) have no response.
    if (text !== "" || calls.length > 0) this.#stream.assistant({ text, calls, at });
    const observation = stringAt(step, "observation");
    const call = calls[0];
    if (observation === undefined || observation === null) return;
    if (call !== undefined) {
      this.#stream.result({ callId: call.id, content: observation, at });
    } else if (observation !== "") this.#stream.user(observation, { ...at, isInjected: true });
  }
}
