import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { listSessions } from "../src/node.ts";
import { newHome, put } from "./home.ts";

const users: { homedir: string | undefined } = { homedir: undefined };

vi.mock("node:os", async (importOriginal) => {
  const os = await importOriginal<typeof import("node:os")>();
  return {
    ...os,
    userInfo: () => {
      if (users.homedir === undefined) throw new Error("the system does not know the user");
      return { ...os.userInfo(), homedir: users.homedir };
    },
  };
});

const record = (sessionId: string): object => ({
  parentUuid: null,
  isSidechain: false,
  sessionId,
  type: "user",
  message: { role: "user", content: "Hello" },
  uuid: "u",
  timestamp: "2026-01-05T10:00:00.000Z",
});

const alisio = (sessionId: string): object => ({
  type: "session",
  format: "alisio-session",
  version: 1,
  at: "2026-01-05T10:00:00.000Z",
  sessionId,
});

const before = { folder: process.cwd(), home: process.env["HOME"] };
let own: string;

/** A project that brings sessions of its own, and the process stands in it. */
beforeEach(() => {
  const project = newHome();
  put(join(project, ".claude/projects/p/cloned.jsonl"), [record("cloned")]);
  put(join(project, "inner/.claude/projects/p/cloned.jsonl"), [record("cloned")]);
  put(join(project, "state/alisio/sessions/cloned.jsonl"), [alisio("cloned")]);
  put(join(project, "state/sessions/cloned.jsonl"), [alisio("cloned")]);
  put(
    join(project, "state/opencode/storage/session/p/cloned.json"),
    JSON.stringify({ id: "cloned" }),
  );
  mkdirSync(join(project, "empty"));
  process.chdir(project);
  own = newHome();
  put(join(own, ".claude/projects/p/mine.jsonl"), [record("mine")]);
  users.homedir = own;
});

afterEach(() => {
  process.chdir(before.folder);
  if (before.home === undefined) delete process.env["HOME"];
  else process.env["HOME"] = before.home;
});

const ids = async (options: Parameters<typeof listSessions>[0]): Promise<readonly string[]> =>
  (await listSessions(options)).sessions.map(({ id }) => id);

describe.skipIf(process.platform === "win32")("without a home that can be one", () => {
  it.each(["", ".", "inner", "./inner"])("HOME=%j is not the project", async (home) => {
    process.env["HOME"] = home;
    expect(await ids({ environment: {} })).toEqual(["mine"]);
  });

  it("HOME counts when it is absolute", async () => {
    process.env["HOME"] = join(process.cwd(), "empty");
    expect(await ids({ environment: {} })).toEqual([]);
  });

  it.each([undefined, "", "inner"])("nothing is found for a user at %j", async (homedir) => {
    process.env["HOME"] = "";
    users.homedir = homedir;
    expect(await listSessions({ environment: {} })).toEqual({
      schemaVersion: 1,
      sessions: [],
      diagnostics: [],
    });
  });
});

describe("variables for data and state", () => {
  it.each(["XDG_STATE_HOME", "ALISIO_STATE_HOME", "XDG_DATA_HOME"])(
    "%s counts as an absolute path only",
    async (name) => {
      const of = async (value: string): Promise<readonly string[]> =>
        await ids({
          homeDirectory: own,
          environment: { [name]: value },
          agents: ["alisio", "opencode"],
        });
      expect(await of("state")).toEqual([]);
      expect(await of("./state")).toEqual([]);
      expect(await of("")).toEqual([]);
      expect(await of(join(process.cwd(), "state"))).toEqual(["cloned"]);
    },
  );
});
