import { describe, expect, test } from "vitest";
import {
  type Observation,
  projectHistory,
  type ToolCall,
  type ToolProfile,
} from "../../src/index.ts";
import { HAS_CORPORA, lastRequest, type Recorded, sessions } from "./corpus.ts";
import { PROFILES } from "./profiles.ts";

const profiles = new Map(PROFILES.map(([name, profile]) => [name, profile]));

/** Each successful result with what the profile says of it. */
function observed(
  profile: ToolProfile,
  { history, calls }: Recorded,
): readonly {
  readonly call: ToolCall;
  readonly text: string;
  readonly said: readonly Observation[];
}[] {
  return history.flatMap((message) => {
    if (message.role !== "tool" || message.isError === true) return [];
    const call = calls.get(message.callId);
    const parts =
      typeof message.content === "string" ? [{ text: message.content }] : message.content;
    const isText = parts.every((part) => typeof part["text"] === "string");
    if (!call) return [];
    const text = parts.map((part) => part["text"]).join("");
    return [{ call, text, said: profile(call, { text: isText ? text : null, isError: false }) }];
  });
}

describe.runIf(HAS_CORPORA)("recorded requests", () => {
  // Each session reads a file, changes it, reads it again, and makes the same search twice.
  test.each([
    ["claude-code-2.1.332", "claude-code", ["superseded_read", "duplicate_search"]],
    ["claude-code-2.1.332-sonnet-4-5", "claude-code", ["superseded_read", "duplicate_search"]],
    [
      "claude-code-2.1.197",
      "claude-code",
      ["superseded_read", "duplicate_search", "stale_bg_output"],
    ],
    ["codex", "codex", ["superseded_read", "duplicate_search"]],
    // One tool that runs JavaScript: nothing is known of what it did.
    ["codex-code-mode", "codex", []],
    ["opencode-chat", "opencode", ["superseded_read", "duplicate_search"]],
    ["opencode-anthropic", "opencode", ["superseded_read", "duplicate_search"]],
    ["opencode-responses", "opencode", ["superseded_read", "duplicate_search"]],
    ["pi-chat", "pi", ["superseded_read", "duplicate_search"]],
    ["pi-anthropic", "pi", ["superseded_read", "duplicate_search"]],
    ["pi-responses", "pi", ["superseded_read", "duplicate_search"]],
    ["gemini-cli-3", "gemini-cli", ["superseded_read", "duplicate_search"]],
    // It has masked the first search itself.
    ["gemini-cli-2.5", "gemini-cli", []],
  ])("%s", (folder, agent, reasons) => {
    const profile = profiles.get(agent) as ToolProfile;
    const request = lastRequest(folder);
    const settings = { mode: "on", minAgeTurns: 1, epochMessages: 0, profile } as const;
    const { elisions } = projectHistory(request.history, settings);
    expect(elisions.map(({ reason }) => reason)).toEqual(reasons);
    for (const { call, said } of observed(profile, request)) {
      const json = JSON.stringify(call.args);
      const failed = ["missing.ts", "not in the file", "exit 3", "logo.png", "nopath"];
      if (failed.some((mark) => json?.includes(mark))) expect(said, json).toEqual([]);
    }
  });
});

describe.runIf(HAS_CORPORA)("recorded sessions", () => {
  const all = (agent: string) => {
    const profile = profiles.get(agent) as ToolProfile;
    return sessions(agent).flatMap((session) => observed(profile, session));
  };

  /** Successful results of a tool, and those with an observation of a kind. */
  const share = (results: ReturnType<typeof all>, name: string, kind: Observation["kind"]) => {
    const of = results.filter(({ call }) => call.name === name);
    return [
      of.filter(({ said }) => said.some((observation) => observation.kind === kind)).length,
      of.length,
    ];
  };

  test("Claude Code: every read, change and search", () => {
    const results = all("claude-code");
    for (const [name, kind] of [
      ["Read", "read"],
      ["Edit", "change"],
      ["Write", "change"],
      ["Grep", "search"],
      ["Glob", "search"],
    ] as const) {
      const [known, total] = share(results, name, kind);
      expect(total, name).toBeGreaterThan(0);
      expect(known, name).toBe(total);
    }
  });

  test("pi: every read and change", () => {
    const results = all("pi");
    for (const [name, kind] of [
      ["read", "read"],
      ["edit", "change"],
      ["write", "change"],
    ] as const) {
      const [known, total] = share(results, name, kind);
      expect(total, name).toBeGreaterThan(0);
      expect(known, name).toBe(total);
    }
  });

  test("Copilot CLI: every view and change", () => {
    const results = all("copilot-cli");
    for (const [name, kind] of [
      ["view", "read"],
      ["edit", "change"],
      ["create", "change"],
    ] as const) {
      const [known, total] = share(results, name, kind);
      expect(total, name).toBeGreaterThan(0);
      expect(known, name).toBe(total);
    }
  });

  test("Codex: every patch, and no command that failed, still runs or isn't known", () => {
    const results = all("codex");
    const [patches, allPatches] = share(results, "apply_patch", "change");
    expect(allPatches).toBeGreaterThan(0);
    expect(patches).toBe(allPatches);
    const commands = results.filter(({ call }) => call.name === "exec_command");
    const known = commands.filter(({ said }) => said.length > 0);
    expect(known.length).toBeGreaterThan(100);
    for (const { call, text } of known) {
      expect(text).toContain("Process exited with code 0\n");
      expect((call.args as { cmd: string }).cmd).toMatch(
        /\b(cat|sed -n|nl|head|tail|rg|grep|find|ls)\b/,
      );
    }
    expect(
      results
        .filter(({ call }) => call.name === "write_stdin")
        .every(({ said }) => said.length === 0),
    ).toBe(true);
  });
});
