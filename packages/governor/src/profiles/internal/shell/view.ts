/** What a command that shows a file shows of it. */
export type View = LinesView | OtherView;

/** Lines in order, from 1; without a count to the end. */
export interface LinesView {
  readonly kind: "lines";
  readonly first: number;
  readonly count: number | undefined;
  /** Each line has its number before it. */
  readonly isNumbered: boolean;
}

/** Something else. */
export interface OtherView {
  readonly kind: "other";
  /**
   * It begins at a fixed place of the file, so that the same command shows the same part again.
   * Not so the last lines: of a file that grows they are others each time.
   */
  readonly isFixed: boolean;
}

/** The whole file, as it is. */
export const ALL_LINES: LinesView = {
  kind: "lines",
  first: 1,
  count: undefined,
  isNumbered: false,
};

/** A part that is always the same. */
export const FIXED_PART: OtherView = { kind: "other", isFixed: true };

/** A part that depends on where the file ends. */
export const MOVING_PART: OtherView = { kind: "other", isFixed: false };

/** The first lines, from some line on, or some lines between. */
export function linesView(first: number, count: number | undefined): LinesView {
  return { kind: "lines", first, count, isNumbered: false };
}

/** What a filter leaves of a view. */
export function composed(view: View, filter: View): View {
  if (view.kind === "other" || filter.kind === "other") {
    const isFixed =
      (view.kind === "lines" || view.isFixed) && (filter.kind === "lines" || filter.isFixed);
    return isFixed ? FIXED_PART : MOVING_PART;
  }
  // Numbers put on by the filter count the lines that reach it, not those of the file.
  if (filter.isNumbered) return isAll(view) && !view.isNumbered ? filter : FIXED_PART;
  if (isAll(view)) return { ...filter, isNumbered: view.isNumbered };
  if (filter.first === 1 && filter.count === undefined) return view;
  if (filter.first === 1 && view.count === undefined) return { ...view, count: filter.count };
  return FIXED_PART;
}

function isAll({ first, count }: LinesView): boolean {
  return first === 1 && count === undefined;
}
