import { render } from "ink";
import { App, type AppProps } from "./app.tsx";
import { createFrameOutput } from "./frame-output.ts";

/** What Ink draws on, and how. */
export interface StartInkOptions extends Omit<AppProps, "onCursor" | "standIn"> {
  readonly stdin: NodeJS.ReadStream;
  readonly stdout: NodeJS.WriteStream;
  readonly stderr: NodeJS.WriteStream;
  readonly isScreenReader: boolean;
  /** What is written to the console appears above the frame; true by default. */
  readonly patchConsole?: boolean;
  /** The terminal cuts rows when it becomes narrower; by default it breaks them. */
  readonly keepsRowsWhole?: boolean;
}

/** What was started. */
export interface InkInstance {
  /** Rejects when drawing fails. */
  readonly waitUntilExit: () => Promise<unknown>;
  end(): void;
}

/** Starts drawing. Keys don't go through Ink: it can't tell Backspace from Delete, or a paste. */
export function startInk(options: StartInkOptions): InkInstance {
  const { screen, frame, stdin, stdout, stderr, isScreenReader } = options;
  const output = createFrameOutput(stdout);
  const onCursor = (isShown: boolean): void => {
    output.isCursorShown = isShown;
  };
  const app = () => (
    <App screen={screen} frame={frame} onCursor={onCursor} standIn={output.standIn} />
  );
  let { columns, rows } = stdout;
  const onResize = (): void => {
    const isSmaller = stdout.columns < columns || stdout.rows < rows;
    ({ columns, rows } = stdout);
    const draw = (): void => ink.rerender(app());
    if (!isSmaller || isScreenReader) output.resize(draw);
    else output.shrink(options.keepsRowsWhole ? Number.POSITIVE_INFINITY : columns, draw);
  };
  stdout.on("resize", onResize);
  const ink = render(app(), {
    stdin,
    stdout: output.stream,
    stderr,
    exitOnCtrlC: false,
    patchConsole: options.patchConsole ?? true,
    isScreenReaderEnabled: isScreenReader,
    maxFps: 30,
  });
  return {
    waitUntilExit: ink.waitUntilExit,
    end() {
      stdout.off("resize", onResize);
      // Drawn at once: what is finished stays, and the live region is gone.
      screen.close();
      ink.rerender(app());
      ink.unmount();
    },
  };
}
