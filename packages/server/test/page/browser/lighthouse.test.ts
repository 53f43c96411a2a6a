import lighthouse, { desktopConfig } from "lighthouse";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { runningSession } from "./running-session.ts";
import { canRun, freePort, makeWorld, type World } from "./world.ts";

describe.skipIf(!canRun)("Lighthouse (npm run test:browser)", () => {
  let world: World;
  let port: number;

  beforeAll(async () => {
    port = await freePort();
    world = await makeWorld([`--remote-debugging-port=${port}`]);
    const session = runningSession(world.sessionsDirectory, "run-1", world.cwd);
    session.begin();
    for (let turn = 0; turn < 6; turn += 1) session.turn(`src/${turn % 2}.ts`);
  });
  afterAll(async () => {
    await world?.close();
  });

  test("accessibility and best practices are whole, with a session open", async () => {
    const result = await lighthouse(
      // The token stays the first part of the fragment; the session is opened by its list.
      world.address,
      { port, onlyCategories: ["accessibility", "best-practices"], logLevel: "error" },
      desktopConfig,
    );
    const { categories = {}, audits = {} } = result?.lhr ?? {};
    const failed = Object.values(audits)
      .filter(({ score }) => score !== null && score < 1)
      .map(({ id }) => id);
    expect(failed).toEqual([]);
    expect(Object.values(categories).map(({ id, score }) => [id, score])).toEqual([
      ["accessibility", 1],
      ["best-practices", 1],
    ]);
  });
});
