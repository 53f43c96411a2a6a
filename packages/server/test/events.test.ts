import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { clientFrames } from "../src/internal/event-client.ts";
import { createEventHub } from "../src/internal/event-hub.ts";
import { createSessionEvents } from "../src/internal/session-events.ts";
import { HEADERS, testApp } from "./support/app.ts";
import { fakeReader, notice } from "./support/fake-reader.ts";
import { jsonOf } from "./support/json-of.ts";
import { readEvents, until } from "./support/read-events.ts";

const LIMITS = { heartbeatMs: 10_000, stallMs: 10_000, maxHeldBytes: 1_000_000 };
const upTo = (count: number, from = 1): number[] =>
  Array.from({ length: count - from + 1 }, (_, index) => index + from);

describe("GET /api/sessions/:sid/events", () => {
  it("gives stored events, then those that are written, with an id each", async () => {
    const app = testApp();
    const response = await app.get("/api/sessions/own-1/events");
    expect(response.headers.get("content-type")).toBe("text/event-stream; charset=utf-8");
    const events = readEvents(response);
    expect((await events.take(3)).map(({ id }) => id)).toEqual([1, 2, 3]);
    app.reader.add("own-1", notice(99));
    const [added] = await events.take(1);
    expect(added).toMatchObject({
      id: 4,
      data: {
        schemaVersion: 1,
        id: 4,
        event: { type: "notice", problem: { message: "event 99" } },
      },
    });
    await events.end();
    await until(() => app.reader.following() === 0);
    expect(app.streams()).toEqual({ clients: 0, sessions: 0 });
  });

  it.each([
    ["1", [2, 3]],
    ["0", [1, 2, 3]],
    ["", [1, 2, 3]],
    ["2", [3]],
  ])("goes on after Last-Event-ID %j", async (last, expected) => {
    const app = testApp();
    const headers = { ...HEADERS, "last-event-id": last };
    const events = readEvents(await app.get("/api/sessions/own-1/events", headers));
    expect((await events.take(expected.length)).map(({ id }) => id)).toEqual(expected);
    await events.end();
  });

  it("waits where the last id is one that was not written yet", async () => {
    const app = testApp();
    const headers = { ...HEADERS, "last-event-id": "4" };
    const events = readEvents(await app.get("/api/sessions/own-1/events", headers));
    app.reader.add("own-1", notice(0));
    app.reader.add("own-1", notice(0));
    expect((await events.take(1)).map(({ id }) => id)).toEqual([5]);
    await events.end();
  });

  it.each(["x", "-1", "1.5", "1e3", "9".repeat(16), "1, 2"])(
    "refuses a last id %j",
    async (last) => {
      const app = testApp();
      const headers = { ...HEADERS, "last-event-id": last };
      const response = await app.get("/api/sessions/own-1/events", headers);
      expect([response.status, (await jsonOf(response)).error.code]).toEqual([
        400,
        "invalid_last_event_id",
      ]);
    },
  );

  it("is 404 for other agents' sessions", async () => {
    const app = testApp();
    const { sessions } = await jsonOf(await app.get("/api/sessions?agent=pi"));
    const response = await app.get(`/api/sessions/${sessions[0].id}/events`);
    expect([response.status, (await jsonOf(response)).error.code]).toEqual([404, "no_events"]);
  });

  it("a HEAD follows nothing", async () => {
    const app = testApp();
    await app.get("/api/sessions/own-1/events", HEADERS, "HEAD");
    expect([app.reader.follows(), app.streams().clients]).toEqual([0, 0]);
  });

  it("ends for every client when the server closes", async () => {
    const app = testApp();
    const streams = await Promise.all(upTo(5).map(() => app.get("/api/sessions/own-1/events")));
    const clients = streams.map(readEvents);
    for (const client of clients) await client.take(3);
    app.close();
    for (const client of clients) expect(await client.rest()).toEqual([]);
    await until(() => app.reader.following() === 0);
  });
});

