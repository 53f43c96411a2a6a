import { join } from "node:path";
import { describeWrongArguments, withMore } from "../../../vitest.wrong-arguments.ts";
import * as alisioSession from "../src/alisio-session.ts";
import * as root from "../src/index.ts";
import {
  createTranscriptReader,
  readTranscript,
  type TranscriptStream,
  TranscriptsError,
} from "../src/index.ts";
import * as node from "../src/node.ts";
import * as report from "../src/report.ts";

const line = `${JSON.stringify({
  parentUuid: null,
  isSidechain: false,
  sessionId: "s",
  type: "user",
  message: { role: "user", content: "Hello" },
  uuid: "u1",
})}\n`;
const session = readTranscript(line);
const stream = session.streams[0] as TranscriptStream;
const madeAt = "2026-01-02T03:04:05Z";
const input = { madeAt, settings: {} };
const file = join(import.meta.dirname, "fixtures/claude-code/response-over-lines/session.jsonl");
const homeDirectory = join(import.meta.dirname, "no-home");

describeWrongArguments({
  isOwnError: TranscriptsError.isInstance,
  entries: { root, node, report, alisioSession },
  rows: {
    "root contextAt": {
      places: [(wrong) => root.contextAt(wrong), (wrong) => root.contextAt(stream, wrong)],
      takes: [[], ["undefined", "number"]],
    },
    "root createTranscriptReader": {
      places: [(wrong) => createTranscriptReader(wrong)],
      takes: [["undefined", "empty"]],
      options: (more) => createTranscriptReader(more),
    },
    "root createTranscriptReader push": {
      places: [(wrong) => createTranscriptReader().push(wrong)],
      takes: [["text"]],
    },
    "root findSharedMessages": {
      places: [(wrong) => root.findSharedMessages(wrong)],
      takes: [["array"]],
    },
    "root joinSubagents": {
      places: [
        (wrong) => root.joinSubagents(wrong, []),
        (wrong) => root.joinSubagents(session, wrong),
      ],
      takes: [[], ["array"]],
    },
    "root readTranscript": {
      places: [(wrong) => readTranscript(wrong), (wrong) => readTranscript(line, wrong)],
      takes: [[], ["undefined", "empty"]],
      codes: ["unknown_format"],
      options: (more) => readTranscript(line, more),
    },
    "root readTranscriptStream": {
      places: [
        (wrong) => root.readTranscriptStream(wrong),
        (wrong) => root.readTranscriptStream([line] as never, wrong),
      ],
      takes: [[], ["undefined", "empty"]],
      codes: ["unknown_format"],
      options: (more) => root.readTranscriptStream([line] as never, more),
      rejects: true,
    },
    "node listSessions": {
      places: [(wrong) => node.listSessions(wrong)],
      takes: [["undefined", "empty"]],
      options: (more) => node.listSessions(withMore({ homeDirectory }, more)),
      rejects: true,
    },
    "node readSubagentFiles": {
      places: [
        (wrong) => node.readSubagentFiles(wrong),
        (wrong) => node.readSubagentFiles(session, wrong),
      ],
      takes: [[], ["undefined", "empty"]],
      options: (more) => node.readSubagentFiles(session, more),
      rejects: true,
    },
    "node readTranscriptFile": {
      places: [
        (wrong) => node.readTranscriptFile(wrong),
        (wrong) => node.readTranscriptFile(file, wrong),
      ],
      takes: [["text"], ["undefined", "empty"]],
      options: (more) => node.readTranscriptFile(file, more),
      rejects: true,
    },
    "report loadToolProfile": {
      places: [(wrong) => report.loadToolProfile(wrong)],
      takes: [["undefined", "text"]],
      rejects: true,
    },
    "report reportInput": {
      places: [
        (wrong) => report.reportInput(wrong, stream, input),
        (wrong) => report.reportInput(session, wrong, input),
        (wrong) => report.reportInput(session, stream, wrong),
      ],
      options: (more) => report.reportInput(session, stream, withMore(input, more)),
    },
    "alisioSession decodeSession": {
      places: [(wrong) => alisioSession.decodeSession(wrong)],
      takes: [["text"]],
    },
    "alisioSession decodeSessionRecord": {
      places: [(wrong) => alisioSession.decodeSessionRecord(wrong)],
      takes: [["text"]],
    },
    "alisioSession encodeSessionRecord": {
      places: [(wrong) => alisioSession.encodeSessionRecord(wrong)],
      codes: ["invalid_record"],
    },
    "alisioSession sessionContext": {
      places: [
        (wrong) => alisioSession.sessionContext(wrong),
        (wrong) => alisioSession.sessionContext([], wrong),
      ],
      takes: [["array"], ["undefined", "text"]],
    },
  },
});
