import { randomBytes } from "node:crypto";

/** 256 bits: more than anybody can try, and still one line of an address. */
const TOKEN_BYTES = 32;

/**
 * A token for one run of a server, of letters, digits, `-` and `_`.
 *
 * @example
 * ```ts
 * const token = createToken();
 * ```
 */
export function createToken(): string {
  return randomBytes(TOKEN_BYTES).toString("base64url");
}
