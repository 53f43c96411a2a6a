/**
 * Largest `SKILL.md` that is read, in bytes, inclusive: a file of exactly this size is accepted.
 * The advice is 500 lines; 1 MiB is far beyond any real skill and small enough to hold in memory.
 */
export const MAX_SKILL_FILE_BYTES: number = 1_048_576;

/**
 * Largest frontmatter, in bytes of UTF-8 between the two fences' lines, inclusive. The longest
 * text that the format allows has 1024 characters; 64 KiB leaves room for generous metadata.
 */
export const MAX_FRONTMATTER_BYTES: number = 65_536;

/**
 * How deeply collections of the frontmatter may lie in each other, inclusive. Real ones stay
 * below ten; the YAML parser ends the whole process somewhere above six hundred.
 */
export const MAX_NESTING_DEPTH: number = 64;

/** Longest `name`, in code points after NFKC (Agent Skills specification). */
export const MAX_NAME_CODE_POINTS: number = 64;

/** Longest `description`, in code points after trimming (Agent Skills specification). */
export const MAX_DESCRIPTION_CODE_POINTS: number = 1024;

/** Longest `compatibility`, in code points after trimming (Agent Skills specification). */
export const MAX_COMPATIBILITY_CODE_POINTS: number = 500;

/** A body with more lines than this gets an information (the specification's advice). */
export const MAX_BODY_LINES: number = 500;
