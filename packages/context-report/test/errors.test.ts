import { GovernorError, projectHistory } from "@alisio/governor";
import { describe, expect, it } from "vitest";
import {
  buildContextReport,
  type ContextReport,
  ContextReportError,
  type ContextReportInput,
  diffReports,
  orderStrip,
  renderReportJson,
  renderReportMarkdown,
  renderReportText,
  reportEntityTag,
} from "../src/index.ts";
import { inputOf, measured } from "./support/measured.ts";
import { Session } from "./support/session.ts";

function errorOf(act: () => unknown): ContextReportError {
  try {
    act();
  } catch (error) {
    if (ContextReportError.isInstance(error)) return error;
    throw error;
  }
  throw new Error("nothing was thrown");
}

const { history } = new Session().user().read("a.ts", "1").read("a.ts", "2").say().say().say();
const invariants = (change: object): object => ({
  counts: { instruction: 0, goal: 0, plan: 0, criterion: 0, grant: 0 },
  ...change,
});
const row = { tool: "x", seen: 1, used: 1, reread: 1 };

const usedLater = () => undefined;

describe("input", () => {
  const wrong: readonly (readonly [string, object])[] = [
    ["session", { session: 7 }],
    ["madeAt", { madeAt: "today" }],
    ["madeAt", { madeAt: "2026-02-30T00:00:00Z" }],
    ["madeAt", { madeAt: "2026-01-31T12:00:00" }],
    ["madeAt", { madeAt: "2026-01-31T24:00:00Z" }],
    ["madeAt", { madeAt: 1_700_000_000 }],
    ["history", { history: "text" }],
    ["compactions", { compactions: {} }],
    ["compactions[0]", { compactions: [3] }],
    ["compactions[1].position", { compactions: [{ position: 0 }, { position: -1 }] }],
    ["compactions[0].tokensBefore", { compactions: [{ position: 1, tokensBefore: 1.5 }] }],
    ["agentElisions", { agentElisions: "call-0" }],
    ["agentElisions[0]", { agentElisions: [3] }],
    ["instructions", { instructions: "AGENTS.md" }],
    ["instructions[0]", { instructions: [null] }],
    ["instructions[0].source", { instructions: [{ kind: "x", characters: 1 }] }],
    ["instructions[0].kind", { instructions: [{ source: "x", characters: 1 }] }],
    [
      "instructions[0].characters",
      { instructions: [{ source: "x", kind: "y", characters: Number.NaN }] },
    ],
    ["invariants", { invariants: 3 }],
    ["invariants.counts", { invariants: { counts: null } }],
    ["invariants.counts.goal", { invariants: { counts: { instruction: 1 } } }],
    ["invariants.omitted", { invariants: invariants({ omitted: -1 }) }],
    ["invariants.characters", { invariants: invariants({ characters: "9" }) }],
    ["usage", { usage: {} }],
    ["usage", { usage: { tools: [] } }],
    ["usage", { usage: { summary: () => ({}), usedLater: true } }],
    ["usage.summary()", { usage: { summary: () => null, usedLater } }],
    ["usage.summary()", { usage: { summary: () => ({ tools: [] }), usedLater } }],
    [
      "usage.summary() used",
      {
        usage: {
          summary: () => ({ tools: [{ ...row, used: -1 }], notAttributable: [] }),
          usedLater,
        },
      },
    ],
    [
      "usage.summary() tool",
      { usage: { summary: () => ({ tools: [], notAttributable: [{ seen: 1 }] }), usedLater } },
    ],
    ["reportedUsage", { reportedUsage: 3 }],
    ["reportedUsage.inputTokens", { reportedUsage: { inputTokens: "many" } }],
    ["reportedUsage.beforeMessage", { reportedUsage: { beforeMessage: 100 } }],
    ["root", { root: "/home" }],
    ["root.name", { root: { path: "/home" } }],
    ["root.path", { root: { name: "x", path: "home" } }],
  ];
  it.each(wrong)("is refused by the name of its field: %s", (field, change) => {
    const input = { ...inputOf(history), ...change } as ContextReportInput;
    const error = errorOf(() => buildContextReport(input));
    expect([error.code, error.field]).toEqual(["invalid_option", field]);
    expect(error.message.startsWith(`${field} is `)).toBe(true);
    expect(error.message).toMatch(/; it must be .+\.$/);
  });

  it("is refused when it is none", () => {
    for (const input of [undefined, null, 3, []]) {
      expect(errorOf(() => buildContextReport(input as never)).field).toBe("input");
    }
  });

  it.each(["2026-01-31T12:00:00Z", "2024-02-29T00:00:00.123456789+05:30", "0000-01-01T00:00:00Z"])(
    "may be made at %s",
    (madeAt) => {
      expect(buildContextReport(inputOf(history, { madeAt })).madeAt).toBe(madeAt);
    },
  );

  it("shows nothing of what is wrong but a short, harmless piece", () => {
    const madeAt = `\u001b[31m${"x".repeat(500)}`;
    const { message } = errorOf(() => buildContextReport(inputOf(history, { madeAt })));
    expect(message).toMatch(/^[\x20-\x7e]*$/);
    expect(message.length).toBeLessThan(200);
  });

  it("has its settings checked by the governor", () => {
    const settings = { mode: "on", minAgeTurns: 99 } as const;
    const refused = (act: () => unknown): unknown => {
      try {
        return act();
      } catch (error) {
        return GovernorError.isInstance(error) && error.code;
      }
    };
    expect(refused(() => buildContextReport(inputOf(history, { settings })))).toBe(
      "invalid_setting",
    );
    const eligible = { mode: "on", eligibleMessages: history.length + 1 } as const;
    expect(refused(() => buildContextReport(inputOf(history, { settings: eligible })))).toBe(
      "invalid_setting",
    );
  });
});

