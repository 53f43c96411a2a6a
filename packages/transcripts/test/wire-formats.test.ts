import { readFileSync } from "node:fs";
import {
  type GovernorSettings,
  type Message,
  type Projection,
  projectHistory,
  type ToolProfile,
} from "@alisio/governor";
import { profile as claudeCode } from "@alisio/governor/profiles/claude-code";
import { profile as codex } from "@alisio/governor/profiles/codex";
import { profile as copilotCli } from "@alisio/governor/profiles/copilot-cli";
import { profile as geminiCli } from "@alisio/governor/profiles/gemini-cli";
import { profile as opencode } from "@alisio/governor/profiles/opencode";
import { profile as pi } from "@alisio/governor/profiles/pi";
import { afterAll, describe, expect, test } from "vitest";
import { carriable } from "../../governor/test/adapters/support/carriable.ts";
import { ADAPTERS, FORMATS } from "../../governor/test/adapters/support/formats.ts";
import { writeRequest } from "../../governor/test/adapters/support/write-requests.ts";
import { readTranscript } from "../src/index.ts";
import { CORPUS } from "./corpus.ts";

const PROFILES: Readonly<Record<string, ToolProfile>> = {
  "claude-code": claudeCode,
  codex,
  "copilot-cli": copilotCli,
  "gemini-cli": geminiCli,
  opencode,
  pi,
};

/** For agents without a profile: every call is a search for what it says. */
const repeated: ToolProfile = ({ name, args }, { text }) =>
  text === null
    ? []
    : [{ kind: "search", pattern: name, argumentsKey: JSON.stringify(args), matchesKey: text }];

const SETTINGS: readonly GovernorSettings[] = [
  { mode: "on" },
  { mode: "on", minAgeTurns: 1, epochMessages: 0 },
];

/** Over all sessions. */
const counted = {
  streams: 0,
  calls: 0,
  /** What no format can carry: ids must be unique, and each call have its result. */
  droppedCalls: 0,
  droppedResults: 0,
  separators: 0,
  /** Successes that read like failures: in a format without a flag they count as failures. */
  readAsFailures: 0,
  elisions: 0,
};

interface Said {
  readonly position: number;
  readonly reason: string;
  readonly supersededBy: number;
  readonly stub: unknown;
}

/** The elisions by position among the results, so that formats without ids compare too. */
function elisionsOf(history: readonly Message[], projection: Projection): readonly Said[] {
  const results = history.flatMap((message, at) =>
    message.role === "tool" ? [{ id: message.callId, at }] : [],
  );
  const position = (callId: string) => results.findIndex(({ id }) => id === callId);
  return projection.elisions.map(({ callId, reason, supersededBy }) => {
    const message = projection.messages[results[position(callId)]?.at as number];
    const stub = message?.role === "tool" ? message.content : undefined;
    return { position: position(callId), reason, supersededBy: position(supersededBy), stub };
  });
}

/** The history with the failures that a format makes out in it. */
function asTold(history: readonly Message[], read: readonly Message[]): Message[] {
  const failed = new Set(
    read.flatMap((message) => (message.role === "tool" && message.isError ? [message.callId] : [])),
  );
  return history.map((message) => {
    if (message.role !== "tool" || message.isError || !failed.has(message.callId)) return message;
    counted.readAsFailures += 1;
    return { ...message, isError: true };
  });
}

describe.runIf(CORPUS.length > 0)("a session in the formats of providers", () => {
  test.each(CORPUS.map(({ file, path }) => [file, path] as const))("%s", (_, path) => {
    const session = readTranscript(readFileSync(path, "utf8"));
    const own = PROFILES[session.agent ?? ""];
    for (const stream of session.streams) {
      const { history, ...changed } = carriable(stream.history);
      counted.streams += 1;
      counted.calls += stream.history.filter(({ role }) => role === "tool").length;
      counted.droppedCalls += changed.droppedCalls;
      counted.droppedResults += changed.droppedResults;
      counted.separators += changed.separators;
      for (const settings of SETTINGS) {
        for (const format of FORMATS) {
          const adapter = ADAPTERS[format];
          const withProfile = { ...settings, profile: own ?? repeated };
          const request = writeRequest(format, history);
          const told = own ? history : asTold(history, adapter.toHistory(request));
          const expected = elisionsOf(told, projectHistory(told, withProfile));
          counted.elisions += expected.length;
          const requests = [request];
          if (format === "gemini")
            requests.push(writeRequest(format, history, { withoutIds: true }));
          for (const each of requests) {
            const projected = adapter.projectRequest(each, withProfile);
            const before = adapter.toHistory(each);
            const messages = adapter.toHistory(projected.request);
            const actual = elisionsOf(before, { messages, elisions: projected.elisions });
            expect(actual, format).toEqual(expected);
          }
        }
      }
    }
  });

  afterAll(() => {
    // What is left out are calls that never got an answer, as of an interrupted turn, and further
    // uses of an id: 28 calls of the published sessions. In 3 places a response follows a response
    // directly, and a user message was put between them. No success of theirs reads like a failure.
    expect(counted.droppedCalls).toBeLessThan(counted.calls / 50);
    expect(counted.droppedResults).toBeLessThan(counted.calls / 50);
    expect(counted.readAsFailures).toBeLessThan(counted.calls / 50);
    expect(counted.separators).toBeLessThan(counted.streams);
    expect(counted.elisions).toBeGreaterThan(counted.streams);
  });
});
