import { createHash } from "node:crypto";
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { CommandIo, StopSignal } from "../src/io.ts";
import { makeTree, type RunResult, run } from "./helpers.ts";
import { CANARY, makeSessionsHome } from "./sessions-home.ts";

const OWN_TOKEN = "a-token-of-my-own-0123456789";

interface Served {
  readonly url: string;
  readonly stderr: () => string;
  readonly stop: (signal: StopSignal) => void;
  readonly ended: Promise<RunResult>;
}

/** Starts the command and waits for its address. */
async function serve(
  tree: string,
  args: readonly string[] = [],
  overrides: Partial<CommandIo> = {},
): Promise<Served> {
  let stop = (_: StopSignal): void => {};
  let stderr = "";
  let announce = (_: string): void => {};
  const announced = new Promise<string>((resolve) => {
    announce = resolve;
  });
  let listening = 0;
  const ended = run(tree, ["serve", ...args], {
    stdout: (text) => announce(text),
    stderr: (text) => {
      stderr += text;
    },
    onStop: (listener) => {
      listening += 1;
      stop = listener;
      return () => {
        listening -= 1;
      };
    },
    ...overrides,
  });
  const url = (await Promise.race([announced, ended.then(() => "")])).trim();
  expect(listening).toBe(1);
  const result = ended.then((end) => {
    expect(listening).toBe(0);
    return end;
  });
  return { url, stderr: () => stderr, stop: (signal) => stop(signal), ended: result };
}

const jsonOf = async (response: Response): Promise<ReturnType<typeof JSON.parse>> =>
  await response.json();

const tokenOf = (url: string): string => url.split("#token=")[1] ?? "";

