/**
 * The longest line that is read, in bytes: 64 MiB. Agents write lines of a few megabytes at most
 * (an image, a whole file); beyond this a line is garbage, and holding it would be the reader's
 * whole memory.
 */
export const DEFAULT_MAX_LINE_BYTES: number = 64 * 1024 * 1024;

/**
 * The largest document over several lines, in UTF-16 units: 256 Mi. A document has to be held as
 * one string to be parsed; JavaScript engines end at about twice this.
 */
export const DEFAULT_MAX_DOCUMENT_LENGTH: number = 256 * 1024 * 1024;
