import { describeWrongArguments, withMore } from "../../../vitest.wrong-arguments.ts";
import * as aiSdk from "../src/ai-sdk.ts";
import * as anthropic from "../src/anthropic.ts";
import * as events from "../src/events.ts";
import * as gemini from "../src/gemini.ts";
import * as root from "../src/index.ts";
import { GovernorError } from "../src/index.ts";
import * as openaiChat from "../src/openai-chat.ts";
import * as openaiResponses from "../src/openai-responses.ts";
import * as simulate from "../src/simulate.ts";
import * as usage from "../src/usage.ts";

const codes = ["invalid_setting", "unknown_setting", "invalid_history"];

/** Settings of which every field may be left out. */
const SETTINGS = ["undefined", "empty"] as const;

/** Any array is a history: malformed messages are carried through. */
const HISTORY = ["array", "mixed"] as const;

const settings = { mode: "on" } as const;

interface Adapter<Request> {
  readonly projectRequest: (request: Request, settings?: root.GovernorSettings) => unknown;
  readonly toHistory: (request: Request) => unknown;
}

/** The rows of one adapter, which are the same for each but for the requests that it takes. */
function rowsOf<Request>(
  name: string,
  { projectRequest, toHistory }: Adapter<Request>,
  request: Request,
  /** Wrong elsewhere, a request of this format all the same. */
  takes: readonly ("empty" | "misspelt")[] = [],
): Parameters<typeof describeWrongArguments>[0]["rows"] {
  return {
    [`${name} projectRequest`]: {
      places: [
        (wrong) => projectRequest(wrong, settings),
        (wrong) => projectRequest(request, wrong),
      ],
      takes: [takes, SETTINGS],
      codes,
      options: (more) => projectRequest(request, withMore(settings, more)),
      unknownCode: "unknown_setting",
    },
    [`${name} toHistory`]: { places: [(wrong) => toHistory(wrong)], takes: [takes], codes },
  };
}

// The profiles are not here: the governor calls them, and answers for what they throw.
describeWrongArguments({
  isOwnError: GovernorError.isInstance,
  // What it would take is more than the size of the root entry leaves.
  unguarded: ["revoked"],
  entries: {
    root,
    anthropic,
    openaiChat,
    openaiResponses,
    aiSdk,
    gemini,
    usage,
    simulate,
    events,
  },
  rows: {
    "root createProjector": {
      places: [(wrong) => root.createProjector(wrong)],
      takes: [SETTINGS],
      codes,
      options: (more) => root.createProjector(withMore(settings, more)),
      unknownCode: "unknown_setting",
    },
    "root createProjector push": {
      places: [(wrong) => root.createProjector(settings).push(wrong)],
      takes: [HISTORY],
      codes,
    },
    "root createProjector view": {
      places: [(wrong) => root.createProjector(settings).view(wrong)],
      takes: [SETTINGS],
      codes,
      options: (more) => root.createProjector(settings).view(more),
      unknownCode: "unknown_setting",
    },
    "root createProjector snapshot": {
      places: [(wrong) => root.createProjector(settings).snapshot(wrong)],
      takes: [SETTINGS],
      codes,
      options: (more) => root.createProjector(settings).snapshot(more),
      unknownCode: "unknown_setting",
    },
    "root projectHistory": {
      places: [
        (wrong) => root.projectHistory(wrong, settings),
        (wrong) => root.projectHistory([], wrong),
      ],
      takes: [HISTORY, SETTINGS],
      codes,
      options: (more) => root.projectHistory([], withMore(settings, more)),
      unknownCode: "unknown_setting",
    },
    "root resolveSettings": {
      places: [(wrong) => root.resolveSettings(wrong)],
      takes: [SETTINGS],
      codes,
      options: (more) => root.resolveSettings(more),
      unknownCode: "unknown_setting",
    },
    "root segmentsOf": {
      places: [(wrong) => root.segmentsOf(wrong)],
      takes: [HISTORY],
      codes,
    },
    ...rowsOf("anthropic", anthropic, { messages: [] }),
    ...rowsOf("openaiChat", openaiChat, { messages: [] }),
    ...rowsOf("openaiResponses", openaiResponses, { input: [] }, ["empty", "misspelt"]),
    ...rowsOf("aiSdk", aiSdk, { messages: [] }),
    ...rowsOf("gemini", gemini, { contents: [] }),
    "aiSdk governorMiddleware": {
      places: [(wrong) => aiSdk.governorMiddleware(wrong)],
      takes: [SETTINGS],
      codes,
      options: (more) => aiSdk.governorMiddleware(withMore(settings, more)),
      unknownCode: "unknown_setting",
    },
    "aiSdk governorMiddleware transformParams": {
      places: [
        (wrong) => aiSdk.governorMiddleware(settings).transformParams(wrong),
        (params) => aiSdk.governorMiddleware(settings).transformParams({ type: "stream", params }),
      ],
      codes,
      rejects: true,
    },
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
      options: (more) => simulate.buildSimulationReport(withMore({ sessions: [] }, more)),
      unknownCode: "unknown_setting",
      codes,
    },
    "simulate requestsOf": {
      places: [
        (wrong) => simulate.requestsOf(wrong),
        (wrong) => simulate.requestsOf({ history: [] }, wrong),
      ],
      takes: [[], SETTINGS],
      options: (more) => simulate.requestsOf({ history: [] }, more),
      unknownCode: "unknown_setting",
      codes,
    },
    "simulate resolveSimulationSettings": {
      places: [(wrong) => simulate.resolveSimulationSettings(wrong)],
      takes: [SETTINGS],
      codes,
      options: (more) => simulate.resolveSimulationSettings(more),
      unknownCode: "unknown_setting",
    },
    "simulate simulateStream": {
      places: [
        (wrong) => simulate.simulateStream(wrong),
        (wrong) => simulate.simulateStream({ history: [], requests: [] }, wrong),
      ],
      takes: [[], SETTINGS],
      codes,
      options: (more) => simulate.simulateStream({ history: [], requests: [] }, more),
      unknownCode: "unknown_setting",
    },
  },
});
