import type { Message } from "../../../src/message.ts";
import { profile as loop } from "./loop-profile.ts";

/** A step of a session: the id of a call, its tool, arguments and what it answered. */
export type Step = readonly [
  id: string,
  name: string,
  args: unknown,
  result: string,
  isError?: boolean,
];

export const EAGER = { mode: "on", minAgeTurns: 1, epochMessages: 0, profile: loop } as const;

/** Longer than any stub. */
export function long(mark: string): string {
  return `${mark} ${"x".repeat(200)}`;
}

/** A session of these steps, one response each, that ends with a text. */
export function session(...steps: readonly Step[]): readonly Message[] {
  return [
    { role: "system", text: "rules" },
    { role: "user", text: "go" },
    ...steps.flatMap(([id, name, args, result, isError]): Message[] => [
      { role: "assistant", text: "", calls: [{ id, name, args }] },
      { role: "tool", callId: id, content: result, ...(isError ? { isError } : {}) },
    ]),
    { role: "assistant", text: "done" },
  ];
}

/** A file is read, changed and read again: the first read is redundant. */
export const REREAD: readonly Step[] = [
  ["r1", "read_file", { path: "a.ts" }, long("old")],
  ["e1", "edit_file", { path: "a.ts" }, "ok"],
  ["r2", "read_file", { path: "a.ts" }, long("new")],
];

/** A file is read, and a change of it fails. */
export const FAILED_EDIT: readonly Step[] = [
  ["r1", "read_file", { path: "a.ts" }, long("old")],
  ["e1", "edit_file", { path: "a.ts" }, "old_text not found", true],
];
