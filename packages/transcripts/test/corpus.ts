import { existsSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";

/** One session of the corpus, as its index describes it. */
export interface CorpusFile {
  readonly file: string;
  readonly path: string;
  readonly format: string;
  readonly bytes: number;
  readonly toolCalls: number;
  readonly subagentStreams: number;
  /** -1 where the index does not know. */
  readonly compactions: number;
  readonly malformedLines: number;
}

const ROOT = resolve(
  process.env["ALISIO_CORPORA"] ?? resolve(import.meta.dirname, "../../../../shared/corpora"),
  "sessions",
);

/** Real sessions of many agents, published by their projects; none where the corpus is not here. */
export const CORPUS: readonly CorpusFile[] = corpus();

function corpus(): readonly CorpusFile[] {
  const index = join(ROOT, "index.json");
  if (!existsSync(index)) return [];
  const { files } = JSON.parse(readFileSync(index, "utf8")) as { files: CorpusFile[] };
  return files.map((entry) => ({ ...entry, path: join(ROOT, entry.file) }));
}
