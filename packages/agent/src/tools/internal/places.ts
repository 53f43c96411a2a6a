import fs from "node:fs";
import { lstat, realpath, stat } from "node:fs/promises";
import path from "node:path";
import { AgentError } from "../../errors.ts";
import { refuse, shown } from "./outcome.ts";
import { isWithin, segmentsBelow, toPortable } from "./paths.ts";

/** Where a path leads, links followed as far as it exists. */
export interface Location {
  /** Of the longest part that exists. */
  readonly real: string;
  /** Segments after it that don't exist; none when all does. */
  readonly missing: readonly string[];
}

interface State {
  readonly root: string;
  readonly realRoot: string;
  readonly approved: Set<string>;
  readonly asked: Set<string>;
  readonly cwd: string;
}

/** The directories that the tools may touch: the workspace, and those that were approved. */
export class Places {
  /** The workspace as it was given. */
  readonly root: string;
  readonly #realRoot: string;
  readonly #approved: Set<string>;
  /** Directories that were named as those to ask for. */
  readonly #asked: Set<string>;
  /** Where processes start, links followed. */
  readonly cwd: string;

  private constructor(state: State) {
    this.root = state.root;
    this.#realRoot = state.realRoot;
    this.#approved = state.approved;
    this.#asked = state.asked;
    this.cwd = state.cwd;
  }

  /** @throws AgentError `invalid_option` */
  static open(root: string, cwd: string, directories: readonly string[]): Places {
    const places = new Places({
      root: path.resolve(root),
      realRoot: realDirectory(root, "workspaceRoot"),
      approved: new Set(directories.map((each) => realDirectory(each, "The directory"))),
      asked: new Set(),
      cwd: realDirectory(cwd, "cwd"),
    });
    if (places.containerOf(places.cwd) !== undefined) return places;
    throw new AgentError(
      "invalid_option",
      `cwd ${shown(cwd)} has to lie in the workspace or an approved directory.`,
    );
  }

  /** @throws AgentError `invalid_option` */
  allow(directory: string): void {
    this.#approved.add(this.#realOf(directory));
  }

  /**
   * The same places and these directories, for one call: what is approved so leaves no trace here.
   *
   * @throws AgentError `invalid_option`
   */
  withApproved(directories: readonly string[]): Places {
    if (directories.length === 0) return this;
    return new Places({
      root: this.root,
      realRoot: this.#realRoot,
      approved: new Set([...this.#approved, ...directories.map((each) => this.#realOf(each))]),
      asked: this.#asked,
      cwd: this.cwd,
    });
  }

  /**
   * What somebody was asked about is approved as it was then: a link that has been put there since
   * leads to nothing that is allowed.
   */
  #realOf(directory: string): string {
    return this.#asked.has(directory) ? directory : realDirectory(directory, "The directory");
  }

  /** A path as the model wrote it, made absolute; links are not followed. */
  resolve(written: string): string {
    return path.resolve(this.root, written);
  }

  /** How results call a path: relative to the workspace where it is below it. */
  show(absolute: string): string {
    for (const root of [this.root, this.#realRoot]) {
      if (isWithin(absolute, root)) return toPortable(path.relative(root, absolute)) || ".";
    }
    return toPortable(absolute);
  }

  /** The allowed directory that a real path lies in; the workspace before others. */
  containerOf(real: string): string | undefined {
    if (isWithin(real, this.#realRoot)) return this.#realRoot;
    for (const directory of this.#approved) if (isWithin(real, directory)) return directory;
    return undefined;
  }

  /** Where a path leads. Rejects with the system's error, and for a link that leads nowhere. */
  async locate(written: string): Promise<Location> {
    if (written.includes("\0")) refuse("The path holds a NUL character; no file has such a name.");
    const missing: string[] = [];
    let candidate = this.resolve(written);
    for (;;) {
      try {
        return { real: await realpath(candidate), missing };
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
        await refuseDangling(candidate, written);
      }
      missing.unshift(path.basename(candidate));
      candidate = path.dirname(candidate);
    }
  }

  /** The same, refused where it lies outside. */
  async locateInside(written: string): Promise<Location> {
    const location = await this.locate(written);
    return this.containerOf(location.real) === undefined ? refuseOutside(written) : location;
  }

  /** Refuses a path that leads to nothing, and names what it was perhaps to mean. */
  async refuseMissing(written: string, advice: string): Promise<never> {
    const fromCwd = path.resolve(this.cwd, written);
    const isThere = await this.#exists(fromCwd);
    const guess = ` There is ${shown(this.show(fromCwd))}: paths are relative to the workspace root.`;
    return refuse(`There is no ${shown(written)}; ${advice}.${isThere ? guess : ""}`);
  }

  async #exists(absolute: string): Promise<boolean> {
    try {
      return (await this.locateInside(absolute)).missing.length === 0;
    } catch {
      return false;
    }
  }

  async isInside(written: string): Promise<boolean> {
    try {
      return this.containerOf((await this.locate(written)).real) !== undefined;
    } catch {
      return false;
    }
  }

  async outsideDirectoryOf(written: string): Promise<string | undefined> {
    try {
      const { real } = await this.locate(written);
      if (this.containerOf(real) !== undefined) return undefined;
      const directory = (await stat(real)).isDirectory() ? real : path.dirname(real);
      this.#asked.add(directory);
      return directory;
    } catch {
      return undefined;
    }
  }

  /** The segments of a real path below the directory that allows it. */
  segments(real: string): readonly string[] {
    return segmentsBelow(real, this.containerOf(real) ?? real);
  }
}

function refuseOutside(written: string): never {
  refuse(
    `${shown(written)} lies outside the workspace, or a link leads out of it. Only the workspace ` +
      "and directories that the user approved can be used.",
  );
}

async function refuseDangling(candidate: string, written: string): Promise<void> {
  const isLink = await lstat(candidate).then(
    (stats) => stats.isSymbolicLink(),
    () => false,
  );
  if (isLink) refuse(`${shown(written)} goes through a symbolic link that leads nowhere.`);
}

function realDirectory(directory: string, what: string): string {
  if (!path.isAbsolute(directory)) {
    throw new AgentError(
      "invalid_option",
      `${what} ${shown(directory)} has to be an absolute path.`,
    );
  }
  try {
    const real = fs.realpathSync.native(directory);
    if (fs.statSync(real).isDirectory()) return real;
  } catch {
    // The same answer as for a file.
  }
  throw new AgentError("invalid_option", `${what} ${shown(directory)} is no existing directory.`);
}
