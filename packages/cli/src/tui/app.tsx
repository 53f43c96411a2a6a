import { Box, Static, Text, useCursor, useIsScreenReaderEnabled } from "ink";
import { type ReactElement, useSyncExternalStore } from "react";
import { drawFrame, type FrameOptions } from "./frame.ts";
import type { Block, Screen } from "./screen.ts";

/** What the interface is drawn from. */
export interface AppProps {
  readonly screen: Screen;
  /** What goes with the screen's state at the moment of drawing. */
  readonly frame: () => FrameOptions;
  /** Hears whether there is a place to write at. */
  readonly onCursor?: (isShown: boolean) => void;
  /** What is drawn for finished rows; themselves by default. */
  readonly standIn?: (rows: string) => string;
}

/** The whole interface: what is finished above, what is live below. */
export function App({ screen, frame, onCursor, standIn }: AppProps): ReactElement {
  useSyncExternalStore(screen.subscribe, () => screen.version);
  return (
    <>
      <Transcript blocks={screen.blocks} standIn={standIn ?? ((rows) => rows)} />
      {screen.isHidden ? null : (
        <Live screen={screen} frame={frame} {...(onCursor && { onCursor })} />
      )}
    </>
  );
}

interface TranscriptProps {
  readonly blocks: readonly Block[];
  readonly standIn: (rows: string) => string;
}

/** Finished output is written once and never touched again: it belongs to the scrollback. */
function Transcript({ blocks, standIn }: TranscriptProps): ReactElement {
  return (
    <Static items={[...blocks]}>
      {(block: Block) => <Text key={block.id}>{standIn(block.text)}</Text>}
    </Static>
  );
}

function Live({ screen, frame, onCursor }: AppProps): ReactElement {
  const { setCursorPosition } = useCursor();
  const isScreenReader = useIsScreenReaderEnabled();
  const { live, middle, status, cursor } = drawFrame(screen, frame());
  // Without a place to write at, it waits unseen at the top: of a terminal that gets lower, the rows
  // below the cursor go, those above it are pushed into the scrollback, out of reach.
  const { row, column } = cursor ?? { row: 0, column: 0 };
  setCursorPosition(isScreenReader ? undefined : { x: column, y: row });
  onCursor?.(cursor !== undefined);
  return (
    <Box flexDirection="column">
      <Lines lines={live} />
      <Lines lines={middle} />
      <Lines lines={status} />
    </Box>
  );
}

/**
 * Lines that were measured already: there is something to cut only for the moment after the terminal
 * has become narrower. Each is a text of its own, since Ink cuts one of several lines as if it were one.
 */
function Lines({ lines }: { readonly lines: readonly string[] }): ReactElement {
  const rows = lines.map((line, row) => ({ key: row, text: line === "" ? " " : line }));
  return (
    <>
      {rows.map(({ key, text }) => (
        <Text key={key} wrap="truncate">
          {text}
        </Text>
      ))}
    </>
  );
}
