import type { SessionEvent } from "../../src/types.ts";

/** An event as it came. */
interface ReadEvent {
  readonly id: number;
  readonly data: SessionEvent;
}

/** Reads a stream event by event; comments are passed over. */
export interface EventReader {
  take(count: number): Promise<readonly ReadEvent[]>;
  /** Everything until the stream ends. */
  rest(): Promise<readonly ReadEvent[]>;
  end(): Promise<void>;
}

export function readEvents(response: Response): EventReader {
  const reader = response.body?.getReader();
  if (!reader) throw new Error("no body");
  const decoder = new TextDecoder();
  const ready: ReadEvent[] = [];
  let text = "";

  const more = async (): Promise<boolean> => {
    const { done, value } = await reader.read();
    if (done) return false;
    text += decoder.decode(value, { stream: true });
    const blocks = text.split("\n\n");
    text = blocks.pop() ?? "";
    for (const block of blocks) {
      const match = /^id: (\d+)\ndata: (.*)$/.exec(block);
      if (match?.[2]) ready.push({ id: Number(match[1]), data: JSON.parse(match[2]) });
    }
    return true;
  };
  return {
    take: async (count) => {
      while (ready.length < count) {
        if (!(await more())) throw new Error(`the stream ended before ${count} events`);
      }
      return ready.splice(0, count);
    },
    rest: async () => {
      while (await more());
      return ready.splice(0);
    },
    end: async () => await reader.cancel(),
  };
}

/** Waits for something that happens by itself. */
export async function until(isSo: () => boolean): Promise<void> {
  const end = Date.now() + 30_000;
  while (!isSo()) {
    if (Date.now() > end) throw new Error("it did not happen");
    await new Promise((resolve) => setTimeout(resolve, 2));
  }
}
