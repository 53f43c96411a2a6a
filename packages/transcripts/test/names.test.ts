import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { readTranscript } from "../src/index.ts";
import { saneName, saneText } from "../src/internal/names.ts";
import { listSessions } from "../src/node.ts";
import { newHome, put } from "./home.ts";

const LONG = "x".repeat(1001);

describe("a name of a sane length", () => {
  it.each([
    ["x", "x"],
    ["x".repeat(1000), "x".repeat(1000)],
    [LONG, undefined],
    ["", undefined],
    [undefined, undefined],
  ])("%# is kept or is none", (name, expected) => {
    expect(saneName(name)).toBe(expected);
  });

  it("is cut where it has to be shown, never inside a character", () => {
    expect(saneText("x".repeat(1000))).toBe("x".repeat(1000));
    expect(saneText(LONG)).toBe(`${"x".repeat(999)}…`);
    expect(saneText(`${"x".repeat(998)}\u{1f600}yy`)).toBe(`${"x".repeat(998)}…`);
  });
});

const records = (name: string): readonly object[] => [
  {
    type: "assistant",
    uuid: "a",
    parentUuid: null,
    isSidechain: true,
    agentId: name,
    sessionId: name,
    version: name,
    cwd: `/${LONG}`,
    timestamp: "2026-01-05T10:00:00.000Z",
    message: { id: "m", model: name, role: "assistant", content: "Hi", usage: { input_tokens: 1 } },
  },
  { type: "ai-title", aiTitle: name, sessionId: name },
];

describe("names of a session that are too long", () => {
  it("are none, or cut; the directory stays as it is", () => {
    const session = readTranscript({ records: records(LONG) });
    const cut = `${"x".repeat(999)}…`;
    const { sessionId, agentVersion, models, title, cwd } = session;
    expect({ sessionId, agentVersion, models, title, cwd }).toEqual({
      sessionId: undefined,
      agentVersion: undefined,
      models: [],
      title: cut,
      cwd: `/${LONG}`,
    });
    expect(session.streams.map(({ id, usage }) => [id, usage[0]?.model])).toEqual([
      [cut, undefined],
    ]);
  });

  it("are none in a list: the file's name is the id", async () => {
    const home = newHome();
    put(join(home, ".claude/projects/p/agent-7.jsonl"), records(LONG));
    const { sessions } = await listSessions({
      homeDirectory: home,
      environment: {},
      includeSubagents: true,
    });
    expect(sessions.map(({ id, parentId }) => [id, parentId])).toEqual([["agent-7", undefined]]);
  });
});
