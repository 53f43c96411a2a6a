/** A patch that a shell command hands to `apply_patch`. */
export interface ShellPatch {
  readonly text: string;
  /** Where the command changed to before. */
  readonly directory: string | undefined;
}

const NAMES: ReadonlySet<string | undefined> = new Set(["apply_patch", "applypatch"]);
const SHELL_FLAGS = /^-l?c$/;

/**
 * The first line of a script that is nothing but `apply_patch` with a quoted here document, perhaps
 * after a `cd`. Without the quotes the shell would put values in place of names.
 */
const SCRIPT_START =
  /^\s{0,20}(?:cd ([\w./~-]{1,500}) && )?(?:apply_patch|applypatch) ?<<-? ?(['"])(\w{1,50})\2[ \t]{0,20}\n/;

/** The patch, if the command does nothing else; `undefined` otherwise. */
export function patchOf(command: string | readonly string[]): ShellPatch | undefined {
  if (typeof command === "string") return patchOfScript(command);
  const [name, second, third] = command;
  if (command.length === 2 && NAMES.has(name))
    return { text: second as string, directory: undefined };
  const isShell = command.length === 3 && SHELL_FLAGS.test(second as string);
  return isShell ? patchOfScript(third as string) : undefined;
}

function patchOfScript(script: string): ShellPatch | undefined {
  const start = SCRIPT_START.exec(script);
  if (!start) return undefined;
  const [opening, directory, , tag] = start;
  const text = script.slice(opening.length);
  const end = text.search(new RegExp(`^${tag}$`, "m"));
  const isAll = end !== -1 && text.slice(end).trim() === tag;
  return isAll ? { text: text.slice(0, end), directory } : undefined;
}
