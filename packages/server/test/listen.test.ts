import { createServer as createNodeServer } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { networkInterfaces } from "node:os";
import { afterEach, describe, expect, it } from "vitest";
import { createToken, type ListenOptions, listen, type RunningServer } from "../src/index.ts";
import { canonicalHost, hostsOf } from "../src/internal/hosts.ts";
import { SECURITY_HEADERS } from "../src/internal/respond.ts";
import { ASSETS, sessionPlaces } from "./support/app.ts";
import { fakeReader } from "./support/fake-reader.ts";
import { makeSessionHome } from "./support/session-home.ts";

const running: RunningServer[] = [];
afterEach(async () => {
  for (const server of running.splice(0)) await server.close();
});

async function start(options: Partial<ListenOptions> = {}): Promise<RunningServer> {
  const place = makeSessionHome();
  const sessions = sessionPlaces(place, fakeReader({ "own-1": 3 }));
  const server = await listen({ sessions, assets: ASSETS, now: Date.now, ...options });
  running.push(server);
  return server;
}

/** Sends bytes as they are and gives back everything that came until the connection ended. */
function raw(port: number, text: string, keepOpen = false): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, "127.0.0.1");
    let answer = "";
    socket.setEncoding("latin1");
    socket.on("data", (chunk) => {
      answer += chunk;
    });
    socket.on("error", reject);
    socket.on("close", () => resolve(answer));
    socket.write(text, "latin1");
    if (!keepOpen) socket.end();
  });
}

const statuses = (answer: string): readonly number[] =>
  [...answer.matchAll(/^HTTP\/1\.1 (\d+)/gm)].map(([, status]) => Number(status));

const authorized = ({ port, token }: RunningServer): string =>
  `Host: 127.0.0.1:${port}\r\nAuthorization: Bearer ${token}\r\n`;

