import { neutral } from "./words.ts";

/** A name or path from outside: text alone, and its direction stays within it. */
export function Outside({ text }: { readonly text: string }) {
  return <bdi>{neutral(text)}</bdi>;
}
