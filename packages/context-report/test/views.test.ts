import { describe, expect, it } from "vitest";
import {
  buildContextReport,
  type RenderReportTextOptions,
  renderReportMarkdown,
  renderReportText,
} from "../src/index.ts";
import { demoInput } from "./support/demo.ts";

const view = (name: string): string => `./fixtures/views/${name}`;

describe("the text view", () => {
  const looks: readonly (readonly [string, "shadow" | "on" | "off", RenderReportTextOptions])[] = [
    ["off.txt", "off", {}],
    ["shadow-60.txt", "shadow", { width: 60 }],
    ["shadow-80.txt", "shadow", { width: 80 }],
    ["shadow-80-color.txt", "shadow", { width: 80, color: true }],
    ["shadow-80-ascii.txt", "shadow", { width: 80, ascii: true }],
    ["shadow-120.txt", "shadow", { width: 120 }],
    ["shadow-200.txt", "shadow", { width: 200 }],
    ["on-60-ascii-all.txt", "on", { width: 60, ascii: true, all: true }],
    ["on-120-color.txt", "on", { width: 120, color: true }],
    ["on-200-all.txt", "on", { width: 200, all: true }],
  ];
  it.each(looks)("%s", async (name, mode, options) => {
    const report = buildContextReport(demoInput(mode));
    await expect(renderReportText(report, options)).toMatchFileSnapshot(view(name));
  });

  it("is 80 columns wide, without colour, and with more than ASCII, unless told", () => {
    const report = buildContextReport(demoInput("shadow"));
    const options = { width: 80, color: false, ascii: false, all: false };
    expect(renderReportText(report)).toBe(renderReportText(report, options));
  });

  it("names the length that replaces epochs, and a root that isn't given", () => {
    const input = { ...demoInput("on"), settings: { mode: "on", eligibleMessages: 12 } as const };
    const { root: _, ...rest } = input;
    const text = renderReportText(buildContextReport(rest));
    expect(text).toContain("minAgeTurns 2, epochMessages 32, eligibleMessages 12\n");
    expect(text).toContain("  paths      as written\n");
    expect(renderReportMarkdown(buildContextReport(rest))).toContain("- eligibleMessages: 12\n");
  });

  it.each([
    [-5, 60],
    [59.9, 60],
    [0, 60],
    [80.7, 80],
    [201, 200],
    [Number.POSITIVE_INFINITY, 200],
  ])("takes %d columns for %d", (given, used) => {
    const report = buildContextReport(demoInput("on"));
    expect(renderReportText(report, { width: given })).toBe(
      renderReportText(report, { width: used }),
    );
  });
});

describe("the Markdown view", () => {
  it.each([
    ["off.md", "off", false],
    ["shadow.md", "shadow", false],
    ["on-all.md", "on", true],
  ] as const)("%s", async (name, mode, all) => {
    const report = buildContextReport(demoInput(mode));
    await expect(renderReportMarkdown(report, { all })).toMatchFileSnapshot(view(name));
  });
});
