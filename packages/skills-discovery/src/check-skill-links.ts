import { SkillsDiscoveryError } from "./errors.ts";
import { takeOptions } from "./internal/arguments.ts";
import { type ResolvedLink, resolveLink } from "./internal/link-target.ts";
import { findLinks, type MarkdownLink } from "./internal/markdown-links.ts";
import { CHECK_SKILL_LINKS } from "./internal/option-names.ts";
import { diagnosticAt, locate, sortDiagnostics } from "./internal/positions.ts";
import { quoteForMessage } from "./internal/text.ts";
import type { SkillDiagnostic, SkillDiagnosticCode } from "./types.ts";
import type { FindLinkTarget, LinkTarget } from "./types-format.ts";

/** Markdown whose links are to be checked. */
export interface CheckSkillLinksOptions {
  /** The Markdown, without frontmatter. */
  readonly text: string;
  /** How diagnostics name the file. */
  readonly path: string;
  /** The file's directory in the skill, such as `references`; default the skill's own. */
  readonly directory?: string | undefined;
  /** Line of the file on which the text begins; default 1. */
  readonly firstLine?: number | undefined;
  /** Looks up what a link leads to. Called once for each path. */
  readonly findTarget: FindLinkTarget;
}

/**
 * Finds the relative links of a skill's Markdown that lead to nothing, or out of the skill.
 * Inline links, images and reference definitions count, outside of code and comments; addresses,
 * absolute paths, bare fragments and placeholders such as `{name}.md` don't.
 *
 * @throws {@link SkillsDiscoveryError} `invalid_argument`; `invalid_option` for options of a wrong
 * type.
 *
 * @example
 * ```ts
 * const findTarget = (path: string) => (path === "guide.md" ? "found" : "missing");
 * const text = "See the [guide](guide.md) and the [tables](tables.md).";
 * const diagnostics = await checkSkillLinks({ text, path: "demo/SKILL.md", findTarget });
 * diagnostics.length; // 1
 * diagnostics[0]?.column; // 44
 * ```
 */
export async function checkSkillLinks(
  given: CheckSkillLinksOptions,
): Promise<readonly SkillDiagnostic[]> {
  const options = takeOptions(given, CHECK_SKILL_LINKS);
  const { text, path, directory = "", firstLine = 1, findTarget } = options;
  if (typeof text !== "string" || typeof findTarget !== "function") {
    const message = "`text` has to be a string and `findTarget` a function.";
    throw new SkillsDiscoveryError("invalid_option", message);
  }
  // A lone carriage return ends a line as well; nothing moves.
  const links = findLinks(text.includes("\r") ? text.replace(/\r(?!\n)/g, "\n") : text);
  if (links.length === 0) return [];
  const base = directory.split("/").filter((segment) => segment !== "" && segment !== ".");
  const targets = new Map<string, LinkTarget>();
  const place = locate(text, firstLine);
  const diagnostics: SkillDiagnostic[] = [];
  for (const link of links) {
    const target = await findResolved(resolveLink(link.destination, base), targets, findTarget);
    if (target === "found") continue;
    const [code, message] = describe(target, link);
    diagnostics.push(diagnosticAt(path, place(link.offset), code, "warning", message));
  }
  return sortDiagnostics(diagnostics);
}

async function findResolved(
  link: ResolvedLink,
  targets: Map<string, LinkTarget>,
  findTarget: FindLinkTarget,
): Promise<LinkTarget> {
  if (link.kind === "other") return "found";
  if (link.kind === "outside") return "outside";
  const { path } = link;
  if (path === "") return "found";
  // No file system is asked about what can't be a name.
  if (path.includes("\0")) return "missing";
  const known = targets.get(path);
  if (known !== undefined) return known;
  const target = await findTarget(path);
  targets.set(path, target);
  return target;
}

function describe(
  target: "missing" | "outside",
  link: MarkdownLink,
): readonly [SkillDiagnosticCode, string] {
  const shown = quoteForMessage(link.destination);
  return target === "missing"
    ? [
        "link.missing",
        `The link ${shown} leads to no file of the skill; add the file, or correct the path.`,
      ]
    : [
        "link.outside",
        `The link ${shown} leads out of the skill's directory, where it can't be read; bring the file in, or leave the link out.`,
      ];
}
