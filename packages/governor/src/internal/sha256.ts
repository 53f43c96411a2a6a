import type { ReadObservation } from "../types.ts";

const HEX_DIGITS = /^[0-9a-fA-F]+$/;
const FEWEST_DIGITS = 8;

/** The hash of a read in lower case; what isn't at least 8 hex digits counts as none. */
export function sha256Of({ sha256 }: ReadObservation): string | undefined {
  if (typeof sha256 !== "string" || sha256.length < FEWEST_DIGITS) return undefined;
  return HEX_DIGITS.test(sha256) ? sha256.toLowerCase() : undefined;
}
