import { describe, expect, expectTypeOf, test } from "vitest";
import {
  type AiSdkRequest,
  type GovernedRequest,
  type GovernorMiddleware,
  governorMiddleware,
} from "../../src/ai-sdk.ts";
import { createEventBuilder } from "../../src/events.ts";
import { GovernorError } from "../../src/index.ts";
import { contextGovernedEventSchema } from "../../src/schemas.ts";
import { createUsageLedger } from "../../src/usage.ts";
import { deepFreeze } from "../support/deep-freeze.ts";
import { EAGER, REREAD, session } from "./support/sessions.ts";
import { writeRequest } from "./support/write-requests.ts";

/** What a middleware is given: a provider's call options. */
function params(): { readonly prompt: readonly { role: string; content: unknown }[] } {
  const { messages } = writeRequest("ai-sdk", session(...REREAD)) as {
    messages: readonly { role: string; content: unknown }[];
  };
  return deepFreeze({ prompt: messages, temperature: 0, headers: { a: "b" } });
}

describe("the middleware", () => {
  test("sends stubs, and tells of them", async () => {
    const told: GovernedRequest[] = [];
    const { transformParams } = governorMiddleware({ ...EAGER, onGoverned: (it) => told.push(it) });
    const given = params();
    const sent = await transformParams({ type: "stream", params: given });
    expect(sent.prompt.map((message, at) => message === given.prompt[at])).toEqual(
      given.prompt.map((_, at) => at !== 3),
    );
    expect(sent).toEqual({ ...given, prompt: sent.prompt });
    expect(JSON.stringify(sent.prompt[3])).toContain("[elided: read_file");
    expect(told).toMatchObject([
      { mode: "on", type: "stream", elisions: [{ callId: "r1" }], totals: { elided: 1 } },
    ]);
  });

  test("what it tells makes events and usage", async () => {
    const settings = { ...EAGER };
    const events = createEventBuilder(settings);
    const ledger = createUsageLedger(settings);
    const built: unknown[] = [];
    const { transformParams } = governorMiddleware({
      ...settings,
      onGoverned(governed) {
        ledger.record(governed);
        built.push(events.build(governed, ledger.summary()));
      },
    });
    await transformParams({ type: "generate", params: params() });
    await transformParams({ type: "generate", params: params() });
    expect(built.map((event) => contextGovernedEventSchema.parse(event))).toMatchObject([
      { request: 1, newlyElided: ["r1"] },
      { request: 2, newlyElided: [] },
    ]);
  });

  test("shadow sends the input and tells; off does neither", async () => {
    const told: GovernedRequest[] = [];
    const onGoverned = (it: GovernedRequest): number => told.push(it);
    const given = params();
    const shadow = governorMiddleware({ ...EAGER, mode: "shadow", onGoverned });
    expect(await shadow.transformParams({ type: "generate", params: given })).toBe(given);
    expect(told).toMatchObject([{ mode: "shadow", elisions: [{ callId: "r1" }] }]);
    for (const off of [governorMiddleware({ onGoverned }), governorMiddleware()]) {
      expect(await off.transformParams({ type: "generate", params: given })).toBe(given);
    }
    expect(told).toHaveLength(1);
  });

  test("waits for what is told, and fails with it", async () => {
    const order: string[] = [];
    const slow = governorMiddleware({
      ...EAGER,
      onGoverned: async () => {
        await new Promise((resolve) => setTimeout(resolve, 5));
        order.push("told");
      },
    });
    await slow.transformParams({ type: "generate", params: params() });
    order.push("sent");
    expect(order).toEqual(["told", "sent"]);
    const failing = governorMiddleware({
      ...EAGER,
      onGoverned: () => {
        throw new Error("broken log");
      },
    });
    await expect(failing.transformParams({ type: "generate", params: params() })).rejects.toThrow(
      "broken log",
    );
  });

  test.each([
    [{ mode: "maybe" }, "invalid_setting", "mode"],
    [{ modes: "on" }, "unknown_setting", "modes"],
    [{ onGoverned: 5 }, "invalid_setting", "onGoverned"],
    [{ eligibleMessages: 5 }, "invalid_setting", "eligibleMessages"],
    [{ policyVersion: 9 }, "unsupported_policy_version", "policyVersion"],
    [null, "invalid_setting", "settings"],
    [[], "invalid_setting", "settings"],
  ])("%j is refused at once", (settings, code, field) => {
    try {
      governorMiddleware(settings as never);
      expect.unreachable();
    } catch (error) {
      expect(GovernorError.isInstance(error)).toBe(true);
      expect(error).toMatchObject({ code, field });
    }
  });

  test("fits the middleware of both versions", () => {
    interface Options {
      readonly prompt: { role: string; content: string | object[] }[];
      readonly maxOutputTokens?: number;
    }
    type Transform = (options: {
      type: "generate" | "stream";
      params: Options;
      model: object;
    }) => PromiseLike<Options>;
    expectTypeOf<GovernorMiddleware>().toExtend<{
      readonly specificationVersion: "v3";
      transformParams?: Transform;
    }>();
    expectTypeOf<GovernorMiddleware>().toExtend<{
      middlewareVersion?: "v2" | undefined;
      transformParams?: Transform;
    }>();
    expectTypeOf<Options>().toExtend<AiSdkRequest>();
  });
});
