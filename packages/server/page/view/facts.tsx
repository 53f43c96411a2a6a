import type { ComponentChildren } from "preact";
import { grouped } from "./words.ts";

/** A name and what it has: a count, or something to be shown as it is. Null says that nobody knows. */
export type Fact = readonly [name: string, value: ComponentChildren];

/** Names and their figures; what nobody knows is left out. */
export function Facts(props: {
  readonly facts: readonly (Fact | false)[];
  readonly label?: string;
  readonly isWide?: boolean;
}) {
  return (
    <dl class={props.isWide ? "facts wide" : "facts"} aria-label={props.label}>
      {props.facts.map(
        (fact) =>
          fact &&
          fact[1] !== null && (
            <div key={fact[0]}>
              <dt>{fact[0]}</dt>
              <dd>{typeof fact[1] === "number" ? grouped(fact[1]) : fact[1]}</dd>
            </div>
          ),
      )}
    </dl>
  );
}