describe("a projection", () => {
  const settings = { mode: "on", epochMessages: 0 } as const;
  const projection = projectHistory(history, settings);

  it("isn't taken together with what the agent removed", () => {
    const input = inputOf(history, { settings, projection, agentElisions: ["call-0"] });
    expect(errorOf(() => buildContextReport(input)).code).toBe("conflicting_input");
    buildContextReport(inputOf(history, { settings, projection, agentElisions: [] }));
  });

  const { elisions, totals, messages } = projection;
  const [elision] = elisions;
  it.each<[string, unknown]>([
    ["no object", 3],
    ["made with the mode off", projectHistory(history)],
    ["without elisions", { messages, totals }],
    ["of another history", projectHistory(history.slice(1), settings)],
    ["with another count", { messages, elisions: [], totals }],
    ["of another call", { messages, totals, elisions: [{ ...elision, callId: "call-9" }] }],
    ["with an elision that is none", { messages, totals, elisions: [null] }],
    ["with a reason that is none", { messages, totals, elisions: [{ ...elision, reason: "x" }] }],
    ["that doesn't add up", { messages, totals, elisions: [{ ...elision, tokensAfter: 1 }] }],
    [
      "with one elision twice",
      { messages, elisions: [elision, elision], totals: { ...totals, elided: 2 } },
    ],
  ])("is refused: %s", (_, wrong) => {
    const input = inputOf(history, { settings, projection: wrong as never });
    const error = errorOf(() => buildContextReport(input));
    expect([error.code, error.field]).toEqual(["invalid_projection", "projection"]);
  });
});

describe("a tool profile that fails", () => {
  it.each<[string, () => unknown]>([
    ["throws", () => JSON.parse("{")],
    ["returns no list", () => "read"],
    ["returns a list of something else", () => [null]],
    ["returns a read without a path", () => [{ kind: "read" }]],
    ["returns paths that are none", () => [{ kind: "paths", paths: [3] }]],
  ])("is the caller's mistake: %s", (_, answer) => {
    // With a subject for each call alone the governor has no reason to look at the results.
    const quick = Object.assign(() => answer(), { subjectOf: ({ id }: { id: string }) => id });
    for (const profile of [answer, quick]) {
      const settings = { mode: "on", profile } as never;
      const error = errorOf(() => buildContextReport(inputOf(history, { settings })));
      expect([error.code, error.field]).toEqual(["profile_failed", "settings.profile"]);
      if (error.message.includes("threw")) expect(error.cause).toBeInstanceOf(SyntaxError);
    }
  });
});

describe("renderers", () => {
  const report = measured(inputOf(history));
  it.each<[string, unknown]>([
    ["nothing", undefined],
    ["an input", inputOf(history)],
    ["another version", { ...report, schemaVersion: 2 }],
    ["another mode", { ...report, mode: "auto" }],
    ["no segments", { ...report, segments: undefined }],
    ["no totals", { ...report, totals: null }],
  ])("refuse what is no report: %s", (_, value) => {
    const wrong = value as ContextReport;
    for (const act of [
      () => renderReportText(wrong),
      () => renderReportMarkdown(wrong),
      () => renderReportJson(wrong),
      () => reportEntityTag(wrong),
      () => orderStrip(wrong, 10),
      () => diffReports(wrong, report),
      () => diffReports(report, wrong),
    ]) {
      expect(errorOf(act).code).toBe("invalid_report");
    }
  });

  it.each([
    ["options", null],
    ["width", { width: "80" }],
    ["width", { width: Number.NaN }],
    ["color", { color: 1 }],
    ["ascii", { ascii: "yes" }],
    ["all", { all: null }],
  ])("refuse an option out of range: %s", (field, options) => {
    expect(errorOf(() => renderReportText(report, options as never)).field).toBe(field);
  });

  it.each([
    ["options", null],
    ["all", { all: 1 }],
  ])("refuse an option of Markdown: %s", (field, options) => {
    expect(errorOf(() => renderReportMarkdown(report, options as never)).field).toBe(field);
  });
});

it("recognises its errors, also those of another copy", () => {
  const error = errorOf(() => renderReportJson(null as never));
  expect(error).toBeInstanceOf(Error);
  expect(error.name).toBe("ContextReportError");
  const foreign = { [Symbol.for("@alisio/context-report/ContextReportError")]: true };
  expect(ContextReportError.isInstance(foreign)).toBe(true);
  for (const other of [null, undefined, "x", new Error("x")]) {
    expect(ContextReportError.isInstance(other)).toBe(false);
  }
});
