import { appendFileSync } from "node:fs";
import { join } from "node:path";
import { createSkillSession, discoverSkills } from "@alisio/skills-discovery";
import { createNodeFileSystem } from "@alisio/skills-discovery/node";
import { openRunner } from "../../src/internal/open-runner.ts";
import { call, fakeModel } from "./fake-model.ts";
import { fakeTool, fakeWorkspace, json } from "./fake-workspace.ts";

/** Works on a session until it is killed. Arguments: the directory, and the session's id. */
const [directory = "", sessionId = ""] = process.argv.slice(2);
const sessions = join(directory, "sessions");
let n = 0;
const unique = `${process.pid}-`;
const workspace = fakeWorkspace(directory, {
  files: { a: "x".repeat(3000) },
  more: [
    fakeTool("note", "write", async (_args, { callId }) => {
      appendFileSync(join(directory, "ran.log"), `${callId}\n`);
      return json({ path: "note", sha256: "0".repeat(64) });
    }),
  ],
});
const model = fakeModel(() => {
  n += 1;
  return {
    text: `Step ${n} ${"é".repeat(50)}`,
    calls: [call("read_file", { path: "a" }, `${unique}${n}r`), call("note", {}, `${unique}${n}w`)],
  };
});
const runner = await openRunner(
  {
    sessionsDirectory: sessions,
    ...(sessionId !== "new" && { sessionId }),
    cwd: directory,
    workspace: directory,
    configHome: join(directory, "config"),
    homeDirectory: directory,
    model,
    contextWindow: null,
    maxOutputTokens: null,
    governance: { mode: "on", minAgeTurns: 1, epochMessages: 8, maxInvariantCharacters: 4000 },
    compaction: { auto: false, threshold: 0.85, keepTurns: 2 },
    permissions: { write: true, process: true, readOnly: false, directories: [] },
    instructions: { claudeMdFallback: false, maxBytes: 32_768 },
    skills: createSkillSession({
      snapshot: await discoverSkills({ fileSystem: createNodeFileSystem(), roots: [] }),
    }),
    catalog: { maxCharacters: null, maxEntries: null, pinned: [] },
    environment: {},
    now: Date.now,
    createId: () => "killed",
    maxRequests: 1_000_000,
  },
  workspace,
);
await (sessionId === "new" ? runner.run("Work until you are killed.") : runner.resume());
