import { demandArgument } from "../internal/demand-argument.ts";
import { invalidSetting, readFields } from "../internal/read-fields.ts";
import { resolveSettings, SETTINGS } from "../resolve-settings.ts";
import type { GovernorMode, GovernorSettings, Projection } from "../types.ts";
import { AI_SDK_FORMAT, type AiSdkRequest } from "./ai-sdk.ts";
import { applied, demandRequest } from "./internal/project-drafted.ts";

/** What was decided for one request that is about to be sent. */
export interface GovernedRequest extends Projection {
  /** `shadow` only counts; the request is sent as it is. */
  readonly mode: Exclude<GovernorMode, "off">;
  /** Whether the response is streamed. */
  readonly type: "generate" | "stream";
}

/** Settings of the middleware; the mode is `off` unless set. */
export interface GovernorMiddlewareSettings extends GovernorSettings {
  /** Epochs decide: one length can't be right for every request of a conversation that grows. */
  readonly eligibleMessages?: undefined;
  /** Pins the rules, from 1 to the current version. Unset follows the current version. */
  readonly policyVersion?: number | undefined;
  /**
   * Told of each request before it is sent, in `shadow` and `on`. What it is given is a projection,
   * in canonical form, as `createEventBuilder` and `createUsageLedger` take it. A promise is waited
   * for, and an error fails the request.
   */
  readonly onGoverned?: ((governed: GovernedRequest) => unknown) | undefined;
}

/** A language-model middleware of the AI SDK, for `wrapLanguageModel` of versions 5 and 6. */
export interface GovernorMiddleware {
  readonly specificationVersion: "v3";
  readonly middlewareVersion: "v2";
  /** Projects the prompt of each request before it is sent. */
  readonly transformParams: <P extends AiSdkRequest>(options: {
    readonly type: "generate" | "stream";
    readonly params: P;
  }) => Promise<P>;
}

/**
 * Turns the governor on for an agent that is built on the AI SDK: every request of the wrapped
 * model is projected on its way to the provider. What the agent keeps is never changed.
 *
 * @param settings - See {@link GovernorMiddlewareSettings}; checked at once.
 * @throws GovernorError `invalid_setting`, `unknown_setting`, `unsupported_policy_version`.
 *
 * @example
 * ```ts
 * const governed = wrapLanguageModel({
 *   model,
 *   middleware: governorMiddleware({ mode: "on", profile }),
 * });
 * ```
 */
export function governorMiddleware(settings: GovernorMiddlewareSettings = {}): GovernorMiddleware {
  const { onGoverned, ...policy } = readFields(settings, [...SETTINGS, "onGoverned"]);
  const { mode } = resolveSettings(policy);
  refuseLength(policy);
  if (onGoverned !== undefined && typeof onGoverned !== "function") {
    throw invalidSetting("onGoverned", onGoverned, "a function");
  }
  return {
    specificationVersion: "v3",
    middlewareVersion: "v2",
    async transformParams(options) {
      const isCall = (): boolean => "type" in options && "params" in options;
      demandArgument(isCall, "options", options, "an object with a type and params");
      const { type, params } = options;
      if (mode === "off") return params;
      demandRequest(AI_SDK_FORMAT, params);
      const { projected, projection } = applied(params, policy, AI_SDK_FORMAT);
      await onGoverned?.({ mode, type, ...projection });
      return projected.request;
    },
  };
}

function refuseLength({ eligibleMessages }: GovernorSettings): void {
  if (eligibleMessages !== undefined) {
    throw invalidSetting(
      "eligibleMessages",
      eligibleMessages,
      "undefined: epochs decide in a middleware",
    );
  }
}
