import { existsSync, readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { FormatName } from "./formats.ts";

const REQUESTS: string = `${
  process.env["ALISIO_CORPORA"] ??
  fileURLToPath(new URL("../../../../../../shared/corpora", import.meta.url))
}/requests`;

/** Real request bodies, if they are there. */
export const HAS_REQUESTS: boolean = existsSync(REQUESTS);

/** The folders of recorded sessions, each the requests of one session. */
export function recordedSessions(): readonly string[] {
  if (!HAS_REQUESTS) return [];
  const entries = readdirSync(REQUESTS, { withFileTypes: true });
  return entries
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
    .sort();
}

/** The bodies of a session in order, side requests last. */
export function bodiesOf(session: string): readonly object[] {
  const names = readdirSync(`${REQUESTS}/${session}`).filter((name) =>
    /^(side-)?\d+\.json$/.test(name),
  );
  return names.sort().map((name) => readJson(session, name));
}

/** The main request that came last. */
export function lastBodyOf(session: string): object {
  const names = readdirSync(`${REQUESTS}/${session}`).filter((name) => /^\d+\.json$/.test(name));
  return readJson(session, names.sort().at(-1) as string);
}

/** The messages of a session of the AI SDK, without the prompt. */
export function modelMessagesOf(session: string): readonly object[] | undefined {
  const file = `${REQUESTS}/${session}/model-messages.json`;
  return existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : undefined;
}

/** The format of a body; of those with messages by how a session is named. */
export function formatOf(session: string, body: object): FormatName {
  if ("contents" in body) return "gemini";
  if ("input" in body) return "openai-responses";
  return /anthropic|claude/.test(session) ? "anthropic" : "openai-chat";
}

function readJson(session: string, name: string): object {
  return JSON.parse(readFileSync(`${REQUESTS}/${session}/${name}`, "utf8"));
}
