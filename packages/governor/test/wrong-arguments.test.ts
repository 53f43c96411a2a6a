import { describeWrongArguments } from "../../../vitest.wrong-arguments.ts";
import * as events from "../src/events.ts";
import { GovernorError } from "../src/index.ts";
import * as simulate from "../src/simulate.ts";
import * as usage from "../src/usage.ts";

const codes = ["invalid_setting", "unknown_setting", "invalid_history"];

describeWrongArguments({
  isOwnError: GovernorError.isInstance,
  entries: { usage, simulate, events },
  rows: {
    "usage createUsageLedger record": {
      places: [(wrong) => usage.createUsageLedger().record(wrong)],
    },
    "usage createUsageLedger": {
      places: [() => usage.createUsageLedger({ mode: "on" })],
      takes: ["all"],
    },
    "events createEventBuilder build": {
      places: [(wrong) => events.createEventBuilder().build(wrong)],
    },
    "events createEventBuilder": {
      places: [() => events.createEventBuilder({ mode: "on" })],
      takes: ["all"],
    },
    // Any agent but the known ones quotes nothing.
    "simulate quotedByOf": { places: [(wrong) => simulate.quotedByOf(wrong)], takes: ["all"] },
    "usage formatUsage": { places: [(wrong) => usage.formatUsage(wrong)] },
    "simulate buildSimulationReport": {
      places: [(wrong) => simulate.buildSimulationReport(wrong)],
    },
    "simulate requestsOf": { places: [(wrong) => simulate.requestsOf(wrong)] },
    "simulate resolveSimulationSettings": {
      places: [() => simulate.resolveSimulationSettings()],
      takes: ["all"],
    },
    "simulate simulateStream": {
      places: [(wrong) => simulate.simulateStream(wrong)],
      codes,
    },
  },
});
