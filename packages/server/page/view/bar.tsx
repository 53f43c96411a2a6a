import { STATE_MARKS } from "@alisio/context-report";
import type { Stretch } from "./stretches.ts";
import { grouped } from "./words.ts";

/** Pieces narrower than this share of the bar have no room for their sign. */
const SIGN_SHARE = 0.035;

/** At this many digits nothing is lost that an eye could see, and every engine writes the same. */
const DIGITS = 3;

/**
 * A stacked bar: places are attributes in per cent, since the page's policy allows no style
 * attributes. It is a picture; the figures stand beside it as text.
 */
export function Bar(props: {
  readonly parts: readonly Stretch[];
  readonly label: string;
  readonly class?: string;
}) {
  const whole = props.parts.reduce((sum, { size }) => sum + size, 0);
  let start = 0;
  return (
    <svg class={`bar ${props.class ?? ""}`} role="img" aria-label={props.label}>
      {props.parts.map(({ state, size }) => {
        const [from, share] = [start / whole, size / whole];
        start += size;
        const { sign, word } = STATE_MARKS[state];
        return (
          size > 0 && (
            <g>
              <rect class={`f-${state}`} x={cent(from)} width={cent(share)} height="100%">
                <title>{`${word}: ${grouped(size)}`}</title>
              </rect>
              {share >= SIGN_SHARE && (
                <text x={cent(from + share / 2)} y="50%" class={`t-${state}`}>
                  {sign}
                </text>
              )}
            </g>
          )
        );
      })}
    </svg>
  );
}

/** A single measure: how much of the widest row this one is, and what of it is saved. */
export function Measure({ share, saved }: { readonly share: number; readonly saved: number }) {
  return (
    <svg class="measure" aria-hidden="true">
      <rect class="m-kept" width={cent(share - saved)} height="100%" />
      <rect class="m-saved" x={cent(share - saved)} width={cent(saved)} height="100%" />
    </svg>
  );
}

function cent(share: number): string {
  return `${Number((share * 100).toFixed(DIGITS))}%`;
}
