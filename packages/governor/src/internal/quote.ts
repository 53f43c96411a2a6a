/** Printable ASCII without quotation marks and backslashes. */
const PLAIN = /^[ !#-[\]-~]*$/;
const NOT_PRINTABLE_ASCII = /[^\x20-\x7e]/g;

/** True for a text that JSON holds as it is, in printable ASCII. */
export function isPlain(text: string): boolean {
  return PLAIN.test(text);
}

/** Quotes like JSON, in printable ASCII alone: other UTF-16 units become `\uXXXX`. */
export function quote(text: string): string {
  return isPlain(text) ? `"${text}"` : quoteUnusual(text);
}

function quoteUnusual(text: string): string {
  return JSON.stringify(text).replace(NOT_PRINTABLE_ASCII, escapeUnit);
}

/** A name without quotes, escaped only where it isn't printable ASCII. */
export function escapeName(name: string): string {
  return name.replace(NOT_PRINTABLE_ASCII, (unit) => quote(unit).slice(1, -1));
}

function escapeUnit(unit: string): string {
  return `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`;
}
