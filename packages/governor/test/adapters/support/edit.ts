// biome-ignore lint/suspicious/noExplicitAny: bodies of five formats, changed by hand
export type Json = any;

/** A copy of a request, changed by hand. */
export function edited<T>(request: T, change: (copy: Json) => void): T {
  const copy = structuredClone(request);
  change(copy);
  return copy;
}
