import { PROJECT_CANDIDATES } from "../constants.ts";
import type { RetractedFile, SeenFile } from "../tracker-types.ts";
import { absoluteDirectory, type Context } from "./context.ts";
import type { DirectoryCache } from "./load-chain.ts";
import { candidateNames } from "./load-directory.ts";

/** A file that the model holds and that no longer applies. */
export interface Retraction {
  readonly seen: SeenFile;
  readonly reason: RetractedFile["reason"];
}

/**
 * Looks at every file that the model holds. A file outside the touched directories is listed first
 * and read only when something changed there.
 *
 * @param touched - keys of directories that are loaded anyway
 */
export async function findRetractions(
  context: Context,
  cache: DirectoryCache,
  held: readonly SeenFile[],
  touched: ReadonlySet<string>,
): Promise<readonly Retraction[]> {
  const retractions: Retraction[] = [];
  for (const seen of held) {
    const directory = seen.scope === "global" ? undefined : seen.path.split("/").slice(0, -1);
    const isLoaded = directory === undefined || touched.has(directory.join("/"));
    if (!isLoaded && (await stillFirst(context, directory, seen))) continue;
    const reason = await whyGone(cache, directory, seen);
    if (reason !== undefined) retractions.push({ seen, reason });
  }
  return retractions;
}

function nameOf({ path }: SeenFile): string {
  return path.slice(path.lastIndexOf("/") + 1);
}

async function stillFirst(
  context: Context,
  directory: readonly string[],
  seen: SeenFile,
): Promise<boolean> {
  try {
    const entries = await context.reader.listDirectory(absoluteDirectory(context, directory));
    const names = new Set(entries?.map(({ name }) => name));
    const first = candidateNames(context, directory).find(({ name }) => names.has(name));
    const entry = entries?.find(({ name }) => name === first?.name);
    return first?.name === nameOf(seen) && entry?.type === "file";
  } catch {
    return true;
  }
}

async function whyGone(
  cache: DirectoryCache,
  directory: readonly string[] | undefined,
  seen: SeenFile,
): Promise<RetractedFile["reason"] | undefined> {
  const loaded = await cache.load(directory);
  // A directory that can't be listed right now says nothing about its files.
  if (loaded.diagnostics.some(({ code }) => code === "directory.unreadable")) return undefined;
  const [winner] = loaded.files;
  if (winner === undefined) return "deleted";
  if (winner.path !== seen.path) {
    return loaded.names.includes(nameOf(seen)) || precedes(winner.name, nameOf(seen))
      ? "replaced"
      : "deleted";
  }
  if (winner.outcome === "empty") return "emptied";
  return winner.outcome === "refused" ? "refused" : undefined;
}

function precedes(left: string, right: string): boolean {
  const order = PROJECT_CANDIDATES.map(({ name }) => name);
  return order.indexOf(left) < order.indexOf(right);
}
