/**
 * Whether `If-None-Match` names the tag (RFC 9110, 13.1.2: the weak comparison). A `*` is any.
 */
export function matchesTag(header: string | undefined, tag: string): boolean {
  if (header === undefined) return false;
  const wanted = opaque(tag);
  return header.split(",").some((part) => part.trim() === "*" || opaque(part.trim()) === wanted);
}

function opaque(tag: string): string {
  return tag.startsWith("W/") ? tag.slice(2) : tag;
}
