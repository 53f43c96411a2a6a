import { AxeBuilder } from "@axe-core/playwright";
import type { BrowserContextOptions, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { runningSession } from "./running-session.ts";
import { canRun, makeWorld, type World } from "./world.ts";

const SCHEMES: readonly (readonly [string, BrowserContextOptions])[] = [
  ["light", { colorScheme: "light" }],
  ["dark", { colorScheme: "dark" }],
  ["narrow", { colorScheme: "light", viewport: { width: 360, height: 740 } }],
  ["narrow-dark", { colorScheme: "dark", viewport: { width: 390, height: 844 } }],
];

const HOSTILE = "src/\u202egpj.</script><img src=x onerror=alert(1)>.ts";

/** Violations by rule, with what they concern. */
async function violationsOf(page: Page): Promise<readonly string[]> {
  const { violations } = await new AxeBuilder({ page }).analyze();
  return violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target}`));
}

/** What of the page, and of its panel, one would have to scroll to: only lists scroll, downwards. */
async function hiddenPixels(page: Page): Promise<object> {
  return await page.evaluate(() => {
    const { scrollWidth, scrollHeight } = document.documentElement;
    const panel = document.querySelector("#tabpanel");
    return {
      right: scrollWidth - innerWidth,
      below: scrollHeight - innerHeight,
      ofPanel: panel === null ? null : panel.scrollWidth - panel.clientWidth,
    };
  });
}

describe.skipIf(!canRun)("how the page looks and is used (npm run test:browser)", () => {
  let world: World;

  beforeAll(async () => {
    world = await makeWorld();
    const session = runningSession(world.sessionsDirectory, "look-1", world.cwd, "shadow");
    session.begin(`Mend ${HOSTILE}`);
    for (let turn = 0; turn < 12; turn += 1) {
      session.turn(turn % 5 === 4 ? HOSTILE : `src/parser/part-${turn % 3}.ts`, 900 + 300 * turn);
    }
    session.compact();
    session.turn("src/parser/part-1.ts", 700);
    session.finish();
    runningSession(world.sessionsDirectory, "off-1", world.cwd, "off").begin("Off");
    runningSession(world.sessionsDirectory, "new-1", world.cwd).begin("Nothing governed yet");
  });
  afterAll(async () => {
    await world?.close();
  });

  const openSession = async (page: Page, title: RegExp) => {
    const sessions = page.getByRole("navigation", { name: "Sessions" });
    await sessions.getByRole("button", { name: title }).click();
  };

  test.each(SCHEMES)("no accessibility errors: %s", async (name, options) => {
    const page = await world.open(options);
    await page.getByText("● Connected").waitFor();
    expect(await violationsOf(page)).toEqual([]);
    await openSession(page, /^Mend/);
    await page.locator(".event").last().waitFor();
    expect(await violationsOf(page)).toEqual([]);
    await world.screenshot(page, `${name}-events`);
    const narrow = page.getByRole("navigation", { name: "Views" });
    if (await narrow.isVisible()) await narrow.getByRole("button", { name: "Context" }).click();
    await page.getByRole("heading", { name: "Segments" }).waitFor();
    expect(await violationsOf(page)).toEqual([]);
    await world.screenshot(page, `${name}-context`);
    await page.getByLabel("List every segment").check();
    await page.getByLabel("List every segment").scrollIntoViewIfNeeded();
    await world.screenshot(page, `${name}-segments`);
    await page.getByRole("heading", { name: "What fills it" }).scrollIntoViewIfNeeded();
    await world.screenshot(page, `${name}-fill`);
    expect(await hiddenPixels(page)).toEqual({ right: 0, below: 0, ofPanel: 0 });
    await page.keyboard.press("/");
    await page.getByRole("dialog").waitFor();
    expect(await violationsOf(page)).toEqual([]);
    await world.screenshot(page, `${name}-command`);
    await page.context().close();
  });

  test("names from outside are text", async () => {
    const page = await world.open();
    await openSession(page, /^Mend/);
    await page.getByLabel("List every segment").check();
    await page.getByText("gpj.</script><img src=x onerror=alert(1)>.ts").first().waitFor();
    expect(await page.locator("img:not([role])").count()).toBe(0);
    expect(await page.evaluate(() => document.body.textContent.includes("\u202e"))).toBe(false);
    await page.context().close();
  });

  test("/context asks for the tab before any governed request; keyboard alone is enough", async () => {
    const page = await world.open();
    await page.getByText("● Connected").waitFor();
    await page.locator(".sessions li button").first().focus();
    await page.keyboard.press("End");
    await page.keyboard.press("Home");
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: "Nothing governed yet" }).waitFor();
    expect(await page.getByRole("tab", { name: "Context" }).count()).toBe(0);
    await page.keyboard.press("/");
    await page.keyboard.type("nonsense");
    await page.keyboard.press("Enter");
    await page.getByText("There is no command /nonsense.").waitFor();
    await page.getByLabel("Command", { exact: true }).fill("/context");
    await page.keyboard.press("Enter");
    const tab = page.getByRole("tab", { name: "Context" });
    await tab.waitFor();
    expect(await tab.getAttribute("aria-selected")).toBe("true");
    await page.getByText("tokens in the next request").waitFor();
    expect(await page.evaluate(() => document.activeElement?.id)).toBe("panel");
    await tab.focus();
    await page.keyboard.press("ArrowLeft");
    await page.getByRole("tab", { name: "Session", selected: true }).waitFor();
    await page.context().close();
  });

  test("off says only that", async () => {
    const page = await world.open();
    await openSession(page, /^Off/);
    await page.getByRole("heading", { name: "Off" }).waitFor();
    await page.keyboard.press("/");
    await page.keyboard.type("context");
    await page.keyboard.press("Enter");
    await page.getByText("The governor is off in this session").waitFor();
    expect(await page.getByRole("tabpanel").locator("table, svg, dl").count()).toBe(0);
    await page.context().close();
  });

  test("without a token the page says what to do and asks for nothing", async () => {
    const context = await world.browser.newContext();
    const page = await context.newPage();
    const asked: string[] = [];
    page.on("request", (request) => asked.push(new URL(request.url()).pathname));
    await page.goto(world.server.url);
    await page.getByText("No token: open the address").waitFor();
    expect(asked.filter((path) => path.startsWith("/api"))).toEqual([]);
    await page.goto(`${world.server.url}#token=another-token-of-nobody-0123456789`);
    await page.getByText("The server has another token").waitFor();
    await context.close();
  });

  test("nothing went wrong on the way, the policy included", () => {
    const isExpected = /status of 401/;
    expect(world.problems.filter((problem) => !isExpected.test(problem))).toEqual([]);
  });
});
