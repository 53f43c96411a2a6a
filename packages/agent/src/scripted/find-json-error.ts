const SPACE = /[ \t\n\r]*/y;
const SCALAR =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: a text in JSON holds none
  /"(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y;

type Expected = "value" | "value or end" | "key" | "key or end" | "colon" | "comma or end";

/**
 * Where a text stops being JSON: the offset of the first character that can't stand there. The
 * messages of `JSON.parse` tell it on some versions of Node.js only.
 */
export function findJsonError(text: string): number {
  const open: string[] = [];
  let expected: Expected = "value";
  let offset = 0;
  while (true) {
    offset += match(SPACE, text, offset);
    const character = text[offset] ?? "";
    const inObject = open.at(-1) === "{";
    if (expected === "comma or end" && open.length === 0) return offset;
    if (expected.endsWith("or end") && character === (inObject ? "}" : "]")) {
      open.pop();
      expected = "comma or end";
      offset += 1;
      continue;
    }
    if (expected === "comma or end" || expected === "colon") {
      if (character !== (expected === "colon" ? ":" : ",")) return offset;
      expected = expected === "comma or end" && inObject ? "key" : "value";
      offset += 1;
      continue;
    }
    const isKey = expected.startsWith("key");
    if (!isKey && (character === "{" || character === "[")) {
      open.push(character);
      expected = character === "{" ? "key or end" : "value or end";
      offset += 1;
      continue;
    }
    const length = isKey && character !== '"' ? 0 : match(SCALAR, text, offset);
    if (length === 0) return offset;
    offset += length;
    expected = isKey ? "colon" : "comma or end";
  }
}

function match(pattern: RegExp, text: string, offset: number): number {
  pattern.lastIndex = offset;
  return pattern.exec(text)?.[0].length ?? 0;
}
