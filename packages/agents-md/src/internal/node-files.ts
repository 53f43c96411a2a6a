import promises from "node:fs/promises";

/** The calls of the file system that are used here; tests put others in their place. */
export type FileCalls = Pick<
  typeof promises,
  "lstat" | "open" | "readdir" | "readlink" | "realpath" | "stat"
>;

/** Looked up at each call, so that a replaced function of the module counts. */
export const nodeFileCalls: FileCalls = promises;