describe("one follower a session", () => {
  it("serves any number of clients", async () => {
    const reader = fakeReader({ a: 5, b: 1 });
    const events = createSessionEvents(reader, LIMITS);
    const clients = upTo(50).map(() => readEvents(new Response(events.open("a", 0, () => {}))));
    for (const client of clients) await client.take(5);
    const other = readEvents(new Response(events.open("b", 0, () => {})));
    await other.take(1);
    expect([reader.following(), events.counts()]).toEqual([2, { clients: 51, sessions: 2 }]);
    for (const client of clients) await client.end();
    await until(() => reader.following() === 1);
    expect(events.counts()).toEqual({ clients: 1, sessions: 1 });
    await other.end();
    await until(() => reader.following() === 0);
  });

  it("holds no more than its share of bytes; who is behind reads the session", async () => {
    const reader = fakeReader({ a: 1000 });
    const events = createSessionEvents(reader, { ...LIMITS, maxHeldBytes: 2000 });
    const slow = readEvents(new Response(events.open("a", 0, () => {})));
    await slow.take(1);
    await until(() => reader.follows() >= 1);
    const late = readEvents(new Response(events.open("a", 990, () => {})));
    expect((await late.take(10)).map(({ id }) => id)).toEqual(upTo(1000, 991));
    expect((await slow.take(999)).map(({ id }) => id)).toEqual(upTo(1000, 2));
    reader.add("a", notice(0));
    expect((await slow.take(1)).map(({ id }) => id)).toEqual([1001]);
    await until(() => reader.following() === 1);
    await slow.end();
    await late.end();
    await until(() => reader.following() === 0);
  });

  it("tells every client everything once and in order, whenever it comes and goes", async () => {
    let rereads = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.oneof(fc.constant("write"), fc.constant("join"), fc.nat(9)), { maxLength: 60 }),
        fc.integer({ min: 100, max: 3000 }),
        fc.nat(20),
        async (steps, maxHeldBytes, stored) => {
          const reader = fakeReader({ a: stored });
          const events = createSessionEvents(reader, { ...LIMITS, maxHeldBytes });
          let written = stored;
          const clients: {
            readonly from: number;
            readonly events: ReturnType<typeof readEvents>;
            seen: number[];
          }[] = [];
          for (const step of steps) {
            if (step === "write") {
              reader.add("a", notice(written));
              written += 1;
            } else if (step === "join") {
              const from = clients.length % 2 === 0 ? 0 : Math.floor(written / 2);
              clients.push({
                from,
                events: readEvents(new Response(events.open("a", from, () => {}))),
                seen: [],
              });
            } else {
              const client = clients[Number(step) % Math.max(1, clients.length)];
              const missing = client === undefined ? 0 : written - client.from - client.seen.length;
              if (client && missing > 0) {
                client.seen.push(...(await client.events.take(1)).map(({ id }) => id));
              }
            }
          }
          for (const { from, events: stream, seen } of clients) {
            const rest = await stream.take(written - from - seen.length);
            const ids = [...seen, ...rest.map(({ id }) => id)];
            expect(ids).toEqual(upTo(written, from + 1));
            await stream.end();
          }
          rereads += Math.max(0, reader.follows() - 1);
          await until(() => reader.following() === 0);
          expect(events.counts()).toEqual({ clients: 0, sessions: 0 });
        },
      ),
      { numRuns: Number(process.env["ALISIO_FC_RUNS"] ?? 60) },
    );
    expect(rereads).toBeGreaterThan(10);
  });
});

describe("a stream", () => {
  it("says that it lives while nothing happens", async () => {
    const events = createSessionEvents(fakeReader({ a: 0 }), { ...LIMITS, heartbeatMs: 5 });
    const reader = events.open("a", 0, () => {}).getReader();
    const texts: string[] = [];
    while (texts.length < 3) texts.push(Buffer.from((await reader.read()).value ?? []).toString());
    expect(texts).toEqual(["retry: 2000\n\n", ": waiting\n\n", ": waiting\n\n"]);
    await reader.cancel();
  });

  it("that is left unread is given up, and its client can go on from its last id", async () => {
    const reader = fakeReader({ a: 3 });
    const events = createSessionEvents(reader, { ...LIMITS, stallMs: 20 });
    let stalled = 0;
    const stream = events.open("a", 0, () => {
      stalled += 1;
    });
    const client = readEvents(new Response(stream));
    await client.take(1);
    await until(() => stalled === 1);
    expect(events.counts()).toEqual({ clients: 0, sessions: 0 });
    const again = readEvents(new Response(events.open("a", 1, () => {})));
    expect((await again.take(2)).map(({ id }) => id)).toEqual([2, 3]);
    await again.end();
    await client.end();
  });

  it("ends when its session can't be read any more", async () => {
    const reader = fakeReader({ a: 2 });
    const broken = {
      ...reader,
      follow: async function* () {
        yield { schemaVersion: 1, id: 1, at: "2026-01-31T12:00:00Z", event: notice(1) } as const;
        throw new Error("gone");
      },
    };
    const events = createSessionEvents(broken, LIMITS);
    const all = await readEvents(new Response(events.open("a", 0, () => {}))).rest();
    expect(all.map(({ id }) => id)).toEqual([1]);
  });

  it("passes over what has no id, and what counts backwards", async () => {
    const reader = fakeReader({ a: 0 });
    const ids = [1, 1, 3, 2, 0, -1, 1.5, Number.NaN, 4];
    for (const id of ids) reader.add("a", notice(id), { id });
    const events = createSessionEvents(reader, LIMITS);
    const client = readEvents(new Response(events.open("a", 0, () => {})));
    expect((await client.take(3)).map(({ id }) => id)).toEqual([1, 3, 4]);
    await client.end();
  });

  it("writes many waiting events at once, but not all of a long session", async () => {
    const reader = fakeReader({ a: 5000 });
    const hub = createEventHub(
      (after, signal) => reader.follow("a", { after, signal }),
      10_000_000,
    );
    await until(() => {
      const held = hub.read(4999);
      return held.state === "events";
    });
    const signal = AbortSignal.timeout(30_000);
    const frames = clientFrames({
      hub,
      follow: (after, ending) => reader.follow("a", { after, signal: ending }),
      after: 0,
      heartbeatMs: 1000,
      signal,
    });
    const sizes: number[] = [];
    await frames.next();
    let ids = 0;
    while (ids < 5000) {
      const bytes = Buffer.from((await frames.next()).value ?? []);
      sizes.push(bytes.byteLength);
      ids += bytes.toString().match(/^id: /gm)?.length ?? 0;
    }
    expect(sizes.length).toBeLessThan(20);
    expect(Math.max(...sizes)).toBeLessThan(70_000);
    hub.close();
  });
});
