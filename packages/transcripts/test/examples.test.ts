import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, it, vi } from "vitest";
import { readTranscript } from "../src/index.ts";
import { problemsOf } from "./examples/read-a-stream.ts";
import { whatFillsTheLatest } from "./examples/what-fills-a-session.ts";
import { copiedMessages, wholeSession } from "./examples/with-subagents.ts";
import { newHome, put } from "./home.ts";

const readme = readFileSync(join(import.meta.dirname, "../README.md"), "utf8");
const blocks = [...readme.matchAll(/^```ts\n([\s\S]*?)^```$/gm)].map(([, code = ""]) => code);
const example = (name: string): string =>
  readFileSync(join(import.meta.dirname, "examples", `${name}.ts`), "utf8");
const fixture = (name: string): string =>
  readFileSync(join(import.meta.dirname, "fixtures", name, "session.jsonl"), "utf8");

afterEach(() => {
  vi.unstubAllEnvs();
});

describe("the code of the README", () => {
  it("is the code that is run here", () => {
    expect(blocks).toEqual(
      ["what-fills-a-session", "read-a-stream", "with-subagents"].map(example),
    );
  });

  it("shows what fills the latest session", async () => {
    const home = newHome();
    vi.stubEnv("CLAUDE_CONFIG_DIR", home);
    for (const name of [
      "CODEX_HOME",
      "GEMINI_CLI_HOME",
      "PI_CODING_AGENT_DIR",
      "COPILOT_HOME",
      "XDG_DATA_HOME",
      "ALISIO_STATE_HOME",
    ])
      vi.stubEnv(name, home);
    put(join(home, "projects/p/s.jsonl"), fixture("claude-code/response-over-lines"));
    expect(await whatFillsTheLatest("/home/ana/shop")).toBe(
      "claude-code 5e55-0001\nRead: 85 characters\nBash: 4 characters",
    );
    expect(await whatFillsTheLatest("/elsewhere")).toBe("There is no session here.");
  });

  it("says what is wrong with a file", async () => {
    const home = newHome();
    const path = put(join(home, "s.jsonl"), fixture("claude-code/damaged-lines"));
    expect(await problemsOf(path)).toContain(
      "error 4: the line is not JSON (cut, or not written by the agent); it was skipped.",
    );
    const rubbish = put(join(home, "r.jsonl"), "rubbish");
    expect(await problemsOf(rubbish)).toEqual([
      expect.stringContaining("This is no known session format."),
    ]);
  });

  it("joins a session and its subagents", async () => {
    const home = newHome();
    vi.stubEnv("CLAUDE_CONFIG_DIR", home);
    const text = fixture("claude-code/subagent-in-progress");
    const path = put(
      join(home, "projects/p/s.jsonl"),
      text
        .split("\n")
        .filter((line) => !line.includes("agent_progress"))
        .join("\n"),
    );
    put(
      join(home, "projects/p/s/subagents/agent-ag1.jsonl"),
      fixture("claude-code/subagent-file").replaceAll("ac27", "ag1"),
    );
    const whole = await wholeSession(path);
    expect(whole?.streams.map(({ id, startedBy }) => [id, startedBy?.callId])).toEqual([
      ["main", undefined],
      ["ag1", "toolu_1"],
    ]);
    const session = readTranscript(text);
    expect(copiedMessages(session, session)).toBeGreaterThan(0);
  });
});
