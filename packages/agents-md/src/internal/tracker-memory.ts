import { AgentsMdError } from "../errors.ts";
import type {
  ForgetOptions,
  InstructionTrackerState,
  SeenFile,
  TrackerSeeds,
} from "../tracker-types.ts";
import type { ResolvedFile, ResolvedInstructions } from "../types.ts";
import { compareText } from "./context.ts";
import type { LoadedFile } from "./loaded-file.ts";

type SeenMap = Map<string, SeenFile>;

/** What the model has been given, file by file. */
export interface TrackerMemory {
  /** Every file that the model was given and not told to disregard. */
  readonly held: () => readonly SeenFile[];
  /** What the model was last told of this file. */
  readonly lastTold: (file: LoadedFile) => SeenFile | undefined;
  /** Whether the model holds this content of this file, be it under another of its names. */
  readonly hasSeen: (file: LoadedFile) => boolean;
  readonly remember: (file: LoadedFile) => void;
  readonly withdraw: (seen: SeenFile) => void;
  readonly forget: (options: ForgetOptions) => void;
  readonly save: () => InstructionTrackerState;
}

export function createMemory({ eager: resolved, state }: TrackerSeeds): TrackerMemory {
  const saved = state === undefined ? undefined : checkState(state);
  let eager = toMap(saved?.eager ?? []);
  const attached = toMap(saved?.attached ?? []);
  if (resolved !== undefined) eager = seedsOf(resolved);
  const lastTold = (file: LoadedFile): SeenFile | undefined => {
    const key = keyOf(seenOf(file));
    return attached.get(key) ?? eager.get(key);
  };
  const held = (): readonly SeenFile[] =>
    [...new Map([...eager, ...attached]).values()].filter(({ sha256 }) => sha256 !== null);
  return {
    held,
    lastTold,
    hasSeen: (file) =>
      lastTold(file)?.sha256 === file.sha256 ||
      [...eager.values(), ...attached.values()].some(
        (seen) =>
          seen.identity === file.identity &&
          seen.sha256 === file.sha256 &&
          // An older entry of the start is no longer what the model holds.
          (attached.get(keyOf(seen)) ?? seen) === seen,
      ),
    remember: (file) => {
      const seen = seenOf(file);
      attached.set(keyOf(seen), seen);
    },
    withdraw: (seen) => {
      const key = keyOf(seen);
      if (eager.has(key)) attached.set(key, { ...seen, sha256: null });
      else attached.delete(key);
    },
    forget: ({ paths, eager: again }) => {
      if (paths !== undefined && !Array.isArray(paths)) {
        throw new AgentsMdError("invalid_option", "paths must be a list of paths.");
      }
      if (again !== undefined) eager = seedsOf(again);
      if (paths === undefined) attached.clear();
      else for (const path of paths) attached.delete(keyOf({ scope: "workspace", path }));
    },
    save: () => ({ schemaVersion: 1, eager: sorted(eager), attached: sorted(attached) }),
  };
}

function keyOf({ scope, path }: Pick<SeenFile, "scope" | "path">): string {
  return `${scope}:${path}`;
}

function seenOf({ directory, path, identity, sha256 }: LoadedFile): SeenFile {
  return { scope: directory === undefined ? "global" : "workspace", path, identity, sha256 };
}

function toMap(files: readonly SeenFile[]): SeenMap {
  return new Map(files.map((file) => [keyOf(file), file]));
}

function sorted(files: SeenMap): readonly SeenFile[] {
  return [...files.entries()]
    .sort(([left], [right]) => compareText(left, right))
    .map(([, file]) => file);
}

/** The files that a text holds, under every name that wins a directory. */
function seedsOf(resolved: ResolvedInstructions): SeenMap {
  const files = checkResolved(resolved);
  const hashes = new Set(files.filter(isGiven).map(({ sha256 }) => sha256));
  const directories = new Set<string>();
  const seeds: SeenFile[] = [];
  for (const file of files) {
    const scope = file.scope === "global" ? "global" : "workspace";
    const directory = `${scope}:${file.path.slice(0, file.path.lastIndexOf("/") + 1)}`;
    // The winner of a directory stands before its siblings.
    if (directories.has(directory)) continue;
    directories.add(directory);
    const { path, identity, sha256, status } = file;
    if (isGiven(file) || (status === "duplicate" && hashes.has(sha256))) {
      seeds.push({ scope, path, identity, sha256 });
    }
  }
  return toMap(seeds);
}

/** Its text is easily given in its place. */
function checkResolved(resolved: Partial<ResolvedInstructions> | null): readonly ResolvedFile[] {
  if (Array.isArray(resolved?.files)) return resolved.files;
  throw new AgentsMdError(
    "invalid_option",
    "eager must be the value that resolveInstructions gave, not only its text.",
  );
}

function isGiven({ loadedBytes }: ResolvedFile): boolean {
  return loadedBytes > 0;
}

/** A saved state comes from a file: it is looked at before it is believed. */
function checkState(state: InstructionTrackerState): InstructionTrackerState {
  const version: unknown = state?.schemaVersion;
  if (version !== 1) {
    throw new AgentsMdError(
      "invalid_state",
      `The saved tracker state has schemaVersion ${String(version)}; this version of the package reads 1.`,
    );
  }
  return { schemaVersion: 1, eager: checkFiles(state.eager), attached: checkFiles(state.attached) };
}

function checkFiles(files: unknown): readonly SeenFile[] {
  if (Array.isArray(files) && files.every(isSeenFile)) {
    return files.map(({ scope, path, identity, sha256 }) => ({ scope, path, identity, sha256 }));
  }
  throw new AgentsMdError(
    "invalid_state",
    "The saved tracker state is damaged: eager and attached must be lists of files. Start without it.",
  );
}

function isSeenFile(value: unknown): value is SeenFile {
  if (typeof value !== "object" || value === null) return false;
  const { scope, path, identity, sha256 } = value as Partial<Record<keyof SeenFile, unknown>>;
  return (
    (scope === "global" || scope === "workspace") &&
    typeof path === "string" &&
    path.split("/").every((name) => name !== "" && name !== "." && name !== "..") &&
    typeof identity === "string" &&
    (sha256 === null || typeof sha256 === "string")
  );
}
