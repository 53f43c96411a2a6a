import type { Format } from "./format.ts";

/** Every format, in the order in which the list of known ones names them. */
export const FORMATS: readonly Format[] = [];
