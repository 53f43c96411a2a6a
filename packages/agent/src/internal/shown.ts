/** A value for a message: texts on one line, without what moves or hides text, and cut. */
export function shown(value: unknown): string {
  if (typeof value === "object" && value !== null) return "an object";
  if (typeof value === "function" || typeof value === "symbol") return `a ${typeof value}`;
  if (typeof value !== "string") return String(value);
  const text = value.length > 80 ? `${value.slice(0, 80)}…` : value;
  return JSON.stringify(text).replace(
    /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu,
    (character) => `\\u{${character.codePointAt(0)?.toString(16)}}`,
  );
}
