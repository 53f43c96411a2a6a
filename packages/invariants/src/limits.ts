/** How many instructions a session keeps: a list that grows without end crowds out the request. */
export const MAX_INSTRUCTIONS = 20;

/** The longest instruction kept, in UTF-16 units: a rule is short, a longer quote is a text. */
export const MAX_INSTRUCTION_CHARS = 500;

/** The default size of the block in UTF-16 units: about a thousand tokens on every request. */
export const DEFAULT_MAX_CHARS = 4000;

/** The smallest `maxChars`: below it the fixed lines leave no room for items. */
export const MIN_MAX_CHARS = 1000;

/** The largest `maxChars`: above it the block would outweigh the summary that it accompanies. */
export const MAX_MAX_CHARS = 20_000;

/** Who the block says maintains it, unless the host names itself. */
export const DEFAULT_MAINTAINER = "Alisio";

/** The setting that the omission line names, unless the host's own is called something else. */
export const DEFAULT_SETTING_NAME = "context.invariants.maxChars";
