/** A stretch of Markdown in which links are looked for; `end` excludes the last line's break. */
export interface Segment {
  readonly start: number;
  readonly end: number;
}

interface Fence {
  readonly char: string;
  readonly length: number;
  readonly isQuoted: boolean;
}

interface Line {
  readonly start: number;
  /** First unit behind blanks and the marks of quotes. */
  readonly content: number;
  readonly end: number;
  readonly isQuoted: boolean;
  /** Columns before the content, where it isn't quoted. */
  readonly indent: number;
}

/**
 * Cuts Markdown into stretches of running text: paragraphs, headings, items. Left out are fenced
 * and indented code and blocks that are HTML comments. Code spans and comments within a
 * paragraph are not.
 */
export function cutSegments(text: string): readonly Segment[] {
  const segments: Segment[] = [];
  let fence: Fence | undefined;
  let start = -1;
  let end = -1;
  let isInList = false;
  let isAfterBlank = true;
  const flush = (): void => {
    if (start !== -1) segments.push({ start, end });
    start = -1;
  };
  for (let at = 0; at < text.length; ) {
    const line = readLine(text, at);
    at = line.end + 1;
    if (fence !== undefined && !leavesFence(fence, line)) {
      if (closesFence(text, fence, line)) fence = undefined;
      continue;
    }
    fence = undefined;
    if (line.content === line.end) {
      flush();
      isAfterBlank = true;
      continue;
    }
    const marker = endOfMarker(text, line.content, line.end);
    const opened = openFence(text, marker, line);
    const isComment = text.startsWith("<!--", line.content);
    if (marker > line.content) isInList = true;
    else if (isAfterBlank && line.indent < 2) isInList = false;
    const isCode = start === -1 && line.indent >= 4 && !isInList;
    if (opened !== undefined || isComment || isCode || marker > line.content) flush();
    isAfterBlank = false;
    if (opened !== undefined) {
      fence = opened;
    } else if (isComment) {
      at = afterComment(text, line.content);
    } else if (!isCode) {
      if (start === -1) start = line.start;
      end = line.end;
      if (text.charAt(line.content) === "#") flush();
    }
  }
  flush();
  return segments;
}

function readLine(text: string, start: number): Line {
  const lineFeed = text.indexOf("\n", start);
  const end = lineFeed === -1 ? text.length : lineFeed;
  let isQuoted = false;
  let indent = 0;
  let content = start;
  for (; content < end; content += 1) {
    const char = text.charAt(content);
    if (char === ">") {
      isQuoted = true;
      indent = 0;
    } else if (char === " ") indent += 1;
    else if (char === "\t") indent += 4;
    else if (char !== "\r") break;
  }
  return { start, content, end, isQuoted, indent };
}

/** The unit behind an item's marker (`-`, `*`, `+`, `1.`, `1)`) and its blanks, else the start. */
function endOfMarker(text: string, start: number, end: number): number {
  const first = text.charAt(start);
  let at = start;
  if (first === "-" || first === "*" || first === "+") {
    at += 1;
  } else if (first >= "0" && first <= "9") {
    while (at < start + 9 && text.charAt(at) >= "0" && text.charAt(at) <= "9") at += 1;
    if (text.charAt(at) !== "." && text.charAt(at) !== ")") return start;
    at += 1;
  }
  if (at === start || (at < end && text.charAt(at) !== " " && text.charAt(at) !== "\t")) {
    return start;
  }
  while (at < end && (text.charAt(at) === " " || text.charAt(at) === "\t")) at += 1;
  return at;
}

function openFence(text: string, at: number, line: Line): Fence | undefined {
  const char = text.charAt(at);
  if (char !== "`" && char !== "~") return undefined;
  let length = 0;
  while (text.charAt(at + length) === char) length += 1;
  if (length < 3) return undefined;
  const hasTick = char === "`" && text.slice(at + length, line.end).includes("`");
  return hasTick ? undefined : { char, length, isQuoted: line.isQuoted };
}

function closesFence(text: string, fence: Fence, line: Line): boolean {
  let at = line.content;
  while (text.charAt(at) === fence.char) at += 1;
  if (at - line.content < fence.length) return false;
  return text.slice(at, line.end).trim() === "";
}

/** A fence within a quote ends with the quote. */
function leavesFence(fence: Fence, line: Line): boolean {
  return fence.isQuoted && !line.isQuoted;
}

/** The start of the line behind a comment's end; the end of the text where nothing closes it. */
function afterComment(text: string, start: number): number {
  const close = text.indexOf("-->", start + 4);
  if (close === -1) return text.length;
  const lineFeed = text.indexOf("\n", close);
  return lineFeed === -1 ? text.length : lineFeed + 1;
}
