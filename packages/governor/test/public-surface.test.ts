import { describe, expect, expectTypeOf, it } from "vitest";
import * as events from "../src/events.ts";
import type {
  Elision,
  GovernorSettings,
  Message,
  Observation,
  Projection,
  Projector,
  ToolCall,
  ToolProfile,
  Totals,
} from "../src/index.ts";
import * as root from "../src/index.ts";
import * as message from "../src/message.ts";
import * as alisio from "../src/profiles/alisio.ts";
import * as schemas from "../src/schemas.ts";
import * as simulate from "../src/simulate.ts";
import * as usage from "../src/usage.ts";

describe("the entry points", () => {
  it.each([
    [
      "root",
      root,
      [
        "CURRENT_POLICY_VERSION",
        "DEFAULT_EPOCH_MESSAGES",
        "DEFAULT_MIN_AGE_TURNS",
        "DEFAULT_MODE",
        "GovernorError",
        "createProjector",
        "projectHistory",
        "resolveSettings",
        "segmentsOf",
      ],
    ],
    ["message", message, []],
    ["events", events, ["MAX_NEWLY_ELIDED_IDS", "createEventBuilder"]],
    ["usage", usage, ["createUsageLedger", "formatUsage"]],
    ["profiles/alisio", alisio, ["profile"]],
    [
      "schemas",
      schemas,
      [
        "contentSchema",
        "contextGovernedEventSchema",
        "contextGovernedEventSchemaV1",
        "governorPolicySchema",
        "governorSettingsSchema",
        "messageSchema",
        "simulationReportSchema",
        "simulationReportSchemaV1",
      ],
    ],
    [
      "simulate",
      simulate,
      [
        "DEFAULT_APPLY",
        "DEFAULT_COLD_AFTER_MS",
        "DEFAULT_MIN_CACHE_TOKENS",
        "DEFAULT_PRICE_CACHED",
        "DEFAULT_PRICE_CACHE_WRITE",
        "DEFAULT_PRICE_INPUT",
        "buildSimulationReport",
        "quotedByOf",
        "requestsOf",
        "resolveSimulationSettings",
        "simulateStream",
      ],
    ],
  ])("%s exports what it documents", (_name, module, names) => {
    expect(Object.keys(module).sort()).toEqual(names);
  });
});

describe("types", () => {
  it("of a host's own messages pass through", () => {
    type Own = Message & { readonly seq: number };
    expectTypeOf(root.projectHistory<Own>).returns.toEqualTypeOf<Projection<Own>>();
    expectTypeOf(root.createProjector<Own>).returns.toEqualTypeOf<Projector<Own>>();
    expectTypeOf<Projection<Own>["messages"]>().toEqualTypeOf<readonly Own[]>();
    expectTypeOf(root.createProjector()).toEqualTypeOf<Projector<Message>>();
  });

  it("take readonly input, and give readonly output", () => {
    expectTypeOf<readonly Message[]>().toExtend<Parameters<typeof root.projectHistory>[0]>();
    expectTypeOf<Projection["elisions"]>().toEqualTypeOf<readonly Elision[]>();
    expectTypeOf<Projection["totals"]>().toEqualTypeOf<Totals | undefined>();
    expectTypeOf<Elision>().toExtend<{ readonly callId: string; readonly supersededBy: string }>();
  });

  it("let a plain function be a tool profile", () => {
    const profile = (call: ToolCall): readonly Observation[] =>
      call.name === "view" ? [{ kind: "read", path: "a" }] : [];
    expectTypeOf(profile).toExtend<ToolProfile>();
    expectTypeOf<{ mode: "on"; profile: typeof profile }>().toExtend<GovernorSettings>();
    expectTypeOf<{ mode: "maybe" }>().not.toExtend<GovernorSettings>();
  });
});
