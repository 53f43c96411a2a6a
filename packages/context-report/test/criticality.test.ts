import type { Message } from "@alisio/governor";
import { describe, expect, it } from "vitest";
import type { ContextReportInput, MeasuredContextReport } from "../src/index.ts";
import { emptyLedger, ledgerOf } from "./support/ledger.ts";
import { inputOf, measured } from "./support/measured.ts";
import { Session } from "./support/session.ts";

const session = (): Session => new Session();
/** Enough turns that nothing before them is recent. */
const settle = (made: Session): Session => made.say().say().say().say();

function standing(report: MeasuredContextReport, id: string): string {
  const found = report.segments.find((segment) => segment.id === id);
  return found ? `${found.criticality} ${found.reason}` : "not listed";
}

describe("criticality", () => {
  const rows: readonly (readonly [
    string,
    Session,
    Readonly<Record<string, string>>,
    (Partial<ContextReportInput> & { readonly hasLedger?: boolean })?,
  ])[] = [
    ["a system message", settle(session().system()), { "m0.0": "pinned instructions" }],
    ["a user's message", settle(session().user()), { "m0.0": "pinned user_message" }],
    [
      "a user's message of the last turn",
      session().say().user(),
      { "m1.0": "pinned user_message" },
    ],
    ["a checkpoint", settle(session().checkpoint()), { "m0.0": "pinned checkpoint" }],
    [
      "files in front and the block at the end",
      session(),
      { i0: "pinned instructions", invariants: "pinned invariants" },
      {
        instructions: [{ source: "AGENTS.md", kind: "project", characters: 9 }],
        invariants: {
          counts: { instruction: 1, goal: 0, plan: 0, criterion: 0, grant: 0 },
          characters: 100,
        },
      },
    ],
    [
      "everything of the last turn",
      settle(session()).shell("ls"),
      { "m4.0": "high last_turn", "m5.0": "high last_turn", "m3.0": "normal default" },
    ],
    [
      "an empty result of the last turn",
      settle(session()).call("shell", { command: "true" }, ""),
      { "m5.0": "high last_turn" },
    ],
    [
      "call and result of the last change of a path",
      settle(session().change("a.ts").change("a.ts").change("b.ts")),
      {
        "m0.0": "normal default",
        "m1.0": "normal default",
        "m2.0": "high latest_of_path",
        "m3.0": "high latest_of_path",
        "m4.0": "high latest_of_path",
      },
    ],
    [
      "a failed change, which changes nothing",
      settle(session().change("a.ts").call("edit_file", { path: "a.ts" }, "no", true)),
      { "m1.0": "high latest_of_path", "m3.0": "normal default" },
    ],
    [
      "the latest read of a path that was used later",
      settle(session().read("a.ts").read("a.ts").shell("node a.ts")),
      { "m1.0": "normal default", "m2.0": "normal default", "m3.0": "high used_later" },
      { hasLedger: true },
    ],
    [
      "the same without a ledger",
      settle(session().read("a.ts").shell("node a.ts")),
      { "m1.0": "normal default" },
    ],
    [
      "a read that was used, and then outdated",
      settle(session().read("a.ts").change("a.ts")),
      { "m1.0": "low next_epoch" },
      { hasLedger: true, settings: { mode: "on", epochMessages: 1000 } },
    ],
    [
      "errors of the last three turns",
      session().shell("x", true).say().shell("y", true).say(),
      { "m1.0": "normal default", "m4.0": "high recent_error", "m3.0": "normal default" },
    ],
    [
      "errors of a session with fewer turns",
      session().shell("x", true).say(),
      { "m1.0": "high recent_error" },
    ],
    [
      "an empty result",
      settle(session().call("shell", { command: "true" }, "")),
      { "m1.0": "low empty" },
    ],
    [
      "a recent empty error",
      session().call("shell", { command: "true" }, "", true).say(),
      { "m1.0": "high recent_error" },
    ],
    [
      "a superseded read",
      settle(session().read("a.ts", "1").read("a.ts", "2")),
      { "m1.0": "low superseded_read", "m3.0": "normal default" },
    ],
    ["a stale poll", settle(session().poll(0).poll(0)), { "m1.0": "low stale_bg_output" }],
    [
      "a repeated search",
      settle(session().search("p").search("p")),
      { "m1.0": "low duplicate_search", "m3.0": "normal default" },
    ],
    [
      "an elided result that was used later",
      settle(session().read("a.ts", "1").read("a.ts", "2").change("a.ts")),
      { "m1.0": "low superseded_read", "m3.0": "low superseded_read" },
      { hasLedger: true },
    ],
    [
      "what the next epoch makes elidable",
      settle(session().read("a.ts", "1").read("a.ts", "2")),
      { "m1.0": "low next_epoch" },
      { settings: { mode: "shadow", epochMessages: 100 } },
    ],
    [
      "the same with a length in place of epochs",
      settle(session().read("a.ts", "1").read("a.ts", "2")),
      { "m1.0": "low next_epoch" },
      { settings: { mode: "shadow", eligibleMessages: 3 } },
    ],
    [
      "what is too young even then",
      session().read("a.ts", "1").read("a.ts", "2"),
      { "m1.0": "normal default" },
      { settings: { mode: "shadow", epochMessages: 100 } },
    ],
    [
      "what the agent removed",
      session().read("a.ts").change("a.ts"),
      { "m1.0": "low empty", "m3.0": "low empty", "m2.0": "high last_turn" },
      { agentElisions: ["call-0", "call-1"] },
    ],
    ["text of the assistant", settle(session()), { "m0.0": "normal default" }],
  ];
  const cases = rows.map(([title, { history }, expected, extra = {}]) => {
    return { title, history, expected, extra };
  });
  it.each(cases)("$title", ({ history, expected, extra: { hasLedger, ...extra } }) => {
    const usage = hasLedger ? { usage: ledgerOf(history) } : {};
    const report = measured(inputOf(history, { ...extra, ...usage }));
    const actual = Object.keys(expected).map((id) => [id, standing(report, id)]);
    expect(Object.fromEntries(actual)).toEqual(expected);
  });

  it("without an assistant has no last turn", () => {
    const history: Message[] = [{ role: "tool", callId: "x", content: "orphan" }];
    expect(standing(measured(inputOf(history)), "m0.0")).toBe("normal default");
  });

  it("of a result whose parts aren't text isn't empty", () => {
    const made = session().call("shot", {}, "");
    Object.assign(made.history[1] as object, { content: [{ type: "image" }] });
    const report = measured(inputOf(settle(made).history));
    expect(standing(report, "m1.0")).toBe("normal default");
    expect(report.totals.nonTextParts).toBe(1);
  });

  it("of a change of several paths is high for any of them", () => {
    const profile = ({ args }: { readonly args: unknown }) =>
      (args as { paths: string[] }).paths.map((path) => ({ kind: "change" as const, path }));
    const made = session().call("patch", { paths: ["a", "b"] }, "ok");
    made.call("patch", { paths: ["a"] }, "ok").call("patch", { paths: ["c"] }, "ok");
    const report = measured(
      inputOf(settle(made).history, { settings: { mode: "on", epochMessages: 0, profile } }),
    );
    expect(standing(report, "m1.0")).toBe("high latest_of_path");
    expect(report.segments[0]).toMatchObject({ source: "a", morePaths: 1, tool: "patch" });
  });

  it("takes a ledger's word for single results", () => {
    const { history } = settle(session().read("a.ts").read("b.ts").read("c.ts"));
    const usage = {
      ...emptyLedger,
      usedLater: (callId: string) => (callId === "call-2" ? undefined : callId === "call-1"),
    };
    const { segments } = measured(inputOf(history, { usage }));
    const results = segments.filter(({ kind }) => kind === "tool_result");
    expect(results.map(({ usedLater }) => usedLater)).toEqual([false, true, null]);
    expect(results.map(({ reason }) => reason)).toEqual(["default", "used_later", "default"]);
  });
});
