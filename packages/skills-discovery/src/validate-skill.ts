import { checkSkillLinks } from "./check-skill-links.ts";
import { SkillsDiscoveryError } from "./errors.ts";
import { takeOptions } from "./internal/arguments.ts";
import { inspectFile } from "./internal/inspect.ts";
import { VALIDATE_SKILL } from "./internal/option-names.ts";
import { sortDiagnostics } from "./internal/positions.ts";
import type { FindLinkTarget, SkillValidation } from "./types-format.ts";

/** A `SKILL.md` to validate. */
export interface ValidateSkillOptions {
  /** The file: its bytes, or its text where that is all there is. */
  readonly content: Uint8Array | string;
  /** How the result and its diagnostics name the file. */
  readonly path: string;
  /**
   * Name of the directory that the file lies in, to compare with `name`. Default: the last
   * directory of `path`; without one nothing is compared.
   */
  readonly directoryName?: string | undefined;
  /** Looks up what a relative link leads to; without it only links out of the skill are found. */
  readonly findTarget?: FindLinkTarget | undefined;
}

/**
 * Says what the Agent Skills specification has against one `SKILL.md`, with the place of each
 * finding and how to mend it. Never throws for what the file holds.
 *
 * @throws {@link SkillsDiscoveryError} `invalid_argument`; `invalid_option` for options of a wrong
 * type.
 *
 * @example
 * ```ts
 * const content = "---\nname: my_skill\ndescription: Shows how.\n---\nBody\n";
 * const { valid, diagnostics } = await validateSkill({ content, path: "my_skill/SKILL.md" });
 * valid; // false
 * diagnostics[0]?.code; // "name.invalid"
 * ```
 */
export async function validateSkill(given: ValidateSkillOptions): Promise<SkillValidation> {
  const options = takeOptions(given, VALIDATE_SKILL);
  const { path, findTarget = () => "found" } = options;
  if (typeof path !== "string" || typeof findTarget !== "function") {
    const message = "`path` has to be a string, and `findTarget` a function where it is given.";
    throw new SkillsDiscoveryError("invalid_option", message);
  }
  const bytes = toBytes(options.content);
  const directoryName = options.directoryName ?? directoryOf(path);
  const result = inspectFile({ bytes, path, directoryName, isWhole: true });
  const { inspection, body, bodyLine } = result instanceof Promise ? await result : result;
  const links =
    body === undefined
      ? []
      : await checkSkillLinks({ text: body, path, firstLine: bodyLine, findTarget });
  const diagnostics =
    links.length === 0
      ? inspection.diagnostics
      : sortDiagnostics([...inspection.diagnostics, ...links]);
  const valid = diagnostics.every(({ severity }) => severity !== "error");
  return { path, name: inspection.metadata.name, valid, diagnostics };
}

function toBytes(content: Uint8Array | string): Uint8Array {
  if (content instanceof Uint8Array) return content;
  if (typeof content === "string") return new TextEncoder().encode(content);
  throw new SkillsDiscoveryError("invalid_option", "`content` has to be bytes or a string.");
}

/** The name of the directory that a path's file lies in; undefined where the path doesn't say. */
function directoryOf(path: string): string | undefined {
  const name = path.split(/[/\\]/).at(-2);
  return name === undefined || name === "" || name === "." || name === ".." ? undefined : name;
}
