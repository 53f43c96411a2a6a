/** A file as it stands in a rendered text. */
interface ParsedFile {
  readonly scope: string;
  readonly path: string;
  readonly content: string;
}

export interface ParsedText {
  readonly tag: string;
  readonly files: readonly ParsedFile[];
  readonly notices: readonly string[];
}

/** Reads a rendered text back by what its legend says, and by nothing else. */
export function parseText(text: string): ParsedText {
  const legend = /^A line that begins with (\[agents-md ([0-9a-f-]+)\]) is a mark/m.exec(text);
  if (legend === null) throw new Error("no legend");
  const [whole, mark = "", tag = ""] = legend;
  const files: { scope: string; path: string; lines: string[] }[] = [];
  const notices: string[] = [];
  let ended = false;
  const after = text.slice(text.indexOf("\n", legend.index + whole.length) + 2);
  for (const line of after.split("\n")) {
    if (!line.startsWith(mark)) {
      if (!ended) files.at(-1)?.lines.push(line);
      else if (line !== "") throw new Error(`text after the end: ${line}`);
      continue;
    }
    const rest = line.slice(mark.length + 1);
    const file =
      /^(global|project|nested|changed global|changed project|changed nested) file: (.*)$/.exec(
        rest,
      );
    if (file !== null) files.push({ scope: file[1] ?? "", path: file[2] ?? "", lines: [] });
    else if (rest.startsWith("notice: ")) notices.push(rest.slice(8));
    else if (rest === "end") ended = true;
    else throw new Error(`unknown mark: ${rest}`);
  }
  if (!ended) throw new Error("no end");
  return {
    tag,
    notices,
    files: files.map(({ scope, path, lines }) => ({ scope, path, content: lines.join("\n") })),
  };
}
