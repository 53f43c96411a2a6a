import type { MeasuredContextReport } from "@alisio/context-report";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { CANARY, type RunningSession, runningSession } from "./running-session.ts";
import { canRun, makeWorld, type World } from "./world.ts";

const poll = <T>(read: () => T) => expect.poll(read, { timeout: 10_000 });
const contextTab = (page: Page) => page.getByRole("tab", { name: "Context" });
const openSession = (page: Page, title: RegExp) =>
  page.getByRole("navigation", { name: "Sessions" }).getByRole("button", { name: title }).click();

/** Figures of a description list, by name. */
async function factsOf(page: Page, section: string): Promise<Record<string, string>> {
  return await page
    .getByRole("region", { name: section })
    .evaluate((element) =>
      Object.fromEntries(
        [...element.querySelectorAll("dl > div")].map((row) => [
          row.querySelector("dt")?.textContent,
          row.querySelector("dd")?.textContent?.replaceAll(",", ""),
        ]),
      ),
    );
}

const rowCount = (page: Page) =>
  page.getByRole("region", { name: "List of segments" }).locator("tbody tr").count();

describe.skipIf(!canRun)("the page in a browser (npm run test:browser)", () => {
  let world: World;
  let page: Page;
  let session: RunningSession;
  const report = async () =>
    (await world.json(`/api/sessions/${session.id}/context/report`)) as MeasuredContextReport;

  beforeAll(async () => {
    world = await makeWorld();
    session = runningSession(world.sessionsDirectory, "run-1", world.cwd);
    session.begin();
    page = await world.open();
  });
  afterAll(async () => {
    await world?.close();
  });

  test("the token leaves the address at once", async () => {
    await poll(() => page.url()).toBe(world.server.url);
    expect(await page.evaluate(() => document.cookie)).toBe("");
  });

  test("the tab is absent before the first governed request", async () => {
    await openSession(page, /Mend the parser/);
    await page.getByText("run started").waitFor();
    expect(await contextTab(page).count()).toBe(0);
  });

  test("it appears with the event, and shows the report's figures exactly", async () => {
    session.turn("src/a.ts");
    await contextTab(page).waitFor();
    for (let turn = 0; turn < 4; turn += 1) session.turn(turn % 2 ? "src/a.ts" : "src/b.ts", 900);
    session.finish();
    await poll(async () => (await factsOf(page, "Totals"))["Messages"]).toBe(
      String((await report()).totals.messages),
    );
    const { totals } = await report();
    expect(totals.elided).toBeGreaterThan(0);
    expect(await factsOf(page, "Totals")).toMatchObject({
      Messages: String(totals.messages),
      Segments: String(totals.segments),
      "Tokens before": String(totals.tokensBefore),
      "Tokens after": String(totals.tokensAfter),
      "Tokens saved": String(totals.tokensSaved),
      Elided: String(totals.elided),
      "superseded read": String(totals.elidedByReason.superseded_read),
    });
    await world.screenshot(page, "light");
  });

  test("it is live: another turn in the other process changes the figures", async () => {
    const before = await factsOf(page, "Totals");
    session.turn("src/b.ts", 2000);
    await poll(async () => (await factsOf(page, "Totals"))["Messages"]).not.toBe(
      before["Messages"],
    );
    const { totals } = await report();
    await poll(async () => (await factsOf(page, "Totals"))["Tokens before"]).toBe(
      String(totals.tokensBefore),
    );
    expect(await page.getByRole("img", { name: /^6 requests/ }).count()).toBe(1);
  });

  test("the box lists every segment, and the rows are the report's", async () => {
    const { segments } = await report();
    const standing = segments.filter((s) => ["pinned", "low"].includes(s.criticality)).length;
    expect(await rowCount(page)).toBe(standing);
    await page.getByLabel("List every segment").check();
    expect(await rowCount(page)).toBe(segments.length);
    const shown = await page
      .getByRole("region", { name: "List of segments" })
      .locator("tbody tr")
      .evaluateAll((rows) =>
        rows.map((row) =>
          [".c-order", ".c-before", ".c-after"].map((cell) =>
            Number(row.querySelector(cell)?.textContent?.replaceAll(",", "")),
          ),
        ),
      );
    expect(shown).toEqual(segments.map((s) => [s.index + 1, s.tokensBefore, s.tokensAfter]));
    const elided = segments.find((segment) => segment.elision);
    await page.getByText(`superseded by #${elided?.elision?.supersededByHash}`).first().waitFor();
  });

  test("columns sort, by mouse and by keyboard, and say so", async () => {
    const header = page.getByRole("columnheader", { name: "Before" });
    await header.getByRole("button").click();
    expect(await header.getAttribute("aria-sort")).toBe("descending");
    const before = () =>
      page
        .locator("table.segments tbody .c-before")
        .evaluateAll((cells) => cells.map((c) => Number(c.textContent?.replaceAll(",", ""))));
    const { segments } = await report();
    const largestFirst = segments.map((s) => s.tokensBefore).sort((a, b) => b - a);
    expect(await before()).toEqual(largestFirst);
    await header.getByRole("button").press("Enter");
    expect(await header.getAttribute("aria-sort")).toBe("ascending");
    expect(await before()).toEqual(largestFirst.reverse());
  });

  test("filters narrow the list", async () => {
    await page.getByLabel("State").selectOption({ label: "x elided" });
    const { segments } = await report();
    expect(await rowCount(page)).toBe(segments.filter((s) => s.elision).length);
    await page.getByLabel("State").selectOption({ label: "any state" });
    await page.getByLabel("Filter by path, tool or reason").fill("SRC/A.TS");
    const matching = segments.filter((s) => s.source.includes("src/a.ts")).length;
    expect(matching).toBeGreaterThan(0);
    expect(await rowCount(page)).toBe(matching);
    await page.getByLabel("Filter by path, tool or reason").fill("");
  });

  test("a reload keeps token and session", async () => {
    await page.reload();
    await contextTab(page).waitFor();
    expect((await factsOf(page, "Totals"))["Messages"]).toBe(
      String((await report()).totals.messages),
    );
  });

  test("a dead server is said, and after its return no event is lost or repeated", async () => {
    const items = page.locator(".events li");
    const count = await items.count();
    await world.stopServer();
    await page.getByText("The server does not answer").waitFor();
    session.turn("src/c.ts", 300);
    await world.startServer();
    await page.getByText("● Live").waitFor();
    await poll(() => items.count()).toBe(count + 5);
    session.turn("src/c.ts", 300);
    await poll(() => items.count()).toBe(count + 10);
  });

  test("the context holds no text of the session", async () => {
    await page.getByLabel("List every segment").check();
    await poll(() => page.getByRole("tabpanel").innerHTML()).toContain("src/c.ts");
    expect(await page.getByRole("tabpanel").innerHTML()).not.toContain(CANARY);
  });

  test("nothing went wrong on the way, the policy included", () => {
    const isExpected =
      /ERR_CONNECTION_REFUSED|ERR_INCOMPLETE_CHUNKED|ERR_CONNECTION_RESET|ERR_EMPTY/;
    expect(world.problems.filter((problem) => !isExpected.test(problem))).toEqual([]);
  });
});
