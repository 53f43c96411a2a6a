import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { onTestFinished } from "vitest";

/** A text that no report may hold. */
export const CANARY = "canary-9d1f";

const lines = (...records: readonly unknown[]): string =>
  records.map((record) => `${JSON.stringify(record)}\n`).join("");

const at = "2026-01-30T10:00:00.000Z";
const secret = `${CANARY} `.repeat(30);

/** A pi session that reads a file twice around a change. */
export function piSession(cwd: string, turns = 4): string {
  let number = 0;
  const entry = (message: object) => {
    const id = `e${number}`;
    const parentId = number === 0 ? null : `e${number - 1}`;
    number += 1;
    return { type: "message", id, parentId, timestamp: at, message };
  };
  const records: object[] = [entry({ role: "user", content: secret })];
  for (let turn = 0; turn < turns; turn += 1) {
    const id = `t${turn}`;
    const call = { type: "toolCall", id, name: "read", arguments: { path: `src/${turn % 2}.ts` } };
    records.push(
      entry({ role: "assistant", content: [{ type: "text", text: secret }, call], model: "m" }),
      entry({
        role: "toolResult",
        toolCallId: id,
        toolName: "read",
        content: [{ type: "text", text: secret }],
        isError: false,
      }),
    );
  }
  records.push(entry({ role: "assistant", content: [{ type: "text", text: secret }], model: "m" }));
  return lines({ type: "session", version: 3, id: "pi-1", timestamp: at, cwd }, ...records);
}

/** One of Alisio's own. */
export function alisioSession(id: string, cwd: string): string {
  const message = (value: object) => ({ type: "message", at, message: value });
  return lines(
    { type: "session", format: "alisio-session", version: 1, sessionId: id, at, cwd },
    message({ role: "user", text: `Mend it. ${secret}` }),
    message({ role: "assistant", text: secret }),
  );
}

/** A codex session, with a title that tries to steer what shows it. */
function codexSession(cwd: string): string {
  const item = (payload: object) => ({ timestamp: at, type: "response_item", payload });
  const text = (role: string, type: string, value: string) =>
    item({ type: "message", role, content: [{ type, text: value }] });
  return lines(
    { timestamp: at, type: "session_meta", payload: { id: "codex-1", timestamp: at, cwd } },
    text("user", "input_text", `<img src=x onerror=alert(1)> \u202e${secret}`),
    text("assistant", "output_text", secret),
  );
}

/** A throw-away home with sessions of three agents. */
export interface SessionHome {
  readonly home: string;
  readonly cwd: string;
  readonly sessionsDirectory: string;
  readonly piPath: string;
  readonly alisioPath: string;
}

export function makeSessionHome(): SessionHome {
  const home = mkdtempSync(join(tmpdir(), "alisio-server-"));
  onTestFinished(() => rmSync(home, { recursive: true, force: true }));
  const cwd = join(home, "work");
  const sessionsDirectory = join(home, ".local/state/alisio/sessions");
  const piPath = join(home, ".pi/agent/sessions/--work--/2026-01-27_pi-1.jsonl");
  const alisioPath = join(sessionsDirectory, "own-1.jsonl");
  const files: readonly (readonly [string, string])[] = [
    [piPath, piSession(cwd)],
    [alisioPath, alisioSession("own-1", cwd)],
    [
      join(home, ".codex/sessions/2026/01/29/rollout-2026-01-29T10-00-00-codex-1.jsonl"),
      codexSession(join(home, "elsewhere")),
    ],
  ];
  mkdirSync(cwd, { recursive: true });
  for (const [path, text] of files) {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
  }
  return { home, cwd, sessionsDirectory, piPath, alisioPath };
}
