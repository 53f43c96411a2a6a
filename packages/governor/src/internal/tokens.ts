const CHARACTERS_PER_TOKEN = 4;

/** An estimate: about four characters (UTF-16 units) make a token. */
export function tokensOf(length: number): number {
  return Math.ceil(length / CHARACTERS_PER_TOKEN);
}
