import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { readTranscriptFile } from "../src/node.ts";
import { claude, newHome, put } from "./home.ts";

describe("readTranscriptFile", () => {
  it("gives nothing for a file that is not there, and refuses what is no file", async () => {
    const home = newHome();
    expect(await readTranscriptFile(join(home, "gone.jsonl"))).toBeUndefined();
    expect(await readTranscriptFile(join(home, "gone", "deeper.jsonl"))).toBeUndefined();
    execFileSync("sh", ["-c", 'mkfifo "$1"', "sh", join(home, "pipe")]);
    for (const path of [home, join(home, "pipe"), "/dev/null"]) {
      const error = await readTranscriptFile(path).catch((reason: unknown) => reason);
      expect(error).toMatchObject({ code: "unreadable_file" });
    }
  });

  it("names the file in diagnostics, not in errors", async () => {
    const home = newHome();
    const path = put(join(home, "s.jsonl"), `${JSON.stringify(claude("Hello"))}\n{"cut`);
    expect((await readTranscriptFile(path))?.diagnostics).toMatchObject([
      { code: "line.damaged", line: 2, path },
    ]);
    const rubbish = put(join(home, "r.jsonl"), "rubbish");
    const error = await readTranscriptFile(rubbish).catch((reason: unknown) => reason);
    expect(error).toMatchObject({ code: "unknown_format" });
  });
});
