import {
  closeSync,
  constants,
  fstatSync,
  openSync,
  readFileSync,
  realpathSync,
  statSync,
} from "node:fs";
import { isAbsolute, relative, sep } from "node:path";
import type { ConfigProblem } from "./parse-config-file.ts";
import type { ConfigFile } from "./schema.ts";

const MAX_CONFIG_BYTES = 1_048_576;

/**
 * Reads and checks one configuration file. A missing one is fine unless `required`. With `container`
 * the file must really lie below that directory: a cloned project must not lend another file's keys.
 */
export async function readConfigFile(
  path: string,
  shown: string,
  required: boolean,
  container: string | undefined,
): Promise<{
  readonly status: "loaded" | "absent" | "invalid";
  readonly value?: ConfigFile | undefined;
  readonly problems: readonly ConfigProblem[];
}> {
  const unreadable = (message: string) => ({
    status: "invalid" as const,
    problems: [
      {
        code: "config.unreadable" as const,
        severity: "error" as const,
        path: shown,
        line: null,
        column: null,
        key: "",
        message,
      },
    ],
  });
  let text: string | undefined;
  try {
    text = readRegularFile(path, container);
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === "ENOENT" || code === "ENOTDIR") {
      return required
        ? unreadable("there is no such file; name one that exists")
        : { status: "absent", problems: [] };
    }
    return unreadable(code ? `can't be read (${code}); mend its permissions or kind` : message);
  }
  // Loaded only when there is a file to check: most directories have none.
  const { parseConfigFile } = await import("./parse-config-file.ts");
  const { value, problems } = parseConfigFile(text, shown);
  return { status: value ? "loaded" : "invalid", value, problems };
}

/**
 * Opens without blocking, so that a FIFO of that name can't hang the command, and judges kind, size
 * and place on the opened file, so that a swap after the check gains nothing.
 */
function readRegularFile(path: string, container: string | undefined): string {
  const realPath = realpathSync(path);
  const descriptor = openSync(
    realPath,
    constants.O_RDONLY | (constants.O_NONBLOCK ?? 0) | (constants.O_NOFOLLOW ?? 0),
  );
  try {
    const opened = fstatSync(descriptor);
    if (!opened.isFile()) throw new Error("is not a regular file; replace it by one");
    if (opened.size > MAX_CONFIG_BYTES) {
      throw new Error(`is over ${MAX_CONFIG_BYTES} bytes; shorten it`);
    }
    if (container !== undefined) {
      const current = realpathSync(path);
      const named = statSync(current);
      if (!isBelow(realpathSync(container), current)) {
        throw new Error("is a link to a file outside the workspace; replace it by a file");
      }
      if (named.dev !== opened.dev || named.ino !== opened.ino) {
        throw new Error("changed while it was read; try again");
      }
    }
    return readFileSync(descriptor, "utf8");
  } finally {
    closeSync(descriptor);
  }
}

function isBelow(directory: string, path: string): boolean {
  const inside = relative(directory, path);
  return inside !== ".." && !inside.startsWith(`..${sep}`) && !isAbsolute(inside);
}
