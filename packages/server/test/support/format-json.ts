const LINE_COLUMNS = 100;

/** JSON as the formatter of this repository writes it: short lists of plain values on one line. */
export function formatJson(value: unknown): string {
  return `${format(value, "", 0)}\n`;
}

function format(value: unknown, indent: string, used: number): string {
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const inner = `${indent}  `;
  if (Array.isArray(value)) {
    const isPlain = value.every((each) => typeof each !== "object" || each === null);
    const line = `[${value.map((each) => JSON.stringify(each)).join(", ")}]`;
    if (isPlain && used + line.length < LINE_COLUMNS) return line;
    return `[\n${value.map((each) => inner + format(each, inner, 0)).join(",\n")}\n${indent}]`;
  }
  const fields = Object.entries(value).map(([key, each]) => {
    const start = `${inner}${JSON.stringify(key)}: `;
    return start + format(each, inner, start.length);
  });
  return fields.length === 0 ? "{}" : `{\n${fields.join(",\n")}\n${indent}}`;
}
