import { inspect } from "node:util";
import fc from "fast-check";
import { describe, expect, it, vi } from "vitest";
import { createServer, createToken, ServerError } from "../src/index.ts";
import { SECURITY_HEADERS } from "../src/internal/respond.ts";
import { createTokenCheck } from "../src/internal/token.ts";
import { ASSETS, HEADERS, HOST, sessionPlaces, TOKEN, testApp } from "./support/app.ts";
import { fakeReader } from "./support/fake-reader.ts";
import { CANARY, makeSessionHome } from "./support/session-home.ts";

const hostOnly = { host: HOST };

function headerList({ headers }: Pick<Response, "headers">): readonly [string, string][] {
  const list: [string, string][] = [];
  headers.forEach((value, name) => {
    list.push([name, value]);
  });
  return list;
}

/** The router's own list, with an id that exists. */
const apiPaths = (app: ReturnType<typeof testApp>): readonly string[] =>
  app.app.routes
    .filter(({ method }) => method === "GET")
    .map(({ path }) => path.replace(":sid", "own-1"));

describe("the token", () => {
  it("is needed by every route of the router", async () => {
    const app = testApp();
    const paths = apiPaths(app);
    expect(paths).toHaveLength(5);
    for (const path of paths) {
      expect(path).toMatch(/^\/api\//);
      for (const method of ["GET", "HEAD"]) {
        const response = await app.get(path, hostOnly, method);
        expect([path, response.status]).toEqual([path, 401]);
        expect(response.headers.get("www-authenticate")).toBe('Bearer realm="alisio"');
        expect((await app.get(path, HEADERS, "HEAD")).status).toBe(200);
      }
    }
    expect(app.streams().clients).toBe(0);
  });

  it.each([
    ["none", {}],
    ["an empty one", { authorization: "" }],
    ["another", { authorization: `Bearer ${TOKEN}x` }],
    ["a part", { authorization: `Bearer ${TOKEN.slice(0, -1)}` }],
    ["another case", { authorization: `Bearer ${TOKEN.toUpperCase()}` }],
    ["no scheme", { authorization: TOKEN }],
    ["another scheme", { authorization: `Basic ${Buffer.from(`:${TOKEN}`).toString("base64")}` }],
    ["two", { authorization: `Bearer ${TOKEN}, Bearer ${TOKEN}` }],
    ["a cookie", { cookie: `token=${TOKEN}; authorization=Bearer ${TOKEN}` }],
    ["a header of another name", { "x-token": TOKEN, "proxy-authorization": `Bearer ${TOKEN}` }],
  ])("%s is not enough", async (_, headers) => {
    const app = testApp();
    expect((await app.get("/api/sessions", { ...hostOnly, ...headers })).status).toBe(401);
  });

  it.each(["token", "access_token", "authorization", "key"])(
    "is not taken from a query parameter %s",
    async (name) => {
      const app = testApp();
      const query = `?${name}=${TOKEN}`;
      expect((await app.get(`/api/sessions${query}`, hostOnly)).status).toBe(401);
      const beside = await app.get(`/api/sessions${query}`);
      expect([beside.status, await beside.text()]).toEqual([
        400,
        expect.not.stringContaining(TOKEN),
      ]);
    },
  );

  it("is told apart from any other text, whatever its length", () => {
    const check = createTokenCheck(TOKEN);
    expect(check(`Bearer ${TOKEN}`)).toBe(true);
    expect(check(`bearer   ${TOKEN} `)).toBe(true);
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 80 }), (text) => {
        expect(check(text)).toBe(false);
        expect(check(`Bearer ${text}`)).toBe(text === TOKEN);
      }),
    );
  });

  it("is compared by the function that takes equal time, and by nothing else", () => {
    const source = createTokenCheck.toString();
    expect(source).toMatch(/timingSafeEqual/);
    expect(source).not.toMatch(/===|startsWith|includes/);
  });

  it("is in no answer, no event and no output", async () => {
    const written: string[] = [];
    const outputs = (["log", "info", "warn", "error", "debug"] as const).map((name) =>
      vi.spyOn(console, name).mockImplementation((...all) => void written.push(inspect(all))),
    );
    const app = testApp();
    const reader = app.reader;
    reader.add("own-1", { type: "notice", problem: { code: "x", message: "y" } });
    for (const path of [
      "/",
      "/nothing",
      "/api/nothing",
      `/api/sessions?token=${TOKEN}`,
      ...apiPaths(app),
    ]) {
      const response = await app.get(path, {
        ...HEADERS,
        referer: `http://${HOST}/#token=${TOKEN}`,
      });
      const headers = inspect(headerList(response));
      const body = path.endsWith("/events")
        ? Buffer.from((await response.body?.getReader().read())?.value ?? []).toString()
        : await response.text();
      expect(headers + body).not.toContain(TOKEN);
      expect(response.headers.get("referrer-policy")).toBe("no-referrer");
    }
    app.close();
    for (const output of outputs) output.mockRestore();
    expect(written).toEqual([]);
  });

  it("made by createToken is of 256 random bits, and never the same", () => {
    const tokens = new Set(Array.from({ length: 100 }, createToken));
    expect(tokens.size).toBe(100);
    for (const token of tokens) expect(token).toMatch(/^[A-Za-z0-9_-]{43}$/);
  });

  it.each([
    "",
    "short",
    "x".repeat(21),
    `${"x".repeat(30)} `,
    `${"x".repeat(30)}\n`,
    "é".repeat(30),
    7,
    undefined,
  ])("that is weak or can't be written in an address is refused: %j", (token) => {
    expect(() => testApp({ token: token as string })).toThrow(
      expect.objectContaining({ code: "invalid_token" }),
    );
  });
});