describe("serve", () => {
  it("prints the address with the token in its fragment, and serves until it is interrupted", async () => {
    const tree = makeSessionsHome();
    const served = await serve(tree);
    expect(served.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/#token=[A-Za-z0-9_-]{43}$/);
    expect(served.stderr()).not.toContain(tokenOf(served.url));
    const base = served.url.split("#")[0] as string;
    expect((await fetch(base)).status).toBe(200);
    expect((await fetch(`${base}api/sessions`)).status).toBe(401);
    const headers = { authorization: `Bearer ${tokenOf(served.url)}` };
    const list = await jsonOf(await fetch(`${base}api/sessions`, { headers }));
    const agents = list.sessions.map(({ agent }: { agent: string }) => agent);
    expect(agents).toEqual(["claude-code", "codex", "copilot-cli"]);
    served.stop("SIGPIPE");
    expect((await fetch(base)).status).toBe(200);
    served.stop("SIGINT");
    expect((await served.ended).code).toBe(0);
    await expect(fetch(base)).rejects.toThrow();
  });

  it("shows the same report as the command line, and no text of the session", async () => {
    const tree = makeSessionsHome();
    const served = await serve(tree);
    const base = served.url.split("#")[0] as string;
    const headers = { authorization: `Bearer ${tokenOf(served.url)}` };
    const list = await jsonOf(await fetch(`${base}api/sessions?all=true`, { headers }));
    const unreadable: string[] = [];
    for (const { id, agent } of list.sessions as { id: string; agent: string }[]) {
      const path = `${base}api/sessions/${id}/context/report?governor=on&epoch=0`;
      const response = await fetch(path, { headers });
      const body = await response.text();
      expect(body).not.toContain(CANARY);
      if (response.status === 422) {
        unreadable.push(id);
        continue;
      }
      const session = agent === "copilot-cli" ? "copilot-1" : `${agent.split("-")[0]}-1`;
      const flags = ["--governor", "on", "--epoch", "0", "--json"];
      const expected = (await run(tree, ["context", "report", session, ...flags])).json();
      expect(JSON.parse(body)).toEqual(expected);
    }
    expect([list.sessions.length, unreadable.length]).toEqual([6, 1]);
    const claude = list.sessions.find(
      ({ agent, id }: { agent: string; id: string }) =>
        agent === "claude-code" && !unreadable.includes(id),
    );
    const subagent = await fetch(`${base}api/sessions/${claude.id}/context/report?stream=abc123`, {
      headers,
    });
    const named = await run(tree, [
      "context",
      "report",
      "claude-1",
      "--stream",
      "abc123",
      "--json",
    ]);
    expect(await subagent.json()).toEqual(named.json());
    served.stop("SIGTERM");
    await served.ended;
  });

  it("shows the same report of Alisio's own sessions too: in their own mode unless one is named", async () => {
    const tree = makeSessionsHome();
    const directory = join(tree, "home/.local/state/alisio/sessions");
    mkdirSync(directory, { recursive: true });
    const at = "2026-01-30T10:00:00.000Z";
    const governance = {
      mode: "on",
      minAgeTurns: 3,
      epochMessages: 0,
      policyVersion: 1,
      maxInvariantCharacters: 4000,
    };
    const records = [
      {
        type: "session",
        format: "alisio-session",
        version: 1,
        sessionId: "own-1",
        at,
        cwd: "/x/app",
      },
      { type: "state", at, key: "governance", value: governance },
      { type: "message", at, message: { role: "user", text: CANARY } },
      { type: "message", at, message: { role: "assistant", text: CANARY } },
    ];
    const text = records.map((record) => `${JSON.stringify(record)}\n`).join("");
    writeFileSync(join(directory, "own-1.jsonl"), text);
    const served = await serve(tree);
    const base = served.url.split("#")[0] as string;
    const headers = { authorization: `Bearer ${tokenOf(served.url)}` };
    for (const [query, flags, mode] of [
      ["", [], "on"],
      ["?governor=shadow", ["--governor", "shadow"], "shadow"],
      ["?governor=off", ["--governor", "off"], "off"],
      ["?epoch=7&minAgeTurns=4", ["--epoch", "7", "--min-age-turns", "4"], "on"],
    ] as const) {
      const path = `${base}api/sessions/own-1/context/report${query}`;
      const body = await (await fetch(path, { headers })).text();
      const { json } = await run(tree, ["context", "report", "own-1", ...flags, "--json"]);
      expect(JSON.parse(body)).toEqual(json());
      expect(json().mode).toBe(mode);
      expect(body).not.toContain(CANARY);
    }
    served.stop("SIGINT");
    await served.ended;
  });

  it("with --json prints one value", async () => {
    const tree = makeSessionsHome();
    const served = await serve(tree, ["--json"]);
    const value = JSON.parse(served.url);
    expect(value).toEqual({ schemaVersion: 1, url: expect.any(String), port: expect.any(Number) });
    expect((await fetch(value.url)).status).toBe(200);
    served.stop("SIGINT");
    expect((await served.ended).code).toBe(0);
  });

  it.each([
    [
      "a file",
      (tree: string) => {
        writeFileSync(join(tree, "work/token"), `${OWN_TOKEN}\n`);
        return { args: ["--token-file", "token"], environment: {} };
      },
    ],
    ["the environment", () => ({ args: [], environment: { ALISIO_SERVE_TOKEN: OWN_TOKEN } })],
  ])("takes a token from %s, and never prints it", async (_, prepare) => {
    const tree = makeSessionsHome();
    const { args, environment } = prepare(tree);
    const served = await serve(tree, ["--host", "0.0.0.0", ...args], { environment });
    expect(served.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/$/);
    expect(served.stderr()).not.toContain(OWN_TOKEN);
    const headers = { authorization: `Bearer ${OWN_TOKEN}` };
    expect((await fetch(`${served.url}api/sessions`, { headers })).status).toBe(200);
    served.stop("SIGINT");
    await served.ended;
  });

  it.runIf(process.platform !== "win32")("opens the address in a browser", async () => {
    const tree = makeSessionsHome();
    const browser = join(tree, "browser");
    writeFileSync(
      browser,
      `#!/bin/sh\nprintf %s "$1" > '${join(tree, "opened")}.part' && mv '${join(tree, "opened")}.part' '${join(tree, "opened")}'\n`,
    );
    chmodSync(browser, 0o755);
    const served = await serve(tree, ["--open"], { environment: { BROWSER: browser } });
    while (!existsSync(join(tree, "opened")))
      await new Promise((resolve) => setTimeout(resolve, 5));
    expect(readFileSync(join(tree, "opened"), "utf8")).toBe(served.url);
    served.stop("SIGINT");
    expect((await served.ended).code).toBe(0);
    const without = await serve(tree, ["--open"], { environment: { BROWSER: join(tree, "none") } });
    while (!without.stderr().includes("no browser could be started"))
      await new Promise((resolve) => setTimeout(resolve, 5));
    without.stop("SIGINT");
    await without.ended;
  });

  it("a taken port exits 2 with one line", async () => {
    const other = createServer().listen(0, "127.0.0.1");
    await new Promise((resolve) => other.once("listening", resolve));
    const { port } = other.address() as AddressInfo;
    const { code, stdout, stderr } = await run(makeSessionsHome(), ["serve", "--port", `${port}`]);
    other.close();
    expect([code, stdout]).toEqual([2, ""]);
    expect(stderr).toBe(
      `alisio: Port ${port} of 127.0.0.1 is in use; choose another, or 0 for any.\n`,
    );
  });

  it.each<[string[], RegExp, Record<string, string>?]>([
    [["--port", "x"], /--port: x is not a whole number from 0 to 65535/],
    [["--port", "65536"], /--port: 65536/],
    [
      ["--host", "0.0.0.0"],
      /--host: 0\.0\.0\.0 can be reached .* by --token-file or ALISIO_SERVE_TOKEN/,
    ],
    [["--host", "a b"], /host is a name or an address/],
    [["--token-file", "none"], /--token-file: none can't be read \(ENOENT\)/],
    [["--token-file", "short"], /--token-file: a token is at least 22/],
    [[], /ALISIO_SERVE_TOKEN: a token is at least 22/, { ALISIO_SERVE_TOKEN: "secret-one" }],
  ])("wrong usage %j exits 2 with one line", async (args, message, environment = {}) => {
    const tree = makeTree({ "work/.git/": "", "home/": "", "work/short": "abc" });
    const { code, stdout, stderr } = await run(tree, ["serve", ...args], { environment });
    expect(stderr).not.toContain("secret-one");
    expect([code, stdout]).toEqual([2, ""]);
    expect(stderr).toMatch(message);
    expect(stderr.trimEnd().split("\n")).toHaveLength(1);
  });

  it("changes no session", async () => {
    const tree = makeSessionsHome();
    const path = join(tree, "home/.claude/projects/-work/claude-1.jsonl");
    const hash = () => createHash("sha256").update(readFileSync(path)).digest("hex");
    const before = hash();
    const served = await serve(tree);
    const headers = { authorization: `Bearer ${tokenOf(served.url)}` };
    const base = served.url.split("#")[0];
    await fetch(`${base}api/sessions`, { headers, method: "DELETE" });
    served.stop("SIGINT");
    await served.ended;
    expect(hash()).toBe(before);
    expect(existsSync(join(tree, "home/.local"))).toBe(false);
  });
});
