const KEY = "alisio-token";

/**
 * The token of the address's fragment, which is taken out of the address at once. It is kept for
 * this tab alone (`sessionStorage`), so that a reload works and a closed tab forgets it.
 */
export function takeToken(): string | null {
  const match = /(?:^#|&)token=([^&]*)/.exec(location.hash);
  if (match?.[1]) {
    // Tokens are letters, digits, - and _: nothing in them is encoded.
    sessionStorage.setItem(KEY, match[1]);
    history.replaceState(null, "", location.pathname);
  }
  return sessionStorage.getItem(KEY);
}

/** The session that the address names. */
export function sessionOfAddress(): string | undefined {
  const match = /^#\/s\/(.+)$/.exec(location.hash);
  try {
    return match?.[1] && decodeURIComponent(match[1]);
  } catch {
    return undefined;
  }
}

/** Puts the session into the address, so that a reload opens it again. */
export function addressOf(id: string): string {
  return `#/s/${encodeURIComponent(id)}`;
}
