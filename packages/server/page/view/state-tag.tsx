import { type SegmentState, STATE_MARKS } from "@alisio/context-report";

/** Sign and word of a state, with its colour beside them. */
export function StateTag({ state }: { readonly state: SegmentState }) {
  const { sign, word } = STATE_MARKS[state];
  return (
    <span class={`state s-${state}`}>
      <b aria-hidden="true">{sign}</b> {word}
    </span>
  );
}
