import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { AxeBuilder } from "@axe-core/playwright";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { renderReportHtml, renderSimulationHtml } from "../../../src/html.ts";
import { exampleReport } from "../fixtures.ts";
import { exampleSimulation } from "../simulation.ts";
import { canRun, makeWorld, type World } from "./world.ts";

describe.skipIf(!canRun)("HTML files in a browser (npm run test:browser)", () => {
  const report = exampleReport("on", 12);
  const requests = [1, 2, 3].map((elided) => ({
    at: "2026-01-30T10:00:00.000Z",
    tokensBefore: 1000 * elided,
    tokensAfter: 900 * elided,
    elided,
  }));
  let world: World;

  beforeAll(async () => {
    world = await makeWorld();
  });
  afterAll(async () => {
    await world?.close();
  });

  const openFile = async (name: string, html: string, colorScheme: "light" | "dark") => {
    const path = join(world.home, `${name}.html`);
    writeFileSync(path, html);
    const context = await world.browser.newContext({ colorScheme, offline: true });
    const page = await context.newPage();
    page.on("console", (message) => world.problems.push(message.text()));
    page.on("pageerror", (error) => world.problems.push(String(error)));
    await page.goto(pathToFileURL(path).href);
    return page;
  };
  const shown = (page: Page) => page.locator("table.segments tbody tr:visible");
  const before = (page: Page) =>
    shown(page).evaluateAll((rows) =>
      rows.map((row) => Number(row.querySelector(".c-before")?.textContent?.replaceAll(",", ""))),
    );

  test("the report's table lists, filters and sorts without a network", async () => {
    const page = await openFile("report", renderReportHtml(report, { requests }), "light");
    const standing = report.segments.filter((s) => ["pinned", "low"].includes(s.criticality));
    expect(await shown(page).count()).toBe(standing.length);
    await page.getByLabel("List every segment").check();
    expect(await shown(page).count()).toBe(report.segments.length);
    await page.getByRole("button", { name: "Before" }).click();
    const sizes = report.segments.map((s) => s.tokensBefore).sort((a, b) => b - a);
    expect(await before(page)).toEqual(sizes);
    await page.getByRole("button", { name: "Before" }).click();
    expect(await before(page)).toEqual(sizes.reverse());
    await page.getByLabel("State").selectOption("elided");
    expect(await shown(page).count()).toBe(report.totals.elided);
    await page.getByLabel("State").selectOption("");
    await page.getByLabel("Filter by path, tool or reason").fill("agents.md");
    expect(await shown(page).count()).toBe(1);
  });

  test.each(["light", "dark"] as const)("no accessibility errors: %s", async (scheme) => {
    for (const [name, html] of [
      ["report", renderReportHtml(report, { requests })],
      ["simulation", renderSimulationHtml(exampleSimulation())],
    ] as const) {
      const page = await openFile(name, html, scheme);
      const { violations } = await new AxeBuilder({ page }).analyze();
      expect(violations.map(({ id, nodes }) => [id, nodes.map(({ target }) => target)])).toEqual(
        [],
      );
      await world.screenshot(page, `file-${name}-${scheme}`);
    }
  });

  test("a phone shows whole lines: nothing stands beyond its edge", async () => {
    for (const [name, html] of [
      ["report", renderReportHtml(report, { requests })],
      ["simulation", renderSimulationHtml(exampleSimulation())],
    ] as const) {
      const page = await openFile(`${name}-phone`, html, "light");
      await page.setViewportSize({ width: 360, height: 740 });
      expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0);
    }
  });

  test("nothing was refused or failed on the way", () => {
    expect(world.problems).toEqual([]);
  });
});
