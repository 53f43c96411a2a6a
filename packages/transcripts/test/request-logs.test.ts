import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import type { Message } from "@alisio/governor/message";
import { describe, expect, it } from "vitest";
import { readTranscript, type TranscriptSession, type TranscriptStream } from "../src/index.ts";

const ROOT = resolve(
  process.env["ALISIO_CORPORA"] ?? resolve(import.meta.dirname, "../../../../shared/corpora"),
  "requests",
);

/** Sessions in formats that are read as request logs; Gemini's is not one of them. */
const FOLDERS = (existsSync(ROOT) ? readdirSync(ROOT, { withFileTypes: true }) : [])
  .filter((entry) => entry.isDirectory() && !entry.name.startsWith("gemini-"))
  .map(({ name }) => name);

function bodiesIn(folder: string, pattern: RegExp): readonly unknown[] {
  return readdirSync(join(ROOT, folder))
    .filter((name) => pattern.test(name))
    .sort()
    .map((name) => JSON.parse(readFileSync(join(ROOT, folder, name), "utf8")));
}

function mainOf(session: TranscriptSession): TranscriptStream {
  const main = session.streams.find(({ id }) => id === "main");
  if (main === undefined) throw new Error("no main conversation");
  return main;
}

/** Ids of the calls and of the results that a body holds, in whatever format it is. */
function idsIn(body: unknown): { readonly calls: Set<unknown>; readonly results: Set<unknown> } {
  const calls = new Set<unknown>();
  const results = new Set<unknown>();
  const walk = (value: unknown): void => {
    if (typeof value !== "object" || value === null) return;
    const object = value as Record<string, unknown>;
    const type = String(object["type"] ?? "");
    if (type === "tool_use" || type === "function") calls.add(object["id"]);
    if (type === "tool_result") results.add(object["tool_use_id"]);
    if (type.endsWith("_call")) calls.add(object["call_id"]);
    if (type.endsWith("_call_output")) results.add(object["call_id"]);
    if (object["role"] === "tool") results.add(object["tool_call_id"]);
    for (const inner of Object.values(object)) walk(inner);
  };
  const { messages, input } = body as { messages?: unknown; input?: unknown };
  walk(messages ?? input);
  calls.delete(undefined);
  return { calls, results };
}

const callIds = (history: readonly Message[]): Set<string> =>
  new Set(
    history.flatMap((one) =>
      one.role === "assistant" ? (one.calls ?? []).map(({ id }) => id) : [],
    ),
  );
const resultIds = (history: readonly Message[]): Set<string> =>
  new Set(history.flatMap((one) => (one.role === "tool" ? [one.callId] : [])));

describe.skipIf(FOLDERS.length === 0)("recorded requests", () => {
  it("are of 17 sessions", () => {
    expect(FOLDERS).toHaveLength(17);
  });

  describe.each(FOLDERS)("%s", (folder) => {
    const bodies = bodiesIn(folder, /^\d+\.json$/);
    const helpers = bodiesIn(folder, /^side-\d+\.json$/);
    const last = mainOf(readTranscript(JSON.stringify(bodies.at(-1))));

    it("hold every call and result", () => {
      const { calls, results } = idsIn(bodies.at(-1));
      expect(calls.size).toBeGreaterThan(15);
      expect(callIds(last.history)).toEqual(calls);
      expect(resultIds(last.history)).toEqual(results);
    });

    it("are one conversation, whatever shape the log has", () => {
      const log = [...helpers, ...bodies];
      const envelopes = log.map((body) => ({ request: { url: "u", body: JSON.stringify(body) } }));
      const shapes: Readonly<Record<string, string>> = {
        list: JSON.stringify(log),
        pretty: JSON.stringify(log, null, 2),
        lines: log.map((body) => `${JSON.stringify(body)}\n`).join(""),
        envelopes: envelopes.map((entry) => JSON.stringify(entry)).join("\n"),
      };
      for (const [shape, text] of Object.entries(shapes)) {
        const session = readTranscript(text);
        expect([shape, session.streams.length]).toEqual([shape, 1 + helpers.length]);
        const main = mainOf(session);
        expect(main.history).toEqual(last.history);
        expect([main.compactions, main.agentElisions]).toEqual([[], []]);
        expect(session.diagnostics.filter(({ code }) => code === "branch.abandoned")).toEqual([]);
      }
    });

    it("grow: what a body holds is the beginning of what the last one does", () => {
      for (const body of bodies) {
        const { history } = mainOf(readTranscript({ document: body }));
        // The newest instructions count, and a body that ends in a batch may have it in another order.
        const said = history.filter(({ role }) => role !== "system");
        const all = last.history.filter(({ role }) => role !== "system");
        expect(said).toEqual(all.slice(0, said.length));
      }
    });

    it("have no encoded image in any text", () => {
      // How the PNG of these sessions begins.
      expect(JSON.stringify(last.history).includes("iVBORw0KGgo")).toBe(false);
      const images = last.history.filter(
        (message) =>
          message.role === "tool" &&
          typeof message.content !== "string" &&
          message.content.some(({ type }) => type === "image"),
      );
      const shown = last.origins.filter(({ nonTextParts }) => nonTextParts !== undefined);
      expect(images.length + shown.length).toBeGreaterThan(0);
    });
  });

  it.each(FOLDERS.filter((folder) => folder.startsWith("ai-")))(
    "%s: messages of the SDK are the same conversation as its requests",
    (folder) => {
      const path = join(ROOT, folder, "model-messages.json");
      const messages = readTranscript(readFileSync(path, "utf8"));
      const wire = mainOf(readTranscript(JSON.stringify(bodiesIn(folder, /^\d+\.json$/).at(-1))));
      expect(messages.format).toBe("ai-sdk");
      const { history } = mainOf(messages);
      // The messages begin with the first response, and have the last one.
      const sent = wire.history.slice(2);
      expect(history.slice(0, sent.length).map(comparable)).toEqual(sent.map(comparable));
      expect(history).toHaveLength(sent.length + 1);
    },
  );
});

/** On the wire some formats have no error flag, and name parts that are not text otherwise. */
function comparable(message: Message): unknown {
  if (message.role !== "tool") return message;
  const { callId, content } = message;
  return {
    callId,
    content:
      typeof content === "string"
        ? content
        : content.map((part) => (part.type === "text" ? part["text"] : "image")),
  };
}