describe("listen", () => {
  it("is on 127.0.0.1 alone, with a token of its own that its address doesn't hold", async () => {
    const server = await start();
    expect(server.url).toBe(`http://127.0.0.1:${server.port}/`);
    expect(server.token).toHaveLength(43);
    const page = await fetch(server.url);
    expect([page.status, await page.text()]).toEqual([200, "<!doctype html><p>page</p>"]);
    const api = `${server.url}api/sessions`;
    expect((await fetch(api)).status).toBe(401);
    const headers = { authorization: `Bearer ${server.token}` };
    expect((await fetch(api, { headers })).status).toBe(200);
    for (const { address } of Object.values(networkInterfaces()).flatMap((each) => each ?? [])) {
      if (address.startsWith("127.") || address.includes(":")) continue;
      await expect(fetch(`http://${address}:${server.port}/`)).rejects.toThrow();
    }
  });

  it.each(["0.0.0.0", "::", "192.0.2.1", "example.org"])(
    "%s needs a token that the caller chose",
    async (host) => {
      await expect(start({ host })).rejects.toMatchObject({ code: "token_required" });
    },
  );

  it("a wildcard is reached by this machine's addresses, never by its own name", async () => {
    const server = await start({ host: "0.0.0.0", token: createToken() });
    const status = async (host: string) =>
      statuses(
        await raw(
          server.port,
          `GET / HTTP/1.1\r\nHost: ${host}:${server.port}\r\nConnection: close\r\n\r\n`,
        ),
      );
    expect(server.url).toBe(`http://127.0.0.1:${server.port}/`);
    expect(await status("127.0.0.1")).toEqual([200]);
    expect(await status("localhost")).toEqual([200]);
    expect(await status("0.0.0.0")).toEqual([403]);
    expect(await status("rebound.example")).toEqual([403]);
    const outside = Object.values(networkInterfaces())
      .flatMap((each) => each ?? [])
      .find(({ internal, family }) => !internal && family === "IPv4");
    if (outside) expect(await status(outside.address)).toEqual([200]);
  });

  it.each([
    [{ port: -1 }],
    [{ port: 65_536 }],
    [{ port: 1.5 }],
    [{ host: "" }],
    [{ host: "a b" }],
    [{ host: "a/b" }],
  ])("%j is refused", async (options) => {
    await expect(start(options)).rejects.toMatchObject({ code: "invalid_option" });
  });

  it.each([
    ["127.1", "127.0.0.1"],
    ["LOCALHOST", "localhost"],
    ["0", "0.0.0.0"],
    ["0:0:0:0:0:0:0:1", "::1"],
    ["0::0", "::"],
    ["2001:DB8:0::7", "2001:db8::7"],
    ["::ffff:192.0.2.7", "::ffff:c000:207"],
    ["a_name.example", "a_name.example"],
    ["300.1.1.1", "300.1.1.1"],
    ["127.0.0.1:80", "127.0.0.1:80"],
    ["a:b", "a:b"],
  ])("an address has many spellings, Host one: %s is %s", (given, canonical) => {
    expect(canonicalHost(given)).toBe(canonical);
  });

  it("the address that it gives is answered, however the host was written", async () => {
    for (const host of ["127.1", "LOCALHOST"]) {
      const { url } = await start({ host });
      expect([host, (await fetch(url)).status]).toEqual([host, 200]);
    }
    for (const host of ["0", "0::0"])
      await expect(start({ host })).rejects.toMatchObject({ code: "token_required" });
    const { url } = await start({ host: "0", token: createToken() });
    expect(url).toMatch(/^http:\/\/127\.0\.0\.1:/);
    expect((await fetch(url)).status).toBe(200);
  });

  it("says when a port is taken, or can't be had", async () => {
    const other = createNodeServer().listen(0, "127.0.0.1");
    await new Promise((resolve) => other.once("listening", resolve));
    const { port } = other.address() as AddressInfo;
    await expect(start({ port })).rejects.toMatchObject({
      code: "address_in_use",
      message: `Port ${port} of 127.0.0.1 is in use; choose another, or 0 for any.`,
    });
    other.close();
    await expect(start({ host: "192.0.2.1", token: createToken() })).rejects.toMatchObject({
      code: "cannot_listen",
    });
  });

  it("gives the port back where the routes can't be made of its options", async () => {
    const other = createNodeServer().listen(0, "127.0.0.1");
    await new Promise((resolve) => other.once("listening", resolve));
    const { port } = other.address() as AddressInfo;
    await new Promise((resolve) => other.close(resolve));
    const refused = start({ port, now: 3 as unknown as () => number });
    await expect(refused).rejects.toMatchObject({ code: "invalid_option" });
    expect((await start({ port })).port).toBe(port);
  });

  it("leaves the process's own Request and Response alone", async () => {
    const before = [globalThis.Request, globalThis.Response];
    await start();
    expect([globalThis.Request, globalThis.Response]).toEqual(before);
  });

  it("knows what Host may say", () => {
    expect(hostsOf("127.0.0.1", 8080)).toEqual(["127.0.0.1:8080", "localhost:8080", "[::1]:8080"]);
    expect(hostsOf("127.0.0.2", 8080)).toContain("127.0.0.2:8080");
    expect(hostsOf("::1", 80)).toContain("[::1]");
    expect(hostsOf("192.0.2.7", 8080)).toEqual(["192.0.2.7:8080"]);
    expect(hostsOf("::", 8080)).not.toContain("[::]:8080");
  });

  it("ends event streams when it closes, and everything else soon after", async () => {
    const server = await start();
    const headers = { authorization: `Bearer ${server.token}` };
    const response = await fetch(`${server.url}api/sessions/own-1/events`, { headers });
    const reader = response.body?.getReader();
    await reader?.read();
    await server.close();
    while (!(await reader?.read())?.done);
    await expect(fetch(server.url)).rejects.toThrow();
    await server.close();
  });
});

