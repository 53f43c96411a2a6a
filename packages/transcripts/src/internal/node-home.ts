import { devNull, homedir, userInfo } from "node:os";
import { isAbsolute } from "node:path";

/**
 * The home directory of the process. Node.js takes `HOME` as it is: where that is empty or
 * relative, the folder that the process stands in would be the home, and a cloned project's own
 * `.claude` would pass for the user's.
 */
export function defaultHome(): string {
  for (const look of [homedir, () => userInfo().homedir]) {
    try {
      const home = look();
      if (isAbsolute(home)) return home;
    } catch {
      // The system does not know the user, as in some containers.
    }
  }
  return NO_HOME;
}

/** Nothing is ever found below it. */
const NO_HOME: string = devNull;

/**
 * A directory that a variable names, if it is absolute: a relative one would lie in whatever folder
 * the process stands in. The XDG convention has relative values ignored.
 */
export function absoluteAt(
  env: Readonly<Record<string, string | undefined>>,
  name: string,
): string | undefined {
  const value = env[name];
  return value !== undefined && isAbsolute(value) ? value : undefined;
}