describe("host, origin and fetch metadata come before anything else", () => {
  const refused: readonly (readonly [string, Record<string, string>, string])[] = [
    ["a rebound name", { host: "evil.example:4321" }, "wrong_host"],
    ["a name that begins like ours", { host: "127.0.0.1.evil.example:4321" }, "wrong_host"],
    ["a name that ends like ours", { host: "evil-localhost:4321" }, "wrong_host"],
    ["the wildcard address", { host: "0.0.0.0:4321" }, "wrong_host"],
    ["another port", { host: "127.0.0.1:80" }, "wrong_host"],
    ["no port", { host: "127.0.0.1" }, "wrong_host"],
    ["the address as one number", { host: "2130706433:4321" }, "wrong_host"],
    ["a trailing dot", { host: "localhost.:4321" }, "wrong_host"],
    ["a user before it", { host: "x@127.0.0.1:4321" }, "wrong_host"],
    ["no host", {}, "wrong_host"],
    ["an empty host", { host: "" }, "wrong_host"],
    ["two hosts", { host: `${HOST}, ${HOST}` }, "wrong_host"],
    ["a foreign origin", { ...hostOnly, origin: "https://evil.example" }, "foreign_origin"],
    ["no origin's origin", { ...hostOnly, origin: "null" }, "foreign_origin"],
    ["another port's origin", { ...hostOnly, origin: "http://127.0.0.1:3000" }, "foreign_origin"],
    ["another scheme's origin", { ...hostOnly, origin: `https://${HOST}` }, "foreign_origin"],
    ["another of our names", { ...hostOnly, origin: "http://localhost:4321" }, "foreign_origin"],
    ["an empty origin", { ...hostOnly, origin: "" }, "foreign_origin"],
    ["another site", { ...hostOnly, "sec-fetch-site": "cross-site" }, "cross_site"],
    ["another port of this site", { ...hostOnly, "sec-fetch-site": "same-site" }, "cross_site"],
    ["an unknown word", { ...hostOnly, "sec-fetch-site": "else" }, "cross_site"],
  ];

  it.each(refused)(
    "%s is 403, with a token and without, for what exists and what doesn't",
    async (_, headers, code) => {
      const app = testApp();
      for (const path of [
        "/",
        "/nothing",
        "/api/sessions",
        "/api/%2e%2e/x",
        "/assets/index-1a.js",
      ]) {
        for (const method of ["GET", "HEAD", "POST", "OPTIONS"]) {
          for (const token of [{}, { authorization: `Bearer ${TOKEN}` }]) {
            const response = await app.get(path, { ...headers, ...token }, method);
            expect([path, method, response.status]).toEqual([path, method, 403]);
            const body = await response.text();
            if (method !== "HEAD") expect(JSON.parse(body).error.code).toBe(code);
          }
        }
      }
    },
  );

  it.each([
    [{ host: HOST.toUpperCase() }],
    [{ host: "LocalHost:4321" }],
    [{ ...hostOnly, origin: `http://${HOST}` }],
    [{ ...hostOnly, "sec-fetch-site": "same-origin" }],
    [{ ...hostOnly, "sec-fetch-site": "none" }],
  ])("%j is our own", async (headers) => {
    expect((await testApp().get("/", headers)).status).toBe(200);
  });
});

