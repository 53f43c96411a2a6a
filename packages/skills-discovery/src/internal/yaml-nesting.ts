/** What is open at one point of a text that has been cut into tokens. */
export interface Nesting {
  /** Columns at which block collections are open, each deeper than the one before. */
  readonly columns: number[];
  /** For each open bracket or brace, how many `:` its current item has. */
  readonly flows: number[];
  /** Sum of what the items of open brackets have beyond one `:`. */
  chained: number;
  /** Column of the next token. */
  column: number;
  /** Column at which the key of the next `:` began; -1 where none has. */
  keyColumn: number;
}

export function startNesting(): Nesting {
  return { columns: [], flows: [], chained: 0, column: 0, keyColumn: -1 };
}

/** Takes the text of a scalar: scalars don't nest. */
export function passText(nesting: Nesting, text: string): void {
  beginKey(nesting);
  moveColumn(nesting, text);
}

/** Takes the mark for an outdented line that cuts off open brackets. */
export function cutOffFlows(nesting: Nesting): void {
  nesting.flows.length = 0;
  nesting.chained = 0;
}

/**
 * Takes a token and gives the depth behind it. For well-formed text a parser holds at most two
 * collections open for each level: a column can have a mapping and a list, an item within
 * brackets a pair and its value.
 */
export function passToken(nesting: Nesting, token: string): number {
  switch (token) {
    case "[":
    case "{":
      beginKey(nesting);
      nesting.flows.push(0);
      break;
    case "]":
    case "}":
      endItem(nesting);
      nesting.flows.pop();
      break;
    case ",":
      endItem(nesting);
      break;
    case ":":
      if (nesting.flows.length > 0) chainPair(nesting);
      else openBlock(nesting, token);
      break;
    case "-":
    case "?":
      if (nesting.flows.length === 0) openBlock(nesting, token);
      break;
    default:
      if (!isSpace(token)) beginKey(nesting);
  }
  moveColumn(nesting, token);
  return nesting.columns.length + nesting.flows.length + nesting.chained;
}

function isSpace(token: string): boolean {
  return " \t\r\n#".includes(token.charAt(0));
}

/** A `:` within brackets; `a: b: c` opens a mapping within a mapping, over and over. */
function chainPair(nesting: Nesting): void {
  const last = nesting.flows.length - 1;
  const count = (nesting.flows[last] ?? 0) + 1;
  nesting.flows[last] = count;
  if (count > 1) nesting.chained += 1;
}

function endItem(nesting: Nesting): void {
  const last = nesting.flows.length - 1;
  if (last === -1) return;
  nesting.chained -= Math.max(0, (nesting.flows[last] ?? 0) - 1);
  nesting.flows[last] = 0;
}

/** A `-`, `?` or `:` is in the block collection of its column, or opens one there. */
function openBlock(nesting: Nesting, token: string): void {
  const { columns } = nesting;
  const column = token === ":" && nesting.keyColumn !== -1 ? nesting.keyColumn : nesting.column;
  while ((columns.at(-1) ?? -1) > column) columns.pop();
  if (columns.at(-1) !== column) columns.push(column);
  nesting.keyColumn = -1;
}

function beginKey(nesting: Nesting): void {
  if (nesting.keyColumn === -1) nesting.keyColumn = nesting.column;
}

function moveColumn(nesting: Nesting, token: string): void {
  const lineFeed = token.lastIndexOf("\n");
  if (lineFeed === -1) {
    nesting.column += token.length;
  } else {
    nesting.column = token.length - lineFeed - 1;
    nesting.keyColumn = -1;
  }
}
