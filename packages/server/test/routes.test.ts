import { appendFileSync, rmSync, writeFileSync } from "node:fs";
import { createSessionReader } from "@alisio/agent/sessions";
import { contextReportSchema } from "@alisio/context-report/schemas";
import { describe, expect, it } from "vitest";
import type { SessionListing } from "../src/types.ts";
import { HEADERS, sessionPlaces, type TestApp, testApp } from "./support/app.ts";
import { fakeReader } from "./support/fake-reader.ts";
import { jsonOf } from "./support/json-of.ts";
import { alisioSession, CANARY, makeSessionHome, piSession } from "./support/session-home.ts";

const listing = async (app: TestApp, query = ""): Promise<SessionListing> =>
  (await jsonOf(await app.get(`/api/sessions${query}`))) as SessionListing;

const idOf = async (app: TestApp, agent: string): Promise<string> => {
  const found = (await listing(app, "?all=true")).sessions.find((each) => each.agent === agent);
  if (!found) throw new Error(`no session of ${agent}`);
  return found.id;
};

describe("GET /api/sessions", () => {
  it("lists those of the directory, or of all; of one agent when asked", async () => {
    const app = testApp();
    const agents = async (query: string) =>
      (await listing(app, query)).sessions.map(({ agent }) => agent).sort();
    expect(await agents("")).toEqual(["alisio", "pi"]);
    expect(await agents("?all=false")).toEqual(["alisio", "pi"]);
    expect(await agents("?all=true")).toEqual(["alisio", "codex", "pi"]);
    expect(await agents("?agent=codex&all=true")).toEqual(["codex"]);
    expect(await agents("?agent=nobody")).toEqual([]);
  });

  it("gives ids that hold no path, and texts that steer nothing", async () => {
    const app = testApp();
    const { sessions, more } = await listing(app, "?all=true");
    expect(more).toBe(0);
    const own = sessions.find(({ agent }) => agent === "alisio");
    expect(own).toMatchObject({ id: "own-1", directory: "~/work", hasEvents: true });
    const codex = sessions.find(({ agent }) => agent === "codex");
    expect(codex).toMatchObject({ directory: "~/elsewhere", hasEvents: false });
    expect(codex?.id).toMatch(/^codex_[A-Za-z0-9_-]{16}$/);
    expect(codex?.title).toContain("\\u{202e}");
    expect(JSON.stringify(sessions)).not.toContain(app.home);
  });

  it("cuts a list that is too long and says how many are left out", async () => {
    const app = testApp();
    for (let index = 0; index < 520; index += 1) {
      writeFileSync(app.piPath.replace("pi-1", `more-${index}`), piSession(app.cwd, 0));
    }
    const { sessions, more } = await listing(app);
    expect([sessions.length, more]).toEqual([500, 22]);
  });

  it("keeps an id when its file grows", async () => {
    const app = testApp();
    const before = await idOf(app, "pi");
    appendFileSync(app.piPath, "\n");
    expect(await idOf(app, "pi")).toBe(before);
  });
});

describe("GET /api/sessions/:sid/context", () => {
  it("gives what the reader says of Alisio's sessions", async () => {
    const app = testApp();
    expect(await jsonOf(await app.get("/api/sessions/own-1/context"))).toEqual({
      schemaVersion: 1,
      tokens: 12,
      window: 1000,
      compactAt: 850,
      messages: 2,
      compactions: 0,
    });
  });

  it("estimates another agent's next request", async () => {
    const app = testApp();
    const id = await idOf(app, "pi");
    const estimate = await jsonOf(await app.get(`/api/sessions/${id}/context`));
    const report = await jsonOf(await app.get(`/api/sessions/${id}/context/report`));
    expect(estimate).toMatchObject({
      tokens: report.totals.tokensBefore,
      messages: report.totals.messages,
      window: null,
      compactAt: null,
    });
    expect(report.totals.tokensBefore).toBeGreaterThan(100);
  });
});