it("a report on a port is whole, of a known length, with every header; a HEAD has no body", async () => {
  const { url, token } = await start();
  const headers = { authorization: `Bearer ${token}` };
  const address = `${url}api/sessions/own-1/context/report`;
  const response = await fetch(address, { headers });
  const body = await response.text();
  expect(JSON.parse(body)).toMatchObject({ session: "own-1" });
  expect(response.headers.get("content-length")).toBe(String(Buffer.byteLength(body)));
  for (const [name, value] of Object.entries(SECURITY_HEADERS))
    expect(response.headers.get(name)).toBe(value);
  const head = await fetch(address, { headers, method: "HEAD" });
  expect([head.status, await head.text()]).toEqual([200, ""]);
  const etag = response.headers.get("etag") ?? "";
  const again = await fetch(address, { headers: { ...headers, "if-none-match": etag } });
  expect([again.status, await again.text()]).toEqual([304, ""]);
});

describe("bytes that are no good request", () => {
  it.each([
    ["a traversing path", "/api/../api/sessions", [404]],
    ["a path that leaves", "/../../etc/passwd", [404]],
    ["an encoded traversal", "/%2e%2e/api/sessions", [404]],
    ["an encoded slash", "/api%2fsessions", [404]],
    ["a doubled slash", "//api/sessions", [404]],
    ["a backslash", "/\\..\\api/sessions", [404]],
    ["a backslash for a slash", "/api\\sessions", [404]],
    ["a whole address", "http://evil.example/api/sessions", [404]],
    ["our own whole address", "http://127.0.0.1/api/sessions", [404]],
    ["a fragment", "/api/sessions#x", [404]],
    ["a dot", "/./api/sessions", [404]],
    ["a NUL", "/api/sessions%00", [404]],
    ["a star", "*", [404]],
    ["a raw control", "/api/\u0001sessions", [400]],
    ["raw bytes", "/api/s\u00e9ssions", [404]],
  ])("%s leads nowhere, with the token", async (_, target, expected) => {
    const server = await start();
    const answer = await raw(
      server.port,
      `GET ${target} HTTP/1.1\r\n${authorized(server)}Connection: close\r\n\r\n`,
    );
    expect(statuses(answer)[0]).toBeGreaterThanOrEqual(400);
    expect(expected.concat(400)).toContain(statuses(answer)[0]);
    expect(answer.toLowerCase()).toContain("content-security-policy: default-src 'none'");
    expect(answer).not.toContain('"sessions"');
    expect(answer).not.toMatch(/node_modules|\bat \//);
  });

  it.each([
    ["no request line", "\r\n\r\nnonsense\r\n\r\n"],
    ["another protocol", "\u0016\u0003\u0001\u0002\u0000\u0001\u0000\u0001"],
    ["a bare line feed in a header", "GET / HTTP/1.1\nHost: x\nX\u0000: y\n\n"],
    ["a space before the colon", "GET / HTTP/1.1\r\nHost : x\r\n\r\n"],
    ["no host", "GET / HTTP/1.1\r\n\r\n"],
    ["two lengths", "GET / HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n"],
    [
      "length and chunks",
      "GET / HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n",
    ],
  ])("%s ends the connection with no detail", async (_, text) => {
    const server = await start();
    const answer = await raw(server.port, text);
    expect(statuses(answer)).toEqual([400]);
    expect(answer).not.toMatch(/node|stack|Parse/i);
  });

  it("a header that is there twice is no header of ours", async () => {
    const server = await start();
    const host = `Host: 127.0.0.1:${server.port}\r\n`;
    const token = `Authorization: Bearer ${server.token}\r\n`;
    const ask = async (headers: string) =>
      statuses(
        await raw(server.port, `GET /api/sessions HTTP/1.1\r\n${headers}Connection: close\r\n\r\n`),
      );
    expect(await ask(host + token)).toEqual([200]);
    expect(await ask(`${host}Host: evil.example\r\n${token}`)).toEqual([403]);
    expect(await ask(`Host: evil.example\r\n${host}${token}`)).toEqual([403]);
    expect(await ask(`${host}${token}Authorization: Bearer x\r\n`)).toEqual([401]);
    expect(await ask(`${host}Authorization: Bearer x\r\n${token}`)).toEqual([401]);
    expect(
      await ask(`${host}${token}Origin: http://127.0.0.1:${server.port}\r\nOrigin: null\r\n`),
    ).toEqual([403]);
    expect(
      await ask(`${host}${token}Sec-Fetch-Site: same-origin\r\nSec-Fetch-Site: cross-site\r\n`),
    ).toEqual([403]);
  });

  it("what follows a body is never a request", async () => {
    const server = await start();
    const inner = `GET /api/sessions HTTP/1.1\r\n${authorized(server)}\r\n`;
    const answer = await raw(
      server.port,
      `GET / HTTP/1.1\r\n${authorized(server)}Content-Length: ${inner.length}\r\n\r\n${inner}`,
    );
    expect(statuses(answer)).toEqual([200]);
    expect(answer.toLowerCase()).toContain("connection: close");
  });

  it("OPTIONS, TRACE and CONNECT get nothing, and no header of CORS", async () => {
    const server = await start();
    for (const method of ["OPTIONS", "TRACE", "POST", "PROPFIND"]) {
      const answer = await raw(
        server.port,
        `${method} /api/sessions HTTP/1.1\r\n${authorized(server)}Access-Control-Request-Method: GET\r\nConnection: close\r\n\r\n`,
      );
      expect([method, statuses(answer)]).toEqual([method, [405]]);
      expect(answer.toLowerCase()).not.toContain("access-control");
      expect(answer).not.toContain(server.token);
    }
    expect(
      await raw(server.port, `CONNECT evil.example:80 HTTP/1.1\r\n${authorized(server)}\r\n`),
    ).toBe("");
  });

  it("an expectation is no way past the gate", async () => {
    const server = await start();
    const answer = await raw(
      server.port,
      `GET /api/sessions HTTP/1.1\r\nHost: evil.example\r\nExpect: nothing\r\nConnection: close\r\n\r\n`,
    );
    expect(statuses(answer)).toEqual([403]);
  });

  it("huge headers are 431, of one or of many", async () => {
    const server = await start();
    const head = `GET / HTTP/1.1\r\n${authorized(server)}`;
    const one = await raw(server.port, `${head}X: ${"x".repeat(20_000)}\r\n\r\n`);
    const many = await raw(server.port, `${head}${"x: y\r\n".repeat(5000)}\r\n`);
    for (const answer of [one, many]) {
      expect(statuses(answer)).toEqual([431]);
      expect(answer).not.toContain(server.token);
    }
  });

  it("a long address is refused, a long query isn't understood", async () => {
    const server = await start();
    const ask = (target: string) =>
      raw(server.port, `GET ${target} HTTP/1.1\r\n${authorized(server)}Connection: close\r\n\r\n`);
    expect(statuses(await ask(`/${"x".repeat(20_000)}`))).toEqual([431]);
    expect(statuses(await ask(`/api/sessions?${"x".repeat(8000)}`))).toEqual([400]);
    expect(statuses(await ask(`/api/sessions/${"x".repeat(8000)}/context`))).toEqual([404]);
  });

  it("who sends headers too slowly is disconnected; others are served meanwhile", {
    timeout: 40_000,
  }, async () => {
    const server = await start();
    const slow = raw(server.port, "GET / HTTP/1.1\r\nHost: 127", true);
    const silent = raw(server.port, "", true);
    expect((await fetch(server.url)).status).toBe(200);
    expect(statuses(await slow)).toEqual([408]);
    expect([[], [408]]).toContainEqual(statuses(await silent));
  });
});
