/**
 * The offset of the first byte that is not UTF-8 (overlong forms, surrogates and code points
 * beyond U+10FFFF count as such), or -1.
 */
export function findInvalidUtf8(bytes: Uint8Array): number {
  let index = 0;
  while (index < bytes.length) {
    const lead = bytes[index] ?? 0;
    const length = sequenceLength(lead);
    if (length === 0) return index;
    for (let rest = 1; rest < length; rest += 1) {
      const byte = bytes[index + rest] ?? 0;
      const [low, high] = rest === 1 ? secondByteRange(lead) : [0x80, 0xbf];
      if (byte < low || byte > high) return index;
    }
    index += length;
  }
  return -1;
}

function sequenceLength(lead: number): number {
  if (lead < 0x80) return 1;
  if (lead < 0xc2) return 0;
  if (lead < 0xe0) return 2;
  if (lead < 0xf0) return 3;
  return lead < 0xf5 ? 4 : 0;
}

/** The second byte's range excludes overlong forms, surrogates and what lies beyond Unicode. */
function secondByteRange(lead: number): readonly [number, number] {
  switch (lead) {
    case 0xe0:
      return [0xa0, 0xbf];
    case 0xed:
      return [0x80, 0x9f];
    case 0xf0:
      return [0x90, 0xbf];
    case 0xf4:
      return [0x80, 0x8f];
    default:
      return [0x80, 0xbf];
  }
}
