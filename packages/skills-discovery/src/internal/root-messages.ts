import type { SkillDiagnostic, SkillDiagnosticCode } from "../types.ts";
import type { RootSkipReason, SkillRoot } from "../types-snapshot.ts";
import { finding } from "./candidate.ts";

/** Why a root was not searched, as a finding; none where nobody expected it to be there. */
export function skipFinding(
  root: SkillRoot,
  reason: RootSkipReason,
  detail = "",
): SkillDiagnostic | undefined {
  if (reason === "missing" && !root.required) return undefined;
  const [code, severity, message] = FINDINGS[reason];
  return finding(
    code,
    severity,
    root.displayPath,
    message.replace("{detail}", () => detail),
  );
}

const FINDINGS: Readonly<
  Record<RootSkipReason, readonly [SkillDiagnosticCode, SkillDiagnostic["severity"], string]>
> = {
  untrusted: [
    "root.untrusted",
    "information",
    "Not read: the project is not trusted. Trust it for this run to load its skills.",
  ],
  missing: [
    "root.missing",
    "warning",
    "The root is not there. Create it, or take it out of the configuration.",
  ],
  "not-a-directory": [
    "root.not-a-directory",
    "error",
    "The root is not a directory. Name the directory that holds the skills.",
  ],
  unreadable: [
    "root.unreadable",
    "error",
    "The root could not be read. Check its permissions and those of the directories above it.",
  ],
  "link-outside": [
    "root.link-outside",
    "error",
    "The root is a link out of the workspace root; a project's skills are read from inside it only. Configure its target as a root instead.",
  ],
  cycle: ["root.cycle", "error", "The root is a link that leads to itself. Mend or remove it."],
  duplicate: [
    "root.duplicate",
    "information",
    "The same directory as a root before it ({detail}); it was searched once.",
  ],
};
