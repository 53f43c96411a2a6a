import { createServer } from "../../src/create-server.ts";
import type { PageAsset, ServerApp, ServerOptions } from "../../src/types.ts";
import { type FakeReader, fakeReader } from "./fake-reader.ts";
import { makeSessionHome, type SessionHome } from "./session-home.ts";

export const TOKEN = "a-token-of-this-test-only-0123456789";
export const HOST = "127.0.0.1:4321";

/** The least that a server is asked for. */
export const HEADERS: Readonly<Record<string, string>> = {
  host: HOST,
  authorization: `Bearer ${TOKEN}`,
};

export const ASSETS: ReadonlyMap<string, PageAsset> = new Map([
  ["/", { type: "text/html; charset=utf-8", body: Buffer.from("<!doctype html><p>page</p>") }],
  ["/assets/index-1a.js", { type: "text/javascript", body: Buffer.from("export {};") }],
]);

export interface TestApp extends SessionHome, ServerApp {
  readonly reader: FakeReader;
  readonly errors: unknown[];
  get(path: string, headers?: Readonly<Record<string, string>>, method?: string): Promise<Response>;
}

/** A server without a port over a home with sessions of three agents. */
export function testApp(overrides: Partial<ServerOptions> = {}): TestApp {
  const place = makeSessionHome();
  const reader = fakeReader({ "own-1": 3 });
  const errors: unknown[] = [];
  const server = createServer({
    sessions: sessionPlaces(place, reader),
    token: TOKEN,
    hosts: [HOST, "localhost:4321"],
    assets: ASSETS,
    now: () => Date.UTC(2026, 0, 31, 12),
    onError: (error) => errors.push(error),
    ...overrides,
  });
  return {
    ...place,
    ...server,
    reader,
    errors,
    get: async (path, headers = HEADERS, method = "GET") =>
      await server.app.request(`http://${HOST}${path}`, { method, headers }),
  };
}

export function sessionPlaces(place: SessionHome, reader: FakeReader): ServerOptions["sessions"] {
  return {
    reader,
    sessionsDirectory: place.sessionsDirectory,
    homeDirectory: place.home,
    environment: {},
    cwd: place.cwd,
  };
}
