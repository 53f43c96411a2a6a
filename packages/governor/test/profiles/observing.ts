import type { Observation, ToolProfile } from "../../src/index.ts";

/** What a profile says of one successful result. */
export function observing(
  profile: ToolProfile,
): (name: string, args: unknown, text: string | null) => readonly Observation[] {
  return (name, args, text) => profile({ id: "1", name, args }, { text, isError: false });
}

/** Some lines of a file, each with its number. */
export function numbered(first: number, lines: readonly string[], separator: string): string {
  return lines.map((line, index) => `${first + index}${separator}${line}`).join("\n");
}

/** The change of a path. */
export function change(path: string): Observation {
  return { kind: "change", path };
}
