import { partition } from "../../internal/lane.ts";
import type { Message } from "../../message.ts";
import type { LineFinder } from "./line-finder.ts";
import { textPieces } from "./text-pieces.ts";

/** What is looked at of a request: the messages of the one before, and more. */
interface GrownRequest {
  /** As the agent has them. */
  readonly context: readonly Message[];
  /** As they were sent. */
  readonly messages: readonly Message[];
  /** Positions of what is elided, in a list that only grows. */
  readonly positions: readonly number[];
}

/** Where in growing requests lines are shown: each message is looked through once, for all lines. */
export interface ShownLines {
  /** Takes in what a request has more than the one before. */
  take(request: GrownRequest): void;
  /** `undefined` for a line that isn't looked for; see {@link placeOf}. In rising order. */
  placesOf(line: string): readonly number[] | undefined;
}

/**
 * A line that the message at a position shows as the agent has it, or as it is sent in its place. Of
 * both, the former comes later.
 */
export function placeOf(position: number, isWhole: boolean): number {
  return 2 * position + (isWhole ? 1 : 0);
}

const NOWHERE: readonly number[] = [];

export function createShownLines(finder: LineFinder): ShownLines {
  /** By the number of a line. */
  const places: (number[] | undefined)[] = [];
  let messagesTaken = 0;
  let elisionsTaken = 0;

  function look(message: Message | undefined, place: number): void {
    for (const piece of textPieces(message)) {
      finder.find(piece, (number) => {
        places[number] ??= [];
        insert(places[number], place);
      });
    }
  }

  return {
    take({ context, messages, positions }) {
      for (; messagesTaken < context.length; messagesTaken += 1) {
        look(context[messagesTaken], placeOf(messagesTaken, true));
      }
      for (; elisionsTaken < positions.length; elisionsTaken += 1) {
        const position = positions[elisionsTaken] as number;
        look(messages[position], placeOf(position, false));
      }
    },
    placesOf(line) {
      const number = finder.numberOf(line);
      return number === undefined ? undefined : (places[number] ?? NOWHERE);
    },
  };
}

/** Nearly always at the end: only stubs come late, and they show next to nothing. */
function insert(places: number[], place: number): void {
  const isLast = places.length === 0 || (places.at(-1) as number) < place;
  const at = isLast ? places.length : partition(places, (other) => other < place);
  if (places[at] !== place) places.splice(at, 0, place);
}
