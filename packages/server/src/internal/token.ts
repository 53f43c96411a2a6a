import { createHash, timingSafeEqual } from "node:crypto";
import { ServerError } from "../errors.ts";
import { MIN_TOKEN_LENGTH } from "../limits.ts";

/** Characters that an address and a header carry as they are (unreserved in RFC 3986). */
const TOKEN = /^[A-Za-z0-9._~-]+$/;
const BEARER = /^bearer +([A-Za-z0-9._~+/-]+=*) *$/i;

/** @throws ServerError `invalid_token` */
export function checkToken(token: unknown): asserts token is string {
  if (typeof token === "string" && token.length >= MIN_TOKEN_LENGTH && TOKEN.test(token)) return;
  throw new ServerError(
    "invalid_token",
    `A token has at least ${MIN_TOKEN_LENGTH} letters, digits, ".", "_", "~" or "-"; createToken() makes one.`,
  );
}

/**
 * Says whether an `Authorization` header holds the token. Both are hashed first: equal lengths, so
 * that the time of the comparison says nothing of either.
 */
export function createTokenCheck(token: string): (authorization: string | undefined) => boolean {
  const expected = digest(token);
  return (authorization) => {
    const given = BEARER.exec(authorization ?? "")?.[1] ?? "";
    return timingSafeEqual(digest(given), expected);
  };
}

function digest(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}
