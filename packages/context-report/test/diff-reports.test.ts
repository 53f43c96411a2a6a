import { describe, expect, it } from "vitest";
import { buildContextReport, ContextReportError, diffReports } from "../src/index.ts";
import { inputOf, measured } from "./support/measured.ts";
import { Session } from "./support/session.ts";

const start = (): Session => new Session().user().read("a.ts", "1").read("b.ts", "1").say();

describe("diffReports", () => {
  it("says what came and what is elided because of it", () => {
    const made = start();
    const previous = measured(inputOf(made.history));
    made.read("a.ts", "2").say().say();
    const next = measured(inputOf(made.history));
    expect(diffReports(previous, next)).toEqual({
      session: "session-1",
      mode: { previous: "shadow", next: "shadow" },
      settingsChanged: false,
      rewritten: false,
      totals: {
        messages: 4,
        segments: 4,
        tokensBefore: next.totals.tokensBefore - previous.totals.tokensBefore,
        tokensAfter: next.totals.tokensAfter - previous.totals.tokensAfter,
        tokensSaved: next.totals.tokensSaved,
        elided: 1,
      },
      added: ["m6.0", "m7.0", "m8.0", "m9.0"],
      newlyElided: ["m2.0"],
      noLongerElided: [],
      changed: [
        {
          id: "m2.0",
          previous: { state: "normal", criticality: "normal", reason: "default" },
          next: { state: "would_elide", criticality: "low", reason: "superseded_read" },
        },
        {
          id: "m5.0",
          previous: { state: "high", criticality: "high", reason: "last_turn" },
          next: { state: "normal", criticality: "normal", reason: "default" },
        },
      ],
    });
  });

  it("says what is no longer elided, and that the settings are others", () => {
    const { history } = start().read("a.ts", "2").say().say();
    const [previous, next] = [2, 20].map((minAgeTurns) =>
      measured(inputOf(history, { settings: { mode: "on", epochMessages: 0, minAgeTurns } })),
    ) as [ReturnType<typeof measured>, ReturnType<typeof measured>];
    const diff = diffReports(previous, next);
    expect([diff.settingsChanged, diff.noLongerElided, diff.newlyElided]).toEqual([
      true,
      ["m2.0"],
      [],
    ]);
    expect(diffReports(next, previous).newlyElided).toEqual(["m2.0"]);
  });

  it.each([
    ["fewer messages", new Session().checkpoint()],
    ["other messages", new Session().checkpoint().say().say().say().say().say().say()],
  ])("recognises a rewritten past: %s", (_, { history }) => {
    const previous = measured(inputOf(start().history));
    const diff = diffReports(previous, measured(inputOf(history)));
    expect(diff).toMatchObject({ rewritten: true, added: [], changed: [], newlyElided: [] });
    expect(diff.totals?.messages).toBe(history.length - previous.totals.messages);
  });

  it("takes what the agent removed for the same segment", () => {
    const { history } = start();
    const previous = measured(inputOf(history));
    const next = measured(inputOf(history, { agentElisions: ["call-0"] }));
    const diff = diffReports(previous, next);
    expect(diff.rewritten).toBe(false);
    expect(diff.changed.map(({ id, next: { state } }) => [id, state])).toEqual([
      ["m2.0", "agent_elided"],
    ]);
  });

  it("doesn't take for new what was only not listed", () => {
    const made = new Session();
    for (let i = 0; i < 500; i++) made.say();
    const previous = measured(inputOf(made.history));
    for (let i = 0; i < 3; i++) made.user();
    const diff = diffReports(previous, measured(inputOf(made.history)));
    expect(diff.added).toEqual(["m500.0", "m501.0", "m502.0"]);
    expect(diffReports(measured(inputOf(made.history)), previous).rewritten).toBe(true);
  });

  it("compares nothing with a report that measured nothing", () => {
    const { history } = start();
    const off = buildContextReport(inputOf(history, { settings: {} }));
    const diff = diffReports(off, measured(inputOf(history)));
    expect(diff).toMatchObject({ totals: null, mode: { previous: "off", next: "shadow" } });
  });

  it("refuses reports of two sessions", () => {
    const { history } = start();
    const reports = ["a", "b"].map((session) => buildContextReport(inputOf(history, { session })));
    expect(() => diffReports(reports[0] as never, reports[1] as never)).toThrow(ContextReportError);
  });
});
