import { render } from "ink";
import { App, type AppProps } from "./app.tsx";
import { unboundedHeight } from "./unbounded-height.ts";

/** What Ink draws on, and how. */
export interface StartInkOptions extends AppProps {
  readonly stdin: NodeJS.ReadStream;
  readonly stdout: NodeJS.WriteStream;
  readonly stderr: NodeJS.WriteStream;
  readonly isScreenReader: boolean;
  /** What is written to the console appears above the frame; true by default. */
  readonly patchConsole?: boolean;
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
  const ink = render(<App screen={screen} frame={frame} />, {
    stdin,
    stdout: unboundedHeight(stdout),
    stderr,
    exitOnCtrlC: false,
    patchConsole: options.patchConsole ?? true,
    isScreenReaderEnabled: isScreenReader,
    maxFps: 30,
  });
  return {
    waitUntilExit: ink.waitUntilExit,
    end() {
      // Drawn at once: what is finished stays, and the live region is gone.
      screen.close();
      ink.rerender(<App screen={screen} frame={frame} />);
      ink.unmount();
    },
  };
}
