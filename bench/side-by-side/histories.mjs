// The conversations to measure on: the published sessions of the corpus, else generated ones.
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { session } from "../../packages/governor/bench/sessions.mjs";
import { engine } from "./engine.mjs";

const corpora = process.env.ALISIO_CORPORA ?? join(import.meta.dirname, "../../../shared/corpora");

/** A tool profile that knows no tool. */
const nothingKnown = () => [];

/** @returns {Promise<{ source: string, streams: object[] }>} */
export async function histories() {
  const index = join(corpora, "sessions", "index.json");
  if (!existsSync(index)) return { source: "generated sessions", streams: generated() };
  const { files } = JSON.parse(readFileSync(index, "utf8"));
  const streams = [];
  for (const { file } of files) {
    const transcript = engine.readTranscript(readFileSync(join(corpora, "sessions", file)));
    const profile = (await engine.loadToolProfile(transcript.agent)) ?? nothingKnown;
    const quotedBy = engine.quotedByOf(transcript.agent ?? "");
    for (const stream of transcript.streams) streams.push(prepared(stream, profile, quotedBy));
  }
  return { source: `${files.length} published sessions`, streams };
}

function generated() {
  return [20, 50, 200].map((files) => {
    const history = session(600, files);
    return prepared({ history }, undefined, engine.quotedByOf("alisio"));
  });
}

function prepared(stream, profile, quotedBy) {
  const { history, compactions, agentElisions } = stream;
  const requests = engine.requestsOf(stream);
  const settings = { ...(profile && { profile }), ...(quotedBy && { quotedBy }) };
  return { stream: { history, compactions, agentElisions, requests }, settings };
}