describe("methods", () => {
  it.each(["POST", "PUT", "PATCH", "DELETE", "OPTIONS"])("%s is 405", async (method) => {
    const app = testApp();
    for (const path of ["/", "/api/sessions", "/nothing"]) {
      const preflight = { "access-control-request-method": "GET", origin: `http://${HOST}` };
      const response = await app.get(path, { ...HEADERS, ...preflight }, method);
      expect([response.status, response.headers.get("allow")]).toEqual([405, "GET, HEAD"]);
    }
  });
});

describe("every answer", () => {
  it("carries the policy, no header of CORS, and of the API is never stored", async () => {
    const app = testApp();
    const answers = [
      await app.get("/", hostOnly),
      await app.get("/nothing", hostOnly),
      await app.get("/api/sessions", hostOnly),
      await app.get("/api/sessions"),
      await app.get("/api/sessions/nobody/context"),
      await app.get("/api/sessions/own-1/context/report"),
      await app.get("/api/sessions/own-1/context/report", { ...HEADERS, "if-none-match": "*" }),
      await app.get("/api/sessions?x=1"),
      await app.get("/api/sessions", HEADERS, "POST"),
      await app.get("/api/sessions", { host: "evil" }),
      await app.get("/api/sessions/own-1/events", HEADERS, "HEAD"),
    ];
    expect(answers.map(({ status }) => status)).toEqual([
      200, 404, 401, 200, 404, 200, 304, 400, 405, 403, 200,
    ]);
    for (const [index, { headers }] of answers.entries()) {
      for (const [name, value] of Object.entries(SECURITY_HEADERS))
        expect(headers.get(name)).toBe(value);
      expect(headerList({ headers }).filter(([name]) => name.startsWith("access-control"))).toEqual(
        [],
      );
      expect(headers.has("set-cookie")).toBe(false);
      expect(headers.get("cache-control")).toBe(index === 0 ? "no-cache" : "no-store");
    }
  });

  it("has a policy that allows nothing by default, nothing inline and nothing from elsewhere", () => {
    const policy = new Map(
      (SECURITY_HEADERS["content-security-policy"] ?? "")
        .split("; ")
        .map((part) => [part.split(" ")[0], part.split(" ").slice(1).join(" ")]),
    );
    expect(policy.get("default-src")).toBe("'none'");
    for (const name of ["frame-ancestors", "base-uri", "form-action"]) {
      expect(policy.get(name)).toBe("'none'");
    }
    for (const value of policy.values()) expect(["'none'", "'self'"]).toContain(value);
  });
});

