/**
 * node:fs as it is. An import has each of its exports looked at, which loads streams, and that takes
 * longer than a search that finds nothing.
 */
export const fs: typeof import("node:fs") = process.getBuiltinModule("node:fs");
