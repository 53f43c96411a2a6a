const FNV_32_OFFSET = 0x811c9dc5;
const FNV_32_PRIME = 0x01000193;
const FNV_64_OFFSET_HIGH = 0xcbf29ce4;
const FNV_64_OFFSET_LOW = 0x84222325;
/** The prime is 2^40 + 0x1b3; the shift by 40 moves the low half into the high one by 8. */
const FNV_64_PRIME_LOW = 0x1b3;
const TWO_TO_32 = 0x1_0000_0000;

const encoder = new TextEncoder();

/** FNV-1a, 32 bits, over UTF-8: 8 hex digits that tell call ids apart. */
export function shortHash(text: string): string {
  let hash = FNV_32_OFFSET;
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    // Call ids are ASCII but for odd ones, and then a unit is a byte.
    if (unit > 0x7f) return hex(hashOf(encoder.encode(text)));
    hash = Math.imul(hash ^ unit, FNV_32_PRIME);
  }
  return hex(hash);
}

function hashOf(bytes: Uint8Array): number {
  return bytes.reduce((hash, byte) => Math.imul(hash ^ byte, FNV_32_PRIME), FNV_32_OFFSET);
}

/** FNV-1a, 64 bits, over UTF-8: 16 hex digits. Tells states apart; it is no protection. */
export function stateHash(text: string): string {
  let high = FNV_64_OFFSET_HIGH;
  let low = FNV_64_OFFSET_LOW;
  for (const byte of encoder.encode(text)) {
    low = (low ^ byte) >>> 0;
    const product = low * FNV_64_PRIME_LOW;
    const carry = Math.floor(product / TWO_TO_32);
    high = (Math.imul(high, FNV_64_PRIME_LOW) + carry + (low << 8)) >>> 0;
    low = product >>> 0;
  }
  return hex(high) + hex(low);
}

function hex(half: number): string {
  return (half >>> 0).toString(16).padStart(8, "0");
}
