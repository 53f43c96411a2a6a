import type { AgentEventEnvelope } from "@alisio/agent";
import { describe, expect, test, vi } from "vitest";
import { followEvents, type Link } from "../../page/app/follow-events.ts";

const frame = (id: number) =>
  `id: ${id}\ndata: ${JSON.stringify({ schemaVersion: 1, id, at: "", event: { type: "x" } })}\n\n`;

const streamOf = (text: string) => new Response(text, { status: 200 });

/** Follows answers one after the other; after the last one nobody answers any more. */
function follow(answers: readonly (() => Response)[]) {
  const asked: number[] = [];
  const ids: (number | undefined)[] = [];
  const links: Link["kind"][] = [];
  const handle = followEvents({
    firstWaitMs: 1,
    open: async (after, signal) => {
      asked.push(after);
      const answer = answers[asked.length - 1];
      if (answer) return answer();
      return await new Promise((_, reject) => {
        signal.addEventListener("abort", () => reject(new Error("aborted")));
      });
    },
    onEvents: (envelopes: readonly AgentEventEnvelope[]) => {
      ids.push(...envelopes.map(({ id }) => id));
    },
    onLink: ({ kind }) => links.push(kind),
  });
  const until = async (count: number) => {
    await vi.waitFor(() => expect(asked).toHaveLength(count));
    handle.stop();
  };
  return { asked, ids, links, until, handle };
}

describe("following events", () => {
  test("goes on after the last event seen; none is lost or repeated", async () => {
    const run = follow([
      () => streamOf(frame(1) + frame(2)),
      () => {
        throw new Error("refused");
      },
      () => new Response("", { status: 503 }),
      // The server begins earlier than it was asked to, and stops within an event.
      () => streamOf(`${frame(2)}${frame(3)}id: 4\ndata: {`),
      () => streamOf(frame(4)),
    ]);
    await run.until(6);
    expect(run.asked).toEqual([0, 2, 2, 2, 3, 4]);
    expect(run.ids).toEqual([1, 2, 3, 4]);
    expect(run.links.slice(0, 5)).toEqual(["connecting", "live", "down", "connecting", "down"]);
  });

  test("what is no event hides no other", async () => {
    const bad = [
      "no json",
      "null",
      "7",
      '{"id":1}',
      '{"id":"2","event":{"type":"x"}}',
      '{"event":{}}',
    ];
    const text = bad.map((data) => `data: ${data}\n\n`).join("");
    const run = follow([() => streamOf(text + frame(1))]);
    await run.until(2);
    expect(run.ids).toEqual([1]);
  });

  test.each([
    [401, "refused"],
    [403, "refused"],
    [404, "missing"],
  ] as const)("%i ends it: %s", async (status, kind) => {
    const run = follow([() => new Response("", { status })]);
    await vi.waitFor(() => expect(run.links.at(-1)).toBe(kind));
    expect(run.asked).toEqual([0]);
  });
});
