import type { CommandContext } from "../globals.ts";
import { assembleChat } from "./assemble.ts";
import { keepsRowsWhole } from "./frame-output.ts";
import { loadInk } from "./load-ink.ts";
import type { Screen } from "./screen.ts";
import { onFatal, openTerminal, type Terminal } from "./terminal.ts";
import type { Ports } from "./types.ts";
import { farewell } from "./welcome.ts";

/** Elapsed times of running tools move on this often. */
const CLOCK_MS = 1000;

/** Ink has drawn by then. */
const HIDING_MS = 100;

/** What the command line says. */
export interface RunScreenOptions {
  readonly sessionId: string | undefined;
  readonly screenReader: boolean;
}

/** The interface on a terminal that can be drawn on. */
export async function runScreen(
  context: CommandContext,
  ports: Ports,
  { sessionId, screenReader }: RunScreenOptions,
): Promise<number> {
  const { stdin, stdout, stderr } = process;
  // Loaded while the session opens; neither waits for the other.
  const loading = loadInk();
  loading.catch(() => {});
  const size = (): Screen["size"] => ({ columns: stdout.columns || 80, rows: stdout.rows || 24 });
  let terminal: Terminal | undefined;
  let exit = (): void => {};
  const exited = new Promise<void>((resolve) => {
    exit = resolve;
  });
  const onResize = (): void => {
    screen.size = size();
    screen.redraw();
  };
  const isScreenReader = screenReader || context.io.environment["INK_SCREEN_READER"] === "true";
  const { screen, driver, press, frame } = await assembleChat({
    isScreenReader,
    context,
    ports,
    sessionId,
    size: size(),
    exit: () => exit(),
    suspend: () => {
      // The shell writes where the live region was: it is taken away first, and drawn anew.
      screen.isHidden = true;
      screen.redraw();
      setTimeout(() => {
        terminal?.suspend(() => {
          screen.isHidden = false;
          onResize();
        });
      }, HIDING_MS);
    },
  });
  const { startInk } = await loading;
  terminal = openTerminal(stdin, stdout, exit);
  const ink = startInk({
    screen,
    frame,
    stdin,
    stdout,
    stderr,
    isScreenReader,
    keepsRowsWhole: keepsRowsWhole(context.io.environment),
  });
  // Before Ink's own listener: what it draws then has the new size already.
  stdout.prependListener("resize", onResize);
  const clock = setInterval(() => {
    // What is read aloud is not to be read again each second.
    if (screen.tools.size > 0 && !isScreenReader) screen.redraw();
  }, CLOCK_MS);
  const restore = (): void => {
    clearInterval(clock);
    stdout.off("resize", onResize);
    ink.end();
    terminal?.restore();
  };
  const stopWatching = onFatal({
    restore,
    close: () => driver.close(),
    report: (text) => void stderr.write(`alisio: ${text}\n`),
  });
  ink.waitUntilExit().catch((error: unknown) => process.emit("uncaughtException", error as Error));
  terminal.onKey(press);

  await exited;
  restore();
  const { sessionId: id, history } = driver.runner;
  const isResumable = history.some(({ role }) => role === "user") && !driver.opened.isThrowAway;
  await driver.close();
  stopWatching();
  if (isResumable) context.io.stdout(farewell(id));
  return 0;
}
