/** Segments that a report lists at most: enough to explain a request, little enough to send. */
export const MAX_LISTED_SEGMENTS = 400;

/** Columns of a text view when nobody says: what a terminal has where its size is unknown. */
export const DEFAULT_WIDTH = 80;

/** Below 60 columns a row of numbers, a state and a path doesn't fit: narrower counts as this. */
export const MIN_WIDTH = 60;

/** Beyond 200 columns an eye loses the line: wider counts as this. */
export const MAX_WIDTH = 200;
