import { Box, Static, Text, useCursor, useIsScreenReaderEnabled } from "ink";
import { type ReactElement, useSyncExternalStore } from "react";
import { drawFrame, type FrameOptions } from "./frame.ts";
import type { Block, Screen } from "./screen.ts";

/** What the interface is drawn from. */
export interface AppProps {
  readonly screen: Screen;
  /** What goes with the screen's state at the moment of drawing. */
  readonly frame: () => FrameOptions;
}

/** The whole interface: what is finished above, what is live below. */
export function App({ screen, frame }: AppProps): ReactElement {
  useSyncExternalStore(screen.subscribe, () => screen.version);
  return (
    <>
      <Transcript blocks={screen.blocks} />
      {screen.isHidden ? null : <Live screen={screen} frame={frame} />}
    </>
  );
}

/** Finished output is written once and never touched again: it belongs to the scrollback. */
function Transcript({ blocks }: { readonly blocks: readonly Block[] }): ReactElement {
  return (
    <Static items={[...blocks]}>
      {(block: Block) => <Text key={block.id}>{block.text}</Text>}
    </Static>
  );
}

function Live({ screen, frame }: AppProps): ReactElement {
  const { setCursorPosition } = useCursor();
  const isScreenReader = useIsScreenReaderEnabled();
  const { live, middle, status, cursor } = drawFrame(screen, frame());
  setCursorPosition(cursor && !isScreenReader ? { x: cursor.column, y: cursor.row } : undefined);
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