describe("what is served without a token", () => {
  it("is the page's own files by exact name, and holds no data", async () => {
    const app = testApp();
    for (const [path, { type, body }] of ASSETS) {
      const response = await app.get(path, hostOnly);
      expect([response.status, response.headers.get("content-type")]).toEqual([200, type]);
      expect(Buffer.from(await response.arrayBuffer())).toEqual(body);
    }
  });

  it.each([
    "/index.html",
    "/assets",
    "/assets/",
    "/assets/INDEX-1a.js",
    "/assets/index-1a.js/",
    "/assets/index-1a.js%00",
    "/assets/%69ndex-1a.js",
    "//assets/index-1a.js",
    "/assets//index-1a.js",
    "/assets/..%2findex-1a.js",
    "/package.json",
    "/.git/config",
    "/favicon.ico",
    "/API/sessions",
    "/%61pi/sessions",
    "/api%2fsessions",
    "//api/sessions",
    "/api//sessions",
    "/api/sessions/",
    "/api/sessions/own-1%2fcontext",
    "/api/sessions/..%2f..%2fetc%2fpasswd/context",
    "/api/sessions/%2e%2e/context",
    "/api/sessions/own-1/context/",
    "/api/sessions/own-1/context/report/",
    "/api;x/sessions",
    "/api/sessions;x",
  ])("is nothing else: %s", async (path) => {
    const app = testApp();
    const without = await app.get(path, hostOnly);
    expect([401, 404]).toContain(without.status);
    expect(await without.text()).not.toContain(CANARY);
    const given = await app.get(path);
    expect([path, given.status]).toEqual([path, 404]);
  });

  it("is nothing else, whatever the path", async () => {
    const app = testApp();
    const known = new Set<string>([...ASSETS.keys()]);
    const part = fc.oneof(
      fc.constantFrom(
        "api",
        "sessions",
        "own-1",
        "context",
        "report",
        "events",
        "..",
        ".",
        "",
        "%2e%2e",
        "assets",
      ),
      fc.webSegment(),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(part, { maxLength: 6 }), async (parts) => {
        const path = `/${parts.join("/")}`;
        const response = await app.get(path, hostOnly);
        if (known.has(new URL(`http://${HOST}${path}`).pathname)) return;
        expect([401, 404]).toContain(response.status);
      }),
    );
  });
});

describe("session ids", () => {
  it("lead to a file only by way of the list, whatever they are", async () => {
    const app = testApp();
    const ids = fc.oneof(
      fc.string({ unit: "binary", maxLength: 60 }),
      fc.constantFrom(
        "../../../../etc/passwd",
        "..",
        ".",
        app.piPath,
        app.alisioPath,
        "own-1.jsonl",
        "OWN-1",
        "pi_AAAAAAAAAAAAAAAA",
        "__proto__",
        "constructor",
        "own-1\u0000",
        "a".repeat(10_000),
      ),
    );
    await fc.assert(
      fc.asyncProperty(
        ids,
        fc.constantFrom("context", "context/report", "events"),
        async (id, route) => {
          fc.pre(id !== "own-1");
          const response = await app.get(
            `/api/sessions/${encodeURIComponent(id.replace(/[\ud800-\udfff]/g, "?"))}/${route}`,
          );
          expect(response.status).toBe(404);
          const body = await response.text();
          if (id.length > 3) expect(body).not.toContain(id);
        },
      ),
    );
    expect(app.errors).toEqual([]);
  });
});

describe("options", () => {
  it.each([
    [{ hosts: [] }, "invalid_option"],
    [{ hosts: ["a b"] }, "invalid_option"],
    [{ hosts: ["http://x"] }, "invalid_option"],
    [{ now: 5 }, "invalid_option"],
    [{ sessions: null }, "invalid_option"],
  ])("%j is refused", (change, code) => {
    const place = makeSessionHome();
    const options = {
      sessions: sessionPlaces(place, fakeReader({})),
      token: TOKEN,
      hosts: [HOST],
      now: Date.now,
    };
    const make = () => createServer({ ...options, ...(change as object) });
    expect(make).toThrow(expect.objectContaining({ code }));
    try {
      make();
    } catch (error) {
      expect(ServerError.isInstance(error)).toBe(true);
    }
    expect(ServerError.isInstance(new Error("x"))).toBe(false);
    expect(ServerError.isInstance(null)).toBe(false);
  });
});
