/** A count that may not be known. */
export function known(count: number | null): string {
  return count === null ? "?" : String(count);
}

/** A part of a whole in whole per cent; what is there at all is at least `<1%`. */
export function percent(part: number, whole: number | null): string {
  if (whole === null || whole === 0) return part === 0 && whole === 0 ? "0%" : "?";
  const rounded = Math.round((part / whole) * 100);
  return rounded === 0 && part > 0 ? "<1%" : `${rounded}%`;
}

/** A count with the right form of its word. */
export function counted(count: number, one: string, many: string = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}
