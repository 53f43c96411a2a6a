import { arrayAt, isObject, type JsonObject, nameAt, objectAt } from "../../internal/json.ts";

/** The steps of a trajectory; of a run that broke off before its first, its interactions. */
export function stepsIn(document: JsonObject): readonly JsonObject[] {
  const steps = (arrayAt(document, "agent_steps") ?? []).filter(isObject);
  if (steps.length > 0) return steps;
  const interactions = (arrayAt(document, "llm_interactions") ?? []).filter(isObject);
  return interactions.map((interaction, index) => {
    const next = interactions[index + 1];
    const messages = ((next && arrayAt(next, "input_messages")) ?? []).filter(isObject);
    return {
      timestamp: interaction["timestamp"],
      llm_response: interaction["response"],
      llm_messages: messages,
      tool_results: messages.flatMap((message) => objectAt(message, "tool_result") ?? []),
    };
  });
}

/**
 * Whether `llm_messages` of a step are what the step was sent. In some versions they are what is
 * sent after it: then results among them answer the step's own calls.
 */
export function saysInput(steps: readonly JsonObject[]): boolean {
  for (const step of steps) {
    const own = new Set(idsOf(objectAt(step, "llm_response"), "tool_calls"));
    for (const message of arrayAt(step, "llm_messages") ?? []) {
      if (!isObject(message)) continue;
      if (message["role"] === "system") return true;
      const result = objectAt(message, "tool_result");
      const callId = result && nameAt(result, "call_id");
      if (callId !== undefined) return !own.has(callId);
    }
  }
  return false;
}

function idsOf(value: JsonObject | undefined, field: string): readonly string[] {
  return ((value && arrayAt(value, field)) ?? []).flatMap((entry) => {
    const id = isObject(entry) ? nameAt(entry, "call_id") : undefined;
    return id === undefined ? [] : [id];
  });
}
