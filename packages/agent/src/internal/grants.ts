import type { GrantSources } from "@alisio/invariants";
import type { Permissions } from "../types-runner.ts";

/** What the user allowed, beforehand or when asked. It lives in the process and is never stored. */
export class Grants {
  readonly #effects = new Set<"write" | "process">();
  readonly #directories: Set<string>;

  constructor({ write, process, readOnly, directories }: Permissions) {
    if (write && !readOnly) this.#effects.add("write");
    if (process && !readOnly) this.#effects.add("process");
    this.#directories = new Set(directories);
  }

  allows(effect: "write" | "process"): boolean {
    return this.#effects.has(effect);
  }

  allow(effect: "write" | "process"): void {
    this.#effects.add(effect);
  }

  allowDirectory(directory: string): void {
    this.#directories.add(directory);
  }

  /** As the invariants block names them. */
  get sources(): GrantSources {
    return {
      effects: (["write", "process"] as const).filter((effect) => this.#effects.has(effect)),
      externalDirectories: this.#directories.size,
    };
  }
}
