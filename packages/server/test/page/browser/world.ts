import { once } from "node:events";
import { existsSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { type AddressInfo, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { createSessionReader } from "@alisio/agent/sessions";
import { type Browser, type BrowserContextOptions, chromium, type Page } from "playwright-core";
import { build } from "vite";
import { listen } from "../../../src/listen.ts";
import { loadPageAssets } from "../../../src/page-assets.ts";
import type { PageAsset, RunningServer } from "../../../src/types.ts";

const executablePath = process.env["ALISIO_CHROMIUM"] ?? "/usr/bin/chromium";
const isAskedFor = process.env["ALISIO_BROWSER_TESTS"] === "1";

if (isAskedFor && !existsSync(executablePath)) {
  throw new Error(`There is no Chromium at ${executablePath}: node scripts/install-chromium.mjs`);
}

/** These tests need a browser: `npm run test:browser` runs them, `npm test` says they are skipped. */
export const canRun: boolean = isAskedFor;

/** Where screenshots go, for a person to look at; nowhere unless asked for. */
const screenshots = process.env["ALISIO_SCREENSHOTS"];

/** A real server over a home of its own, and a browser. */
export interface World {
  readonly browser: Browser;
  readonly home: string;
  readonly cwd: string;
  readonly sessionsDirectory: string;
  readonly server: RunningServer;
  readonly address: string;
  /** A page that opened the address; the problems that its console names end up in `problems`. */
  open(options?: BrowserContextOptions): Promise<Page>;
  readonly problems: string[];
  stopServer(): Promise<void>;
  startServer(): Promise<void>;
  screenshot(page: Page, name: string): Promise<void>;
  json(path: string): Promise<unknown>;
  close(): Promise<void>;
}

/** A port that nobody listens on, for the browser's own protocol. */
export async function freePort(): Promise<number> {
  const probe = createServer().listen(0, "127.0.0.1");
  await once(probe, "listening");
  const { port } = probe.address() as AddressInfo;
  probe.close();
  await once(probe, "close");
  return port;
}

const TOKEN = "a-token-of-this-test-only-0123456789";

let built: Promise<ReadonlyMap<string, PageAsset>> | undefined;

/** The page as it is published, built from its sources. */
async function buildPage(): Promise<ReadonlyMap<string, PageAsset>> {
  const outDir = mkdtempSync(join(tmpdir(), "alisio-page-"));
  try {
    const configFile = fileURLToPath(new URL("../../../page/vite.config.ts", import.meta.url));
    await build({ configFile, logLevel: "error", mode: "production", build: { outDir } });
    return await loadPageAssets(outDir);
  } finally {
    rmSync(outDir, { recursive: true, force: true });
  }
}

export async function makeWorld(flags: readonly string[] = []): Promise<World> {
  built ??= buildPage();
  const assets = await built;
  const home = mkdtempSync(join(tmpdir(), "alisio-browser-"));
  const cwd = join(home, "work");
  const sessionsDirectory = join(home, ".local/state/alisio/sessions");
  mkdirSync(cwd, { recursive: true });
  mkdirSync(sessionsDirectory, { recursive: true });
  const reader = createSessionReader({ sessionsDirectory });
  const sessions = { reader, sessionsDirectory, homeDirectory: home, environment: {}, cwd };
  const problems: string[] = [];
  const start = (port: number) =>
    listen({
      sessions,
      assets,
      port,
      token: TOKEN,
      now: () => Date.now(),
      onError: (error) => problems.push(String(error)),
    });
  let server = await start(0);
  const { port } = server;
  // Debian's Chromium as root has no sandbox to offer.
  const args = process.getuid?.() === 0 ? ["--no-sandbox"] : [];
  const browser = await chromium.launch({ executablePath, args: [...args, ...flags] });
  const address = `${server.url}#token=${TOKEN}`;
  return {
    browser,
    home,
    cwd,
    sessionsDirectory,
    get server() {
      return server;
    },
    address,
    problems,
    open: async (options = {}) => {
      const context = await browser.newContext({
        viewport: { width: 1440, height: 900 },
        bypassCSP: false,
        ...options,
      });
      const page = await context.newPage();
      page.setDefaultTimeout(10_000);
      page.on("console", (message) => {
        if (message.type() === "error") problems.push(message.text());
      });
      page.on("pageerror", (error) => problems.push(String(error)));
      await page.goto(address);
      return page;
    },
    stopServer: async () => await server.close(),
    startServer: async () => {
      server = await start(port);
    },
    screenshot: async (page, name) => {
      if (screenshots) await page.screenshot({ path: join(screenshots, `${name}.png`) });
    },
    json: async (path) => {
      const headers = { authorization: `Bearer ${TOKEN}` };
      return await (await fetch(new URL(path, server.url), { headers })).json();
    },
    close: async () => {
      await browser.close();
      await server.close();
      rmSync(home, { recursive: true, force: true });
    },
  };
}
