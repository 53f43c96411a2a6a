import { setTimeout as sleep } from "node:timers/promises";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { createSessionReader } from "@alisio/agent/sessions";
import { expect, it } from "vitest";
import { listen } from "../src/index.ts";
import { appendEvent } from "./support/alisio-log.ts";
import { sessionPlaces } from "./support/app.ts";
import { fakeReader } from "./support/fake-reader.ts";
import { readEvents, until } from "./support/read-events.ts";
import { makeSessionHome } from "./support/session-home.ts";

const CLIENTS = 200;
const ROUND_EVENTS = 150;

/** Bytes in use once everything that nobody holds is gone. */
async function heapUsed(): Promise<number> {
  setFlagsFromString("--expose-gc");
  const collect = runInNewContext("gc") as () => void;
  for (let round = 0; round < 3; round += 1) {
    await sleep(20);
    collect();
  }
  return process.memoryUsage().heapUsed;
}

it("two hundred clients of a run that goes on each get every event once, and leave nothing behind", async () => {
  const place = makeSessionHome();
  const reader = createSessionReader({ sessionsDirectory: place.sessionsDirectory });
  const sessions = { ...sessionPlaces(place, fakeReader({})), reader };
  const server = await listen({ sessions, now: Date.now });
  const url = `${server.url}api/sessions/own-1/events`;
  const open = async (after: number) => {
    const headers = { authorization: `Bearer ${server.token}`, "last-event-id": `${after}` };
    const response = await fetch(url, { headers });
    expect(response.status).toBe(200);
    return readEvents(response);
  };

  /** Comes, is cut off in the middle, and goes on from its last id. */
  const follow = async (client: number, from: number): Promise<readonly number[]> => {
    await sleep((client % 20) * 5);
    const first = await open(from);
    const seen = (await first.take(1 + (client % 100))).map(({ id }) => id);
    await first.end();
    const second = await open(seen.at(-1) ?? 0);
    const rest = await second.take(ROUND_EVENTS - seen.length);
    await second.end();
    return [...seen, ...rest.map(({ id }) => id)];
  };
  const round = async (from: number): Promise<void> => {
    const clients = Promise.all(
      Array.from({ length: CLIENTS }, (_, client) => follow(client, from)),
    );
    for (let id = from + 1; id <= from + ROUND_EVENTS; id += 1) {
      appendEvent(place.alisioPath, id);
      if (id % 10 === 0) await sleep(5);
    }
    const expected = Array.from({ length: ROUND_EVENTS }, (_, index) => from + index + 1);
    for (const seen of await clients) expect(seen).toEqual(expected);
    await until(() => server.streams().clients === 0 && server.streams().sessions === 0);
  };
  // The first round fills what stays for good: code, pools, the page's connections.
  await round(0);
  const before = await heapUsed();
  await round(ROUND_EVENTS);
  expect((await heapUsed()) - before).toBeLessThan(MAX_GROWTH_BYTES);
  await server.close();
});

/** Far below what two hundred clients' events come to, above what a heap varies by. */
const MAX_GROWTH_BYTES = 3_000_000;

it("a client that stops reading costs the server nothing, and is let go", async () => {
  const place = makeSessionHome();
  const reader = fakeReader({ "own-1": 0 });
  const sessions = sessionPlaces(place, reader);
  const eventLimits = { heartbeatMs: 10_000, stallMs: 300, maxHeldBytes: 100_000 };
  const server = await listen({ sessions, now: Date.now, eventLimits });
  const headers = { authorization: `Bearer ${server.token}` };
  const url = `${server.url}api/sessions/own-1/events`;
  const stuck = await fetch(url, { headers });
  const awake = readEvents(await fetch(url, { headers }));
  const text = "x".repeat(20_000);
  const total = 2000;
  const problem = { code: "test", message: text };
  const taken = awake.take(total);
  for (let index = 0; index < total; index += 1) {
    reader.add("own-1", { type: "notice", problem });
    if (index % 50 === 0) await sleep(1);
  }
  expect((await taken).map(({ id }) => id)).toEqual(
    Array.from({ length: total }, (_, index) => index + 1),
  );
  await until(() => server.streams().clients === 1);
  const before = readEvents(stuck);
  await expect(before.rest()).rejects.toThrow();
  await awake.end();
  await server.close();
});
