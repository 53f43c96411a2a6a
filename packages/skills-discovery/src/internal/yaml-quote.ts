const NAMED: Readonly<Record<string, string>> = {
  "\n": "\\n",
  "\t": "\\t",
  '"': '\\"',
  "\\": "\\\\",
};

/**
 * A text as a quoted scalar on one line, which every YAML reader gives back unchanged: in double
 * quotes, or in single ones where that saves escapes.
 */
export function quoteScalar(text: string): string {
  const isOneLine = !/[\n\r\t\0]/.test(text) && !hasControl(text);
  if (isOneLine && /["\\]/.test(text) && !text.includes("'")) return `'${text}'`;
  let quoted = "";
  for (const char of text) quoted += NAMED[char] ?? (hasControl(char) ? escapeControl(char) : char);
  return `"${quoted}"`;
}

/** Controls, and line separators, which some readers take for line ends. */
function hasControl(text: string): boolean {
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    if (unit < 0x20 || (unit >= 0x7f && unit <= 0x9f)) return true;
    if (unit === 0x2028 || unit === 0x2029 || unit === 0xfeff) return true;
  }
  return false;
}

function escapeControl(char: string): string {
  return `\\u${char.charCodeAt(0).toString(16).toUpperCase().padStart(4, "0")}`;
}
