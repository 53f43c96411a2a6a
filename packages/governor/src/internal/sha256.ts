import type { ReadObservation } from "../types.ts";

const AT_LEAST_8_HEX_DIGITS = /^[0-9a-fA-F]{8,}$/;

/** The hash of a read in lower case; what isn't at least 8 hex digits counts as none. */
export function sha256Of({ sha256 }: ReadObservation): string | undefined {
  if (typeof sha256 !== "string" || !AT_LEAST_8_HEX_DIGITS.test(sha256)) return undefined;
  return sha256.toLowerCase();
}
