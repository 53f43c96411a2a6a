import type { CommandContext } from "../globals.ts";
import { type Suggestion, suggest } from "./commands.ts";
import { createDriver, type Driver } from "./driver.ts";
import { editorOf } from "./editor.ts";
import type { LineStyle } from "./event-lines.ts";
import type { FrameOptions } from "./frame.ts";
import { createPromptHistory, type PromptHistory } from "./history.ts";
import type { Key } from "./keys.ts";
import { marksFor } from "./marks.ts";
import { openChooser } from "./open-chooser.ts";
import { createPastes } from "./pasted.ts";
import { createKeyHandler } from "./press-key.ts";
import { promptLines, recapLines } from "./recap.ts";
import { type Desk, submitLine } from "./run-command.ts";
import { createScreen, type Screen, type ScreenOptions } from "./screen.ts";
import type { Ports } from "./types.ts";
import { welcomeLines } from "./welcome.ts";

/** The interface without a terminal: state, keys, and what is to be drawn. */
export interface Chat {
  readonly screen: Screen;
  readonly driver: Driver;
  readonly press: (key: Key) => void;
  readonly submit: (line: string) => Promise<void>;
  readonly frame: () => FrameOptions;
}

/** What a chat is made from. */
export interface AssembleOptions extends Pick<ScreenOptions, "size" | "setTimer"> {
  readonly context: CommandContext;
  readonly ports: Ports;
  readonly sessionId: string | undefined;
  readonly isScreenReader?: boolean;
  readonly exit: () => void;
  readonly suspend: () => void;
}

/** Opens the session and puts the parts together. */
export async function assembleChat(options: AssembleOptions): Promise<Chat> {
  const { context, ports, sessionId, exit } = options;
  const marks = marksFor(context.isUnicode, options.isScreenReader);
  const look = (columns: number): LineStyle => ({ style: context.style, marks, columns });
  const screen = createScreen({
    look,
    size: options.size,
    now: ports.now,
    choose: (what) => openChooser(desk, screen, what),
    exit,
    ...(options.setTimer && { setTimer: options.setTimer }),
  });
  const lookNow = (): LineStyle => look(screen.columns());
  const driver = await createDriver(ports, screen, sessionId, (prompt) =>
    screen.print(["", ...promptLines(prompt, lookNow())]),
  );
  const desk: Desk = { ports, surface: screen, driver, look: lookNow };
  screen.print([
    ...welcomeLines(driver.opened, lookNow()),
    ...recapLines(driver.runner.history, lookNow()),
  ]);
  const { scriptPrompt } = driver.opened;
  if (scriptPrompt !== undefined && sessionId === undefined) {
    screen.editor = editorOf(scriptPrompt);
    screen.hint = "Enter sends the prompt that the script expects";
  }
  const submit = (line: string): Promise<void> => submitLine(desk, line);
  const press = createKeyHandler({
    screen,
    history: historyOf(driver),
    pastes: createPastes(),
    submit: (line) => void submit(line),
    suggest: (line) => suggestions(driver, line),
    interrupt: () => interrupt(driver, screen),
    exit,
    suspend: options.suspend,
    now: ports.now,
  });
  const frame = (): FrameOptions => ({
    opened: driver.opened,
    waiting: driver.waiting,
    look: lookNow(),
    nowMs: ports.now(),
  });
  return { screen, driver, press, submit, frame };
}

/** Ends what runs; prompts that waited go back into the field. */
function interrupt(driver: Driver, screen: Screen): boolean {
  const waiting = driver.takeWaiting();
  if (waiting.length > 0) {
    const parts = [...waiting, screen.editor.text].filter((text) => text !== "");
    screen.editor = editorOf(parts.join("\n"));
  }
  return driver.interrupt();
}

function historyOf(driver: Driver): PromptHistory {
  const prompts = driver.runner.history.flatMap((message) =>
    message.role === "user" && message.kind !== "checkpoint" ? [message.text] : [],
  );
  return createPromptHistory(prompts);
}

function suggestions(driver: Driver, line: string): readonly Suggestion[] {
  const { skills } = driver.runner.skills.snapshot;
  return suggest(
    line,
    skills
      .filter(({ status }) => status === "enabled" || status === "hidden")
      .map(({ displayName, description }) => ({ name: displayName, description })),
  );
}
