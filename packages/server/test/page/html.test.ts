import { createHash } from "node:crypto";
import { describe, expect, expectTypeOf, test } from "vitest";
import type * as markup from "../../page/file/markup.tsx";
import type * as door from "../../page/file/static.js";
import { ServerError } from "../../src/errors.ts";
import { renderReportHtml, renderSimulationHtml } from "../../src/html.ts";
import { CANARY, exampleReport, factsOf, HOSTILE_PATH } from "./fixtures.ts";
import { exampleSimulation } from "./simulation.ts";

const REQUESTS = Array.from({ length: 30 }, (_, index) => ({
  at: "2026-01-30T10:00:00.000Z",
  tokensBefore: 1000 + index,
  tokensAfter: 900,
  elided: index,
}));

test("the door between sources and views has the views' own types", () => {
  expectTypeOf<typeof markup>().toEqualTypeOf<typeof door>();
});

describe("a report as a file", () => {
  const report = exampleReport();
  const html = renderReportHtml(report, { requests: REQUESTS });

  test("shows the report's figures exactly", () => {
    const { totals, invariants } = report;
    expect(totals.elided).toBeGreaterThan(0);
    expect(factsOf(html)).toMatchObject({
      Messages: String(totals.messages),
      Segments: String(totals.segments),
      "Tokens before": String(totals.tokensBefore),
      "Tokens after": String(totals.tokensAfter),
      "Tokens saved": String(totals.tokensSaved),
      Elided: String(totals.elided),
      Invariants: String(invariants?.total),
      instruction: "2",
      criterion: "3",
      "found no room": "1",
    });
    expect(html.match(/<tr (?:hidden )?data-state="/g)).toHaveLength(report.segments.length);
  });

  test("lists pinned, low and elided segments first of all, the others hidden", () => {
    const rows = html.match(/<tr (?:hidden )?data-state="/g) ?? [];
    const hidden = report.segments.map((s) => !["pinned", "low"].includes(s.criticality));
    expect(rows.map((row) => row.includes("hidden"))).toEqual(hidden);
    expect(hidden).toContain(true);
  });

  test("holds no text of the session", () => {
    expect(html).not.toContain(CANARY);
  });

  test("a name from outside is text: no tag, no control, no other direction", () => {
    expect(report.segments.some(({ source }) => source === HOSTILE_PATH)).toBe(true);
    expect(html).toContain("src/\\u{202e}&lt;/script>&lt;img src=x onerror=alert(1)>\\u{0}.ts");
    expect(html).not.toMatch(/<img|\u202e|\0/);
  });

  test("its policy allows its own style and script and nothing else, and nothing is inline besides", () => {
    const policy = /Content-Security-Policy" content="([^"]*)"/.exec(html)?.[1] ?? "";
    const hash = (text: string | undefined) =>
      `&#39;sha256-${createHash("sha256")
        .update(text ?? "")
        .digest("base64")}&#39;`;
    const [style] = html.matchAll(/<style>([\s\S]*?)<\/style>/g);
    const [script] = html.matchAll(/<script>([\s\S]*?)<\/script>/g);
    expect(policy).toBe(
      `default-src &#39;none&#39;; style-src ${hash(style?.[1])}; script-src ${hash(script?.[1])}; base-uri &#39;none&#39;; form-action &#39;none&#39;`,
    );
    const names = [...html.matchAll(/\s([a-z-]+)="[^"]*"/g)].map(([, name]) => name ?? "");
    expect(names).toContain("data-sort");
    expect(names.filter((name) => /^(?:style|on.*|src|href|action)$/.test(name))).toEqual([]);
  });

  test("is the same text for the same report", () => {
    expect(renderReportHtml(exampleReport(), { requests: REQUESTS })).toBe(html);
  });

  test("without requests there is no chart of them", () => {
    expect(html).toContain("Requests over time");
    expect(renderReportHtml(report)).not.toContain("Requests over time");
  });

  test("shadow says what would be", () => {
    const shadow = renderReportHtml(exampleReport("shadow"));
    expect(shadow).toContain("would be saved");
    expect(factsOf(shadow)["Would be elided"]).toBe(String(report.totals.elided));
  });

  test("off says only that", () => {
    const off = renderReportHtml({
      schemaVersion: 1,
      session: "s\u202e",
      madeAt: "2026-01-30T10:00:00.000Z",
      mode: "off",
    });
    expect(off).toContain("The governor is off in this session: nothing is measured.");
    expect(off).not.toMatch(/<table|<svg|<dl|\u202e/);
  });

  test("what is no report is refused", () => {
    expect(() => renderReportHtml({} as never)).toThrow(/no context report/);
  });
});

describe("a simulation as a file", () => {
  const simulation = exampleSimulation();
  const html = renderSimulationHtml(simulation);

  test("shows the simulation's figures exactly", () => {
    const { total } = simulation;
    expect(factsOf(html)).toMatchObject({
      Requests: String(total.requests),
      "Input tokens without it": String(total.inputTokensOff),
      "Input tokens with it": String(total.inputTokensOn),
      "Tokens saved": String(total.tokensSaved),
      "Results elided": String(total.elided),
      "Requests at which cold may elide": String(total.coldMoments),
      "Still needed": String(total.stillNeeded),
    });
  });

  test("draws every other setting, and marks the one of the totals", () => {
    expect(html.match(/<circle/g)).toHaveLength(simulation.sweep?.length ?? 0);
    expect(html.match(/class="chosen"/g)).toHaveLength(1);
    expect(renderSimulationHtml({ ...simulation, sweep: undefined })).not.toContain("<circle");
  });

  test("names from outside are text", () => {
    expect(html).toContain("&lt;b>agent");
    expect(html).not.toMatch(/<b>agent|\u202e/);
  });

  test("what is no simulation is refused", () => {
    expect(() => renderSimulationHtml({} as never)).toThrow(ServerError);
  });
});