describe("GET /api/sessions/:sid/context/report", () => {
  it("is the report, in the mode that is asked for", async () => {
    const app = testApp();
    const id = await idOf(app, "pi");
    for (const [query, mode] of [
      ["", "shadow"],
      ["?governor=on", "on"],
      ["?governor=off", "off"],
    ]) {
      const response = await app.get(`/api/sessions/${id}/context/report${query}`);
      const report = contextReportSchema.parse(await jsonOf(response));
      expect(report).toMatchObject({ mode, session: "pi-1", madeAt: "2026-01-31T12:00:00.000Z" });
    }
    const settings = await app.get(`/api/sessions/${id}/context/report?minAgeTurns=3&epoch=0`);
    expect((await jsonOf(settings)).settings).toMatchObject({ minAgeTurns: 3, epochMessages: 0 });
  });

  it("leaves what isn't asked for of Alisio's own sessions to the session", async () => {
    const app = testApp();
    const report = await jsonOf(await app.get("/api/sessions/own-1/context/report"));
    expect(report).toMatchObject({ mode: "on", session: "own-1" });
    const off = await jsonOf(await app.get("/api/sessions/own-1/context/report?governor=off"));
    expect(off.mode).toBe("off");
    const path = "/api/sessions/own-1/context/report?minAgeTurns=3&epoch=0";
    expect(await jsonOf(await app.get(path))).toMatchObject({
      mode: "on",
      settings: { minAgeTurns: 3, epochMessages: 0 },
    });
  });

  it("is 304 while the file is the same, and new when it grew", async () => {
    const app = testApp();
    const path = `/api/sessions/${await idOf(app, "pi")}/context/report`;
    const first = await app.get(path);
    const etag = first.headers.get("etag") ?? "";
    expect(etag).toMatch(/^W\/"[^"]+"$/);
    for (const tag of [etag, etag.slice(2), `"x", ${etag}`, "*"]) {
      const again = await app.get(path, { ...HEADERS, "if-none-match": tag });
      expect([again.status, again.headers.get("etag"), await again.text()]).toEqual([
        304,
        etag,
        "",
      ]);
    }
    expect((await app.get(path, { ...HEADERS, "if-none-match": '"other"' })).status).toBe(200);
    writeFileSync(app.piPath, piSession(app.cwd, 6));
    const grown = await app.get(path, { ...HEADERS, "if-none-match": etag });
    expect(grown.status).toBe(200);
    expect(grown.headers.get("etag")).not.toBe(etag);
  });

  it("tells streams apart: the main one by name, none of another name", async () => {
    const app = testApp();
    const path = `/api/sessions/${await idOf(app, "pi")}/context/report`;
    const main = await app.get(`${path}?stream=main`);
    expect(await jsonOf(main)).toEqual(await jsonOf(await app.get(path)));
    const none = await app.get(`${path}?stream=${encodeURIComponent(CANARY)}`);
    expect([none.status, (await jsonOf(none)).error.code]).toEqual([404, "no_such_stream"]);
  });

  it("never holds text of the session", async () => {
    const app = testApp();
    for (const agent of ["pi", "codex", "alisio"]) {
      const path = `/api/sessions/${await idOf(app, agent)}/context/report`;
      for (const query of ["", "?governor=on", "?stream=main"]) {
        const body = await (await app.get(path + query)).text();
        expect(body).toContain('"schemaVersion":1');
        expect(body).not.toContain("canary");
      }
    }
  });
});

describe("problems", () => {
  it.each([
    ["a session that was removed", (app: TestApp) => rmSync(app.piPath), 404, "no_such_session"],
    [
      "a file that is no session any more",
      (app: TestApp) => writeFileSync(app.piPath, `${CANARY}\n`),
      422,
      "unreadable_session",
    ],
  ])("%s", async (_, spoil, status, code) => {
    const app = testApp();
    const id = await idOf(app, "pi");
    spoil(app);
    for (const route of ["context", "context/report"]) {
      const response = await app.get(`/api/sessions/${id}/${route}`);
      const body = await response.text();
      expect([response.status, JSON.parse(body).error.code]).toEqual([status, code]);
      expect(body).not.toContain(app.home);
      expect(body).not.toContain(CANARY);
    }
  });

  it("are the same for Alisio's own sessions, with their real reader", async () => {
    const place = makeSessionHome();
    const { sessionsDirectory } = place;
    const sessions = {
      ...sessionPlaces(place, fakeReader({})),
      reader: createSessionReader({ sessionsDirectory }),
    };
    const { get, errors } = testApp({ sessions });
    const path = "/api/sessions/own-1/context";
    expect((await jsonOf(await get(path))).messages).toBe(2);
    expect((await jsonOf(await get(`${path}/report?governor=shadow`))).totals.messages).toBe(2);
    const [, withoutHeader = ""] = alisioSession("own-1", place.cwd).split("\n");
    writeFileSync(place.alisioPath, `${withoutHeader}\n`);
    for (const route of [path, `${path}/report`]) {
      const response = await get(route);
      const body = await response.text();
      expect([response.status, JSON.parse(body).error.code]).toEqual([422, "unreadable_session"]);
      expect(body).not.toContain(CANARY);
    }
    rmSync(place.alisioPath);
    expect((await get(path)).status).toBe(404);
    expect((await get(`${path}/report`)).status).toBe(404);
    expect(errors).toEqual([]);
  });

  it.each([
    "?governor=full",
    "?governor=on&governor=off",
    "?epoch=1001",
    "?epoch=-1",
    "?epoch=",
    "?minAgeTurns=0",
    "?minAgeTurns=21",
    "?minAgeTurns=1e1",
    "?stream=",
    "?nothing=like-it",
    "?__proto__=x",
  ])("a query %s is refused", async (query) => {
    const app = testApp();
    const response = await app.get(`/api/sessions/own-1/context/report${query}`);
    expect([response.status, (await jsonOf(response)).error.code]).toEqual([400, "invalid_query"]);
  });

  it("what fails inside is told to the host and not to the client", async () => {
    const app = testApp({ now: () => Number.NaN });
    const response = await app.get("/api/sessions/own-1/context/report");
    expect(response.status).toBe(500);
    expect(await jsonOf(response)).toEqual({
      schemaVersion: 1,
      error: { code: "internal", message: "Something went wrong in the server." },
    });
    expect(app.errors).toHaveLength(1);
  });

  it("a head is a get without its body", async () => {
    const app = testApp();
    for (const path of ["/", "/api/sessions", "/api/sessions/own-1/context/report"]) {
      const response = await app.get(path, HEADERS, "HEAD");
      expect([response.status, await response.text()]).toEqual([200, ""]);
    }
  });
});
