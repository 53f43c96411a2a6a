import { inspectSkill } from "../../src/inspect-skill.ts";
import type { SkillDiagnostic, SkillInspection } from "../../src/types.ts";
import type { SkillValidation } from "../../src/types-format.ts";
import { validateSkill } from "../../src/validate-skill.ts";

export function bytesOf(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

/** A file with the given lines between its fences. */
export function file(frontmatter: string, body = "Body\n"): string {
  return `---\n${frontmatter}\n---\n${body}`;
}

/** What discovery and `validate` say about a file in a directory `demo`. */
export async function inspect(text: string | Uint8Array): Promise<SkillInspection> {
  const bytes = typeof text === "string" ? bytesOf(text) : text;
  return inspectSkill({ bytes, path: "demo/SKILL.md", directoryName: "demo" });
}

export async function validate(text: string | Uint8Array): Promise<SkillValidation> {
  return validateSkill({ content: text, path: "demo/SKILL.md" });
}

/** Findings as short lines: `error name.missing 2:1`. */
export function short(diagnostics: readonly SkillDiagnostic[]): readonly string[] {
  return diagnostics.map(({ severity, code, line, column }) => {
    const place = line === null ? "" : ` ${line}:${column}`;
    return `${severity} ${code}${place}`;
  });
}

/** What discovery makes of a file: `rejected`, or the fields given, and the findings. */
export async function judged(text: string | Uint8Array): Promise<{
  readonly rejected: boolean;
  readonly name: string | null;
  readonly description: string | null;
  readonly findings: readonly string[];
}> {
  const { rejected, metadata, diagnostics } = await inspect(text);
  const { name, description } = metadata;
  return { rejected, name, description, findings: short(diagnostics) };
}
