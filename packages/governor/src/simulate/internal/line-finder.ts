/** Finds many lines in a text at once. */
export interface LineFinder {
  /** The number of a line; `undefined` for one that isn't looked for. */
  numberOf(line: string): number | undefined;
  /** Tells of each place where a line stands in a text; of one line there may be several. */
  find(text: string, onFound: (lineNumber: number) => void): void;
}

/** Lines that are recognised by so many characters. */
interface Group {
  readonly length: number;
  readonly slotShift: number;
  /** Not 0 where a hash may be that of a line. */
  readonly marks: Uint8Array;
  readonly numbersOf: ReadonlyMap<number, readonly number[]>;
}

/** By how many characters a line is recognised: as many as it has, and more than 8 only in need. */
const LENGTHS: readonly number[] = [1, 2, 4, 8, 16, 32, 64];
const ENOUGH = 8;
/** Of more lines with the same characters the longer ones are recognised by more. */
const MAX_ALIKE = 16;
const HASH_BITS = 32;
const FACTOR = 0x01000193;

/**
 * A finder that reads each text once, however many lines there are: a hash of the last characters
 * rolls over the text, and only where it is that of a line the two are compared. Of each line those
 * characters are taken that the fewest other lines hold.
 */
export function createLineFinder(all: Iterable<string>): LineFinder {
  const lines = [...new Set(all)].filter((line) => line !== "");
  const numbers = new Map(lines.map((line, number) => [line, number]));
  /** Where in a line the characters end that it is recognised by. */
  const ends = new Uint32Array(lines.length);
  const groups: Group[] = [];
  let left: readonly number[] = [...lines.keys()];
  for (const length of LENGTHS) {
    const isLonger = (number: number): boolean => (lines[number] as string).length >= 2 * length;
    const isOwn = (number: number): boolean => length >= ENOUGH || !isLonger(number);
    const own = left.filter(isOwn);
    const numbersOf = recognise(lines, own, length, ends);
    left = left.filter((number) => !isOwn(number));
    if (length >= ENOUGH && length !== LENGTHS.at(-1)) {
      for (const [hash, alike] of numbersOf) {
        if (alike.length <= MAX_ALIKE) continue;
        numbersOf.set(
          hash,
          alike.filter((number) => !isLonger(number)),
        );
        left = left.concat(alike.filter(isLonger));
      }
    }
    if (own.length > 0) groups.push(groupOf(length, numbersOf));
  }

  function findIn(group: Group, text: string, onFound: (lineNumber: number) => void): void {
    const { length, slotShift, marks, numbersOf } = group;
    const leaving = powerOf(length);
    let hash = 0;
    for (let at = 0; at < text.length; at += 1) {
      hash = Math.imul(hash, FACTOR) + text.charCodeAt(at);
      if (at >= length) hash -= Math.imul(text.charCodeAt(at - length), leaving);
      hash |= 0;
      if (marks[slotOf(hash, slotShift)] === 0) continue;
      for (const number of numbersOf.get(hash) ?? NONE) {
        const start = at - (ends[number] as number);
        if (start >= 0 && text.startsWith(lines[number] as string, start)) onFound(number);
      }
    }
  }

  return {
    numberOf: (line) => numbers.get(line),
    find(text, onFound) {
      for (const group of groups) findIn(group, text, onFound);
    },
  };
}

const NONE: readonly number[] = [];

/** Chooses the characters of each line; gives lines by the hash of these. */
function recognise(
  lines: readonly string[],
  own: readonly number[],
  length: number,
  ends: Uint32Array,
): Map<number, readonly number[]> {
  const slotShift = HASH_BITS - slotBits(own.length);
  const counts = new Uint32Array(2 ** slotBits(own.length));
  for (const number of own) {
    eachHash(lines[number] as string, length, (hash) => {
      (counts[slotOf(hash, slotShift)] as number) += 1;
    });
  }
  const numbersOf = new Map<number, number[]>();
  for (const number of own) {
    let least = Number.POSITIVE_INFINITY;
    let rarest = 0;
    eachHash(lines[number] as string, length, (hash, end) => {
      const count = counts[slotOf(hash, slotShift)] as number;
      if (count >= least) return;
      least = count;
      rarest = hash;
      ends[number] = end;
    });
    const alike = numbersOf.get(rarest);
    if (alike) alike.push(number);
    else numbersOf.set(rarest, [number]);
  }
  return numbersOf;
}

function groupOf(length: number, numbersOf: ReadonlyMap<number, readonly number[]>): Group {
  const bits = slotBits(numbersOf.size);
  const slotShift = HASH_BITS - bits;
  const marks = new Uint8Array(2 ** bits);
  for (const hash of numbersOf.keys()) marks[slotOf(hash, slotShift)] = 1;
  return { length, slotShift, marks, numbersOf };
}

/** Hashes of each run of so many characters, and where the run ends. */
function eachHash(line: string, length: number, onHash: (hash: number, end: number) => void): void {
  const leaving = powerOf(length);
  let hash = 0;
  for (let end = 0; end < line.length; end += 1) {
    hash = Math.imul(hash, FACTOR) + line.charCodeAt(end);
    if (end >= length) hash -= Math.imul(line.charCodeAt(end - length), leaving);
    hash |= 0;
    if (end >= length - 1) onHash(hash, end);
  }
}

/** What a character counts once so many others have come after it. */
function powerOf(length: number): number {
  let power = 1;
  for (let time = 0; time < length; time += 1) power = Math.imul(power, FACTOR);
  return power;
}

/** Room for 32 times as many hashes, so that few others are taken for one of them. */
function slotBits(count: number): number {
  return Math.min(24, Math.max(12, Math.ceil(Math.log2(count + 1)) + 5));
}

/** Spreads the bits of a hash: those of neighbours are alike. */
function slotOf(hash: number, shift: number): number {
  return Math.imul(hash, 0x9e3779b1) >>> shift;
}
