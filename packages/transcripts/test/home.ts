import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach } from "vitest";

const made: string[] = [];

afterEach(() => {
  for (const folder of made.splice(0)) rmSync(folder, { recursive: true, force: true });
});

/** A home directory of its own, gone after the test. */
export function newHome(): string {
  const home = mkdtempSync(join(tmpdir(), "alisio-home-"));
  made.push(home);
  return home;
}

/** Writes a file of lines (or of text) that was last changed so many seconds after a fixed time. */
export function put(path: string, content: readonly unknown[] | string, atSecond = 0): string {
  mkdirSync(dirname(path), { recursive: true });
  const text =
    typeof content === "string"
      ? content
      : content.map((line) => `${JSON.stringify(line)}\n`).join("");
  writeFileSync(path, text);
  utimesSync(path, START_S + atSecond, START_S + atSecond);
  return path;
}

/** 2026-01-05T10:00:00Z, in seconds since 1970. */
export const START_S = 1_767_607_200;

/** A record of the user as Claude Code writes it. */
export const claude = (text: unknown, more: object = {}): object => ({
  parentUuid: null,
  isSidechain: false,
  userType: "external",
  cwd: "/home/ana/shop",
  sessionId: "c-1",
  version: "2.1.29",
  type: "user",
  message: { role: "user", content: text },
  uuid: "u1",
  timestamp: "2026-01-05T10:00:00.000Z",
  ...more,
});
