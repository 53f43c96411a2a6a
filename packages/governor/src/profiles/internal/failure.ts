/** What agents, and this governor, leave in place of a result that the model no longer sees. */
const PLACEHOLDERS: readonly string[] = [
  "[elided: ",
  "[Old tool result content cleared]",
  "[Old tool result cleared]",
  "<tool_output_masked>",
];

/** How failures begin where a format has no flag for them. In lower case. */
const FAILURES: readonly string[] = [
  "error:",
  "error ",
  "<error>",
  "<tool_use_error>",
  "enoent:",
  "eacces:",
  "eperm:",
  "eisdir:",
  "enotdir:",
  "emfile:",
  "eloop:",
  "file not found",
  "file does not exist",
  "path not found",
  "path does not exist",
  "no such file",
  "not found:",
  "permission denied",
  "access denied",
  "offset ",
  "operation aborted",
  "operation cancelled",
  "operation canceled",
  "validation failed",
  "invalid ",
  "cannot ",
  "can't ",
  "could not ",
  "failed ",
  "unable to ",
  "unknown tool",
  "unsupported call",
  "tool ",
  "the tool ",
  "the user ",
  "user rejected",
  "params must ",
  "[request interrupted",
  // No failures, but no content either: it stands in an earlier result.
  "file unchanged",
  "file is unchanged",
  "unchanged since",
  "wasted call",
  "[operation cancelled",
];

const LONGEST = Math.max(...FAILURES.map(({ length }) => length));

/** True if the text only stands where a result was. */
export function isPlaceholder(text: string): boolean {
  return PLACEHOLDERS.some((start) => text.startsWith(start));
}

/**
 * True if a text that should be a file or a list of matches may be a message about a failure
 * instead. Where content is returned bare this can't be told for certain: a file that begins like a
 * failure counts as one, which only loses a saving.
 */
export function mayBeFailure(text: string): boolean {
  const start = text.trimStart().slice(0, LONGEST).toLowerCase();
  return FAILURES.some((failure) => start.startsWith(failure));
}
