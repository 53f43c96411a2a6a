import { getOrMake } from "../../internal/get-or-make.ts";
import { fileName, isSameFile, plainPath } from "./same-file.ts";

/** Positions of elided reads, by the file that they showed. */
export interface ReadsByFile {
  add(path: string, position: number): void;
  of(paths: readonly string[]): FileReads;
}

/** The elided reads of a file. */
export interface FileReads {
  /** Of all of them; infinite where there is none. */
  readonly lowest: number;
  has(position: number): boolean;
}

interface Group {
  readonly path: string;
  readonly positions: Set<number>;
  lowest: number;
}

export function createReadsByFile(): ReadsByFile {
  /** By the file's name, then by the path as it was written: a path is compared once, not each read. */
  const groups = new Map<string, Map<string, Group>>();
  return {
    add(written, position) {
      const path = plainPath(written);
      const named = getOrMake(groups, fileName(path), () => new Map<string, Group>());
      const group = getOrMake(named, path, () => ({
        path,
        positions: new Set(),
        lowest: position,
      }));
      group.positions.add(position);
      group.lowest = Math.min(group.lowest, position);
    },
    of(paths) {
      const found = paths.map(plainPath).flatMap((path) => {
        const named = groups.get(fileName(path));
        return named ? [...named.values()].filter((group) => isSameFile(group.path, path)) : [];
      });
      return {
        lowest: found.reduce(
          (least, group) => Math.min(least, group.lowest),
          Number.POSITIVE_INFINITY,
        ),
        has: (position) => found.some(({ positions }) => positions.has(position)),
      };
    },
  };
}
