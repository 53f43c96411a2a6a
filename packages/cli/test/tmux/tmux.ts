import { execFileSync, spawnSync } from "node:child_process";
import { setTimeout as wait } from "node:timers/promises";

/** Whether tmux is there; `ALISIO_TMUX=required` makes its absence a failure. */
export function hasTmux(): boolean {
  const isThere = spawnSync("tmux", ["-V"]).status === 0;
  if (!isThere && process.env["ALISIO_TMUX"] === "required")
    throw new Error("tmux is not installed");
  if (!isThere) process.stderr.write("tmux is not installed: the terminal suite is skipped\n");
  return isThere;
}

/** One terminal, with a shell in it. */
export interface Pane {
  /** Keys as tmux names them; texts as they are. */
  keys(...keys: readonly string[]): void;
  /** A text, and no key names in it. */
  text(text: string): void;
  resize(columns: number, rows: number): void;
  /** What the screen shows. */
  screen(): string;
  /** Everything since the beginning, scrolled lines too. */
  all(): string;
  /** Waits until the screen fits; the screen as it was then. */
  until(what: string | RegExp | ((screen: string) => boolean)): Promise<string>;
  /** Runs a line in the shell, and gives back what it printed. */
  shell(line: string): Promise<string>;
  /** Process id of the shell. */
  pid(): string;
  end(): void;
}

const WAIT_MS = 30_000;
const STEP_MS = 50;
let count = 0;

export function openPane(options: {
  readonly cwd: string;
  readonly environment: Readonly<Record<string, string>>;
  readonly columns?: number;
  readonly rows?: number;
}): Pane {
  count += 1;
  const socket = `alisio-test-${process.pid}-${count}`;
  const tmux = (...args: readonly string[]): string =>
    execFileSync("tmux", ["-L", socket, "-f", "/dev/null", ...args], {
      encoding: "utf8",
      env: { PATH: process.env["PATH"] ?? "", ...options.environment },
      cwd: options.cwd,
    });
  const { columns = 100, rows = 30 } = options;
  // Nothing of the machine that runs the test reaches the shell, CI's variables among it.
  tmux(
    "new-session",
    "-d",
    "-x",
    `${columns}`,
    "-y",
    `${rows}`,
    "env",
    "-u",
    "CI",
    "PS1=$ ",
    "HISTFILE=/dev/null",
    "bash",
    "--norc",
    "--noprofile",
  );
  tmux("set-option", "-g", "history-limit", "50000");
  const screen = (): string => tmux("capture-pane", "-p");
  const until: Pane["until"] = async (what) => {
    const fits = (shown: string): boolean =>
      typeof what === "string"
        ? shown.includes(what)
        : typeof what === "function"
          ? what(shown)
          : what.test(shown);
    const end = performance.now() + WAIT_MS;
    for (;;) {
      const shown = screen();
      if (fits(shown)) return shown;
      if (performance.now() > end) throw new Error(`never came: ${String(what)}\n${shown}`);
      await wait(STEP_MS);
    }
  };
  let line = 0;
  return {
    keys: (...keys) => void tmux("send-keys", ...keys),
    text: (text) => void tmux("send-keys", "-l", text),
    resize: (nextColumns, nextRows) =>
      void tmux("resize-window", "-x", `${nextColumns}`, "-y", `${nextRows}`),
    screen,
    all: () => tmux("capture-pane", "-p", "-S", "-"),
    until,
    async shell(command) {
      line += 1;
      tmux("send-keys", "-l", `${command}; echo "end-${line}"-`);
      tmux("send-keys", "Enter");
      const shown = await until((text) => text.includes(`\nend-${line}-`));
      const body = shown.slice(0, shown.lastIndexOf(`\nend-${line}-`));
      return body
        .slice(body.lastIndexOf(`"end-${line}"-`))
        .split("\n")
        .slice(1)
        .join("\n");
    },
    pid: () => tmux("display-message", "-p", "#{pane_pid}").trim(),
    end: () => void spawnSync("tmux", ["-L", socket, "kill-server"]),
  };
}
