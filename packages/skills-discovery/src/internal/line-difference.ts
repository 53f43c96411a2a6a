import { neutralise } from "./text.ts";

/**
 * The difference of two texts by lines, in the unified form without context. Lines that stand at
 * the same place are compared, which is all that mending needs: it moves no line.
 */
export function lineDifference(path: string, before: string, after: string): string {
  const old = before.split(/\r\n|\r|\n/);
  const now = after.split(/\r\n|\r|\n/);
  const hunks: string[] = [];
  for (let line = 0; line < Math.max(old.length, now.length); line += 1) {
    if (old[line] === now[line]) continue;
    const start = line;
    while (line < Math.max(old.length, now.length) && old[line] !== now[line]) line += 1;
    hunks.push(...hunk(start, old.slice(start, line), now.slice(start, line)));
  }
  return [`--- ${path}`, `+++ ${path}`, ...hunks, ""].join("\n");
}

function hunk(start: number, removed: readonly string[], added: readonly string[]): string[] {
  return [
    `@@ -${range(start, removed.length)} +${range(start, added.length)} @@`,
    ...removed.map((line) => `-${neutralise(line)}`),
    ...added.map((line) => `+${neutralise(line)}`),
  ];
}

function range(start: number, length: number): string {
  return length === 1 ? `${start + 1}` : `${start + 1},${length}`;
}
