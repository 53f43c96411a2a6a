import type { GovernorSettings, Message, Projection } from "@alisio/governor";
import type { UsageLedger } from "@alisio/governor/usage";
import { expect, expectTypeOf, it } from "vitest";
import type { z } from "zod";
import * as root from "../src/index.ts";
import * as schemas from "../src/schemas.ts";

it("has exactly this interface", () => {
  expect(Object.keys(root).sort()).toEqual([
    "ContextReportError",
    "DEFAULT_WIDTH",
    "MAX_LISTED_SEGMENTS",
    "MAX_WIDTH",
    "MIN_WIDTH",
    "STATE_MARKS",
    "buildContextReport",
    "diffReports",
    "orderStrip",
    "renderReportJson",
    "renderReportMarkdown",
    "renderReportText",
    "reportEntityTag",
    "segmentState",
  ]);
  expect(Object.keys(schemas).sort()).toEqual([
    "contextReportJsonSchema",
    "contextReportSchema",
    "measuredContextReportSchemaV1",
    "offContextReportSchemaV1",
  ]);
  expect([root.MAX_LISTED_SEGMENTS, root.MIN_WIDTH, root.DEFAULT_WIDTH, root.MAX_WIDTH]).toEqual([
    400, 60, 80, 200,
  ]);
});

it("has one sign and one word a state", () => {
  const marks = Object.values(root.STATE_MARKS);
  for (const field of ["sign", "word"] as const) {
    expect(new Set(marks.map((mark) => mark[field])).size).toBe(marks.length);
  }
  for (const { sign, word } of marks) expect(`${sign}${word}`).toMatch(/^[!-~][a-z-]+$/);
});

it("has these types", () => {
  expectTypeOf(root.buildContextReport).toEqualTypeOf<
    (input: root.ContextReportInput) => root.ContextReport
  >();
  expectTypeOf(root.renderReportText).toEqualTypeOf<
    (report: root.ContextReport, options?: root.RenderReportTextOptions) => string
  >();
  expectTypeOf(root.renderReportMarkdown).toEqualTypeOf<
    (report: root.ContextReport, options?: root.RenderReportMarkdownOptions) => string
  >();
  expectTypeOf(root.renderReportJson).toEqualTypeOf<(report: root.ContextReport) => string>();
  expectTypeOf(root.reportEntityTag).toEqualTypeOf<(report: root.ContextReport) => string>();
  expectTypeOf(root.diffReports).toEqualTypeOf<
    (previous: root.ContextReport, next: root.ContextReport) => root.ReportDiff
  >();
  expectTypeOf(root.orderStrip).toEqualTypeOf<
    (report: root.ContextReport, columns: number) => readonly root.StripSpan[]
  >();
  expectTypeOf<root.ContextReport["mode"]>().toEqualTypeOf<"off" | "shadow" | "on">();
  expectTypeOf<
    Extract<root.ContextReport, { mode: "off" }>
  >().toEqualTypeOf<root.OffContextReport>();
  expectTypeOf<root.Criticality>().toEqualTypeOf<"pinned" | "high" | "normal" | "low">();
  expectTypeOf<z.infer<typeof schemas.contextReportSchema>>().toEqualTypeOf<root.ContextReport>();
});

it("takes the governor's own values", () => {
  expectTypeOf<UsageLedger>().toExtend<root.UsageSource>();
  expectTypeOf<Projection>().toExtend<NonNullable<root.ContextReportInput["projection"]>>();
  expectTypeOf<GovernorSettings>().toExtend<NonNullable<root.ContextReportInput["settings"]>>();
  expectTypeOf<Message[]>().toExtend<root.ContextReportInput["history"]>();
});
