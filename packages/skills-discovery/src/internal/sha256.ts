/** SHA-256 (FIPS 180-4) for hosts that bring no faster one. */

const ROUND_CONSTANTS = fractionalBits(64, Math.cbrt);
const INITIAL_STATE = fractionalBits(8, Math.sqrt);

/** First 32 bits of the fractional parts of the roots of the first primes. */
function fractionalBits(count: number, root: (prime: number) => number): Uint32Array {
  const bits = new Uint32Array(count);
  let found = 0;
  for (let candidate = 2; found < count; candidate += 1) {
    let prime = true;
    for (let divisor = 2; divisor * divisor <= candidate; divisor += 1) {
      if (candidate % divisor === 0) prime = false;
    }
    if (!prime) continue;
    const value = root(candidate);
    bits[found] = (value - Math.floor(value)) * 2 ** 32;
    found += 1;
  }
  return bits;
}

const rotate = (word: number, by: number): number => (word >>> by) | (word << (32 - by));

function expand(words: Uint32Array, view: DataView, offset: number): void {
  for (let index = 0; index < 16; index += 1) words[index] = view.getUint32(offset + index * 4);
  for (let index = 16; index < 64; index += 1) {
    const early = words[index - 15] as number;
    const late = words[index - 2] as number;
    const small = rotate(early, 7) ^ rotate(early, 18) ^ (early >>> 3);
    const large = rotate(late, 17) ^ rotate(late, 19) ^ (late >>> 10);
    words[index] = (words[index - 16] as number) + small + (words[index - 7] as number) + large;
  }
}

function compress(state: Uint32Array, words: Uint32Array): void {
  let [a, b, c, d, e, f, g, h] = state as unknown as [
    number,
    number,
    number,
    number,
    number,
    number,
    number,
    number,
  ];
  for (let index = 0; index < 64; index += 1) {
    const choice = (e & f) ^ (~e & g);
    const sum = rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25);
    const first =
      (h + sum + choice + (ROUND_CONSTANTS[index] as number) + (words[index] as number)) | 0;
    const majority = (a & b) ^ (a & c) ^ (b & c);
    const second = ((rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22)) + majority) | 0;
    [h, g, f, e, d, c, b, a] = [g, f, e, (d + first) | 0, c, b, a, (first + second) | 0];
  }
  [a, b, c, d, e, f, g, h].forEach((value, index) => {
    state[index] = (state[index] as number) + value;
  });
}

/** SHA-256 of bytes as lower-case hexadecimal. */
export function sha256(bytes: Uint8Array): string {
  const padded = new Uint8Array((((bytes.length + 8) >> 6) + 1) << 6);
  padded.set(bytes);
  padded[bytes.length] = 0x80;
  const view = new DataView(padded.buffer);
  view.setUint32(padded.length - 8, Math.floor(bytes.length / 2 ** 29));
  view.setUint32(padded.length - 4, (bytes.length << 3) >>> 0);
  const state = INITIAL_STATE.slice();
  const words = new Uint32Array(64);
  for (let offset = 0; offset < padded.length; offset += 64) {
    expand(words, view, offset);
    compress(state, words);
  }
  return Array.from(state, (word) => word.toString(16).padStart(8, "0")).join("");
}
