/** What stands under a heading of the text view, without colours. */
export function sectionOf(text: string, heading: string): string[] {
  const lines = text.split("\n");
  const start = lines.findIndex((line) => line.startsWith(heading));
  if (start < 0) return [];
  const end = lines.findIndex((line, i) => i > start && line === "");
  return lines.slice(start + 1, end < 0 ? undefined : end);
}

/** The rows of a table: names first, then numbers, as words. */
export function rowsOf(lines: readonly string[]): string[][] {
  return lines.slice(1).map((line) => line.trim().split(/ +/));
}

/** The sentences of a section as one text, with the breaks of lines taken out. */
export function sentence(lines: readonly string[], label: string): string {
  const start = lines.findIndex((line) => line.startsWith(`  ${label}`));
  if (start < 0) return "";
  const rest = lines.slice(start + 1);
  const end = rest.findIndex((line) => !line.startsWith(" ".repeat(13)));
  const more = end < 0 ? rest : rest.slice(0, end);
  return [lines[start]?.slice(13), ...more.map((line) => line.trim())].join(" ");
}

/** The tables of a Markdown view by the heading above: rows of cells, without the header. */
export function markdownTables(markdown: string): ReadonlyMap<string, string[][]> {
  const tables = new Map<string, string[][]>();
  for (const part of markdown.split(/^## /m).slice(1)) {
    const [heading = "", ...lines] = part.split("\n");
    const rows = lines.filter((line) => line.startsWith("| ")).slice(2);
    tables.set(
      heading,
      rows.map((row) => row.slice(2, -2).split(" | ")),
    );
  }
  return tables;
}
