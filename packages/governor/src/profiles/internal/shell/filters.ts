import type { Command, Word } from "./parse-script.ts";
import { readerOf, splitArguments } from "./readers.ts";
import { searcherOf } from "./searchers.ts";
import type { View } from "./view.ts";

/** A command that passes on some of what comes through a pipe. */
export type Filter =
  | { readonly kind: "view"; readonly view: View }
  /** It keeps lines with a pattern. */
  | { readonly kind: "search"; readonly pattern: string }
  /** It counts, sorts or cuts. */
  | { readonly kind: "other" };

/** The command, if all it can do is filter. */
export function filterOf(command: Command): Filter | undefined {
  const reader = readerOf(command);
  if (reader) return reader.files.length === 0 ? { kind: "view", view: reader.view } : undefined;
  const [name, ...args] = command;
  if (!name?.isPlain || !args.every(({ isPlain }) => isPlain)) return undefined;
  switch (name.text) {
    case "rg":
    case "grep":
    case "egrep":
    case "fgrep": {
      const searcher = searcherOf(command);
      return searcher && { kind: "search", pattern: searcher.pattern };
    }
    case "sort":
      return sortsOnly(args) ? { kind: "other" } : undefined;
    case "uniq":
      // Its second operand is a file that it writes.
      return args.every(({ text }) => /^-[cduif0-9]/.test(text)) ? { kind: "other" } : undefined;
    case "wc":
      return args.every(({ text }) => /^-[lwcmL]/.test(text)) ? { kind: "other" } : undefined;
    case "cut":
    case "tr":
      return { kind: "other" };
    default:
      return undefined;
  }
}

/** `-o` writes a file, and some long options run programs. */
function sortsOnly(args: readonly Word[]): boolean {
  const split = splitArguments(args, ["-k", "-t"]);
  return (
    split?.operands.length === 0 &&
    split.options.every((option) => /^(-[bdfghinMRrsuVz]{1,9}|-[kt].*)$/s.test(option))
  );
}
