import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { type ContextReport, renderReportMarkdown, renderReportText } from "../src/index.ts";
import {
  contextReportJsonSchema,
  contextReportSchema,
  measuredContextReportSchemaV1,
  offContextReportSchemaV1,
} from "../src/schemas.ts";
import { formatJson } from "./support/format-json.ts";

const read = (path: string): string => readFileSync(new URL(path, import.meta.url), "utf8");
const fixture = (name: string): ContextReport =>
  JSON.parse(read(`./fixtures/report-v1/${name}.json`)) as ContextReport;

describe("version 1", () => {
  it.each(["off", "shadow", "on"])("is still read: %s", (name) => {
    const report = fixture(name);
    expect(contextReportSchema.parse(report)).toEqual(report);
    expect(renderReportText(report)).toContain(report.session);
    expect(renderReportMarkdown(report)).toContain(report.session);
  });

  it("tells the two shapes apart", () => {
    expect(offContextReportSchemaV1.safeParse(fixture("off")).success).toBe(true);
    expect(offContextReportSchemaV1.safeParse(fixture("on")).success).toBe(false);
    expect(measuredContextReportSchemaV1.safeParse(fixture("on")).success).toBe(true);
    expect(measuredContextReportSchemaV1.safeParse(fixture("off")).success).toBe(false);
  });

  it.each([
    ["a field too many", { text: "x" }],
    ["another version", { schemaVersion: 2 }],
    ["another mode", { mode: "auto" }],
    ["a time without an offset", { madeAt: "2026-01-31T12:00:00" }],
    ["a number of tokens that is none", { agentElisions: { count: 1, tokens: -1 } }],
    ["more than 400 segments", { segments: Array.from({ length: 401 }, () => null) }],
  ])("refuses %s", (_, change) => {
    const report = { ...fixture("on"), ...change };
    expect(contextReportSchema.safeParse(report).success).toBe(false);
  });
});

it("ships as JSON Schema what the schema says", async () => {
  const path = "../context-report.schema.json";
  await expect(formatJson(contextReportJsonSchema())).toMatchFileSnapshot(path);
  const { $schema, oneOf, anyOf } = contextReportJsonSchema();
  expect($schema).toBe("https://json-schema.org/draft/2020-12/schema");
  expect(oneOf ?? anyOf).toHaveLength(2);
});
