import { isObject, type JsonObject, stringAt } from "../../internal/json.ts";

/** A message before the first step. */
export interface Prompt {
  readonly message: JsonObject;
  /** A demonstration: another run, shown to the model. */
  readonly isDemo: boolean;
}

/** What the model was given before its first response. */
export function promptsIn(history: readonly JsonObject[]): readonly Prompt[] {
  const prompts: Prompt[] = [];
  for (const message of history) {
    const isDemo = message["is_demo"] === true;
    if (message["role"] === "assistant" && !isDemo) break;
    if (message["role"] !== "tool") prompts.push({ message, isDemo });
  }
  return prompts;
}

/**
 * The messages of the history that the steps repeat, in their order: they hold calls as the model
 * wrote them. `undefined` when the two don't tell the same story.
 */
export function responsesIn(
  history: readonly JsonObject[],
  steps: readonly unknown[],
): readonly JsonObject[] | undefined {
  const responses = history.filter(
    (message) => message["role"] === "assistant" && message["is_demo"] !== true,
  );
  const isSame = steps.every((step, index) => {
    const action = responses[index] && stringAt(responses[index], "action");
    return isObject(step) && action !== undefined && action === step["action"];
  });
  return isSame ? responses : undefined;
}
