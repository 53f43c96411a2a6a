import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { openPane, type Pane } from "./tmux.ts";

/** A workspace, a home and a script of its own for one test. */
export interface Stage {
  readonly pane: Pane;
  readonly work: string;
  readonly home: string;
  /** Starts the program with these flags; the script's model answers. */
  start(flags?: string): Promise<void>;
  remove(): void;
}

const SLOW = "for i in 1 2 3 4 5 6 7 8 9; do echo tick $i; sleep 1; done";

const SCRIPT = {
  schemaVersion: 1,
  name: "stage",
  contextWindow: 20_000,
  governance: { mode: "shadow", epochMessages: 0 },
  turns: [
    { text: "I look.", calls: [{ tool: "search_text", args: { pattern: "line of" } }] },
    { text: "Again.", calls: [{ tool: "search_text", args: { pattern: "line of" } }] },
    { text: "A process now.", calls: [{ tool: "shell", args: { command: SLOW } }] },
    { text: "All done: 日本語." },
    { text: "The second answer." },
    { text: "The third answer." },
  ],
};

export const CONFIG = `{
  // kept as it is
  "compaction": { "keepTurns": 3 },

  "catalog": { "maxEntries": 5, },
}
`;

export function setStage(bin: string, size: { columns?: number; rows?: number } = {}): Stage {
  const root = mkdtempSync(join(tmpdir(), "alisio-stage-"));
  const work = join(root, "work");
  const home = join(root, "home");
  const files: Readonly<Record<string, string>> = {
    "work/a.txt": "a line of the file\n".repeat(40),
    "work/.alisio/config.json": CONFIG,
    "work/.agents/skills/notes/SKILL.md":
      "---\nname: notes\ndescription: Writes \\e[31mrelease notes, \\u65e5 日本語 and 🎉.\n---\nBODY-OF-NOTES\n",
    "work/.agents/skills/wide/SKILL.md":
      "---\nname: wide\ndescription: 日本語日本語日本語 everything wide.\n---\nBODY-OF-WIDE\n",
    "script.json": JSON.stringify(SCRIPT),
  };
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  mkdirSync(join(work, ".git"));
  mkdirSync(home);
  const pane = openPane({
    cwd: work,
    environment: { HOME: home, LANG: "C.UTF-8", TERM: "xterm-256color" },
    ...size,
  });
  return {
    pane,
    work,
    home,
    async start(flags = "--trust-project") {
      const node = JSON.stringify(process.execPath);
      pane.text(
        `clear; ${node} ${JSON.stringify(bin)} --provider scripted --script ../script.json ${flags}`,
      );
      pane.keys("Enter");
      await pane.until(/governor (shadow|on|off)/);
    },
    remove() {
      pane.end();
      rmSync(root, { recursive: true, force: true, maxRetries: 10 });
    },
  };
}
