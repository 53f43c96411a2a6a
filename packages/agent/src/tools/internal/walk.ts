import type { Dirent } from "node:fs";
import { opendir, stat } from "node:fs/promises";
import path from "node:path";
import { setImmediate } from "node:timers/promises";
import { throwIfAborted } from "./define-tool.ts";
import { isIgnored, rulesIn, type ScopedRules, scopeAbove } from "./ignore-scope.ts";
import { refuseSpecial } from "./open-contained.ts";
import { byCodeUnits, isGitName } from "./paths.ts";
import { type PinnedDirectory, pinDirectory } from "./pinned-directory.ts";
import type { Places } from "./places.ts";

type Kind = "file" | "link" | "directory";

/** A file, a link or, when directories are not entered, a directory. */
export interface WalkedEntry {
  /** As results call it. */
  readonly shown: string;
  readonly real: string;
  /** From where the walk began. */
  readonly segments: readonly string[];
  readonly kind: Kind;
}

export interface WalkOptions {
  readonly signal: AbortSignal;
  readonly maxEntries: number;
  /** True once it has taken too long: then it ends. */
  readonly isLate: () => boolean;
  /** False gives the entries of one directory alone. */
  readonly isRecursive: boolean;
}

interface Entry {
  readonly name: string;
  readonly kind: Kind;
}

interface Directory {
  readonly real: string;
  /** What results put before the names in it. */
  readonly prefix: string;
  /** From where the walk began. */
  readonly segments: readonly string[];
  /** The rules from above it. */
  readonly scope: readonly ScopedRules[];
}

const ENTRIES_BETWEEN_PAUSES = 100;

/**
 * The files below a directory, or one file, in order of their paths by code units. Links are named
 * but never followed; `.git` and what `.gitignore` files leave out is passed over, except that what
 * the call itself names is looked through although it is ignored.
 */
export class Walk {
  /** True once entries were left out because there are too many. */
  isCut = false;
  readonly #places: Places;
  readonly #options: WalkOptions;
  #seen = 0;
  #passed = 0;

  constructor(places: Places, options: WalkOptions) {
    this.#places = places;
    this.#options = options;
  }

  async *entries(written: string): AsyncGenerator<WalkedEntry, void, undefined> {
    const { real, missing } = await this.#places.locateInside(written);
    if (missing.length > 0) await this.#places.refuseMissing(written, "name a file or directory");
    const name = this.#places.show(this.#places.resolve(written));
    const stats = await stat(real);
    if (stats.isFile()) {
      yield { shown: name, real, segments: [path.basename(real)], kind: "file" };
    } else if (stats.isDirectory()) {
      const prefix = name === "." ? "" : name.endsWith("/") ? name : `${name}/`;
      const scope = await scopeAbove(this.#places, real, this.#options.isLate);
      yield* this.#below({ real, prefix, segments: [], scope });
    } else {
      refuseSpecial(written);
    }
  }

  async *#below(directory: Directory): AsyncGenerator<WalkedEntry, void, undefined> {
    const entries = await this.#read(directory);
    const own = this.#places.segments(directory.real);
    const scope = entries.some(({ name }) => name === ".gitignore")
      ? [...directory.scope, ...(await rulesIn(this.#places, directory.real, own.length))]
      : directory.scope;
    const { isLate, isRecursive } = this.#options;
    for (const { name, kind } of entries) {
      await this.#pause();
      const candidate = { segments: [...own, name], isDirectory: kind === "directory" };
      const isLeftOut = isIgnored(scope, candidate, isLate);
      if (isLate()) {
        this.isCut = true;
        return;
      }
      if (isLeftOut) continue;
      const entry: WalkedEntry = {
        shown: `${directory.prefix}${name}`,
        real: path.join(directory.real, name),
        segments: [...directory.segments, name],
        kind,
      };
      if (kind !== "directory" || !isRecursive) yield entry;
      else yield* this.#below({ ...entry, prefix: `${entry.shown}/`, scope });
    }
  }

  /** Lets an abort be heard now and then. */
  async #pause(): Promise<void> {
    this.#passed += 1;
    if (this.#passed % ENTRIES_BETWEEN_PAUSES === 0) await setImmediate();
    throwIfAborted(this.#options.signal);
  }

  /** The entries of a directory in order; none of one below that can't be read. */
  async #read({ real, prefix, segments }: Directory): Promise<readonly Entry[]> {
    const first = new FirstEntries(this.#options.maxEntries - this.#seen);
    let pinned: PinnedDirectory | undefined;
    try {
      pinned = await pinDirectory(this.#places, real, prefix);
      for await (const dirent of await opendir(pinned.at("."))) {
        const kind = kindOf(dirent);
        if (kind !== undefined && !isGitName(dirent.name)) first.add({ name: dirent.name, kind });
      }
    } catch (error) {
      if (segments.length === 0) throw error;
    } finally {
      await pinned?.close();
    }
    const entries = first.inOrder();
    this.#seen += entries.length;
    if (first.isCut) this.isCut = true;
    return entries;
  }
}

/** The first entries in order of those that come in any, without ever holding many more. */
class FirstEntries {
  isCut = false;
  readonly #max: number;
  #entries: Entry[] = [];

  constructor(max: number) {
    this.#max = max;
  }

  add(entry: Entry): void {
    this.#entries.push(entry);
    if (this.#entries.length > 2 * this.#max + 1_000) this.inOrder();
  }

  inOrder(): readonly Entry[] {
    this.#entries.sort((a, b) => byCodeUnits(keyOf(a), keyOf(b)));
    if (this.#entries.length > this.#max) {
      this.isCut = true;
      this.#entries.length = this.#max;
    }
    return this.#entries;
  }
}

function kindOf(dirent: Dirent): Kind | undefined {
  if (dirent.isFile()) return "file";
  if (dirent.isDirectory()) return "directory";
  return dirent.isSymbolicLink() ? "link" : undefined;
}

/** What follows a directory's name in the paths of its files is a `/`. */
function keyOf({ name, kind }: Entry): string {
  return kind === "directory" ? `${name}/` : name;
}
