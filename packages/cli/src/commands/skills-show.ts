import type { SkillListEntry, SkillListReport } from "@alisio/skills-discovery";
import type { CommandContext } from "../globals.ts";
import { renderDiagnostic } from "../output/diagnostics.ts";
import { neutral } from "../output/neutral.ts";
import type { Style } from "../output/style.ts";
import { discoverHere, listReport } from "../skills.ts";

type Rejected = SkillListReport["rejected"][number];

/** What answers to a name, and where it was looked for. */
interface Answer {
  readonly schemaVersion: 1;
  readonly name: string;
  /** In order of precedence; the first that is enabled is the one the model sees. */
  readonly skills: readonly SkillListEntry[];
  readonly rejected: readonly Rejected[];
  /** How the catalog shows it: `whole`, `shortened`, `name-only`, `omitted`; null when it isn't in it. */
  readonly catalog: "whole" | "shortened" | "name-only" | "omitted" | null;
  readonly roots: SkillListReport["roots"];
}

/** `alisio skills show <name>`: exit 1 when nothing answers to the name. */
export async function skillsShow(context: CommandContext, name: string): Promise<number> {
  const report = await listReport(await discoverHere(context));
  const answer = find(report, name);
  if (context.json) context.writeJson(answer);
  else context.io.stdout(render(context, answer));
  return answer.skills.length + answer.rejected.length > 0 ? 0 : 1;
}

function find(report: SkillListReport, name: string): Answer {
  const skills = report.skills.filter(
    (skill) => skill.name === name || skill.displayName === name || directory(skill.path) === name,
  );
  const rejected = report.rejected.filter(
    (entry) => entry.name === name || directory(entry.path) === name,
  );
  const shown = skills.find((skill) => skill.status === "enabled")?.displayName;
  const { shortened, nameOnly, omitted } = report.catalog;
  const catalog =
    shown === undefined
      ? null
      : omitted.includes(shown)
        ? "omitted"
        : nameOnly.includes(shown)
          ? "name-only"
          : shortened.includes(shown)
            ? "shortened"
            : "whole";
  return { schemaVersion: 1, name, skills, rejected, catalog, roots: report.roots };
}

/** The name of a skill's directory: what people call a skill whose name can't be read. */
function directory(path: string): string | undefined {
  return path.split("/").at(-2);
}

const CATALOG_WORDS = {
  whole: "name and description",
  shortened: "name and a shortened description (the catalog's budget)",
  "name-only": "its name alone",
  omitted: "nothing: the catalog's budget left it out; pin it or raise catalog.maxCharacters",
};

function render(context: CommandContext, answer: Answer): string {
  const { style } = context;
  if (answer.skills.length + answer.rejected.length === 0) return renderAbsence(answer, style);
  const skills = answer.skills.map((skill) =>
    [
      `${style.bold(neutral(skill.displayName))}: ${skill.status}${skill.reason === null ? "" : ` (${neutral(skill.reason)})`}`,
      `  path         ${neutral(skill.path)}${skill.linkTarget === null ? "" : ` -> ${neutral(skill.linkTarget)}`}`,
      `  scope        ${skill.scope}, root ${neutral(skill.root)}`,
      `  description  ${neutral(skill.description)}`,
      `  cost         ~${skill.tokens.catalog} tokens in the catalog, ~${skill.tokens.file} when loaded`,
      ...(skill.status === "enabled" && answer.catalog !== null
        ? [`  model sees   ${CATALOG_WORDS[answer.catalog]}`]
        : []),
      ...(skill.override === null ? [] : [`  override     ${skill.override}`]),
      ...skill.diagnostics.map((found) => `  ${renderDiagnostic(found, style).trimEnd()}`),
      "",
    ].join("\n"),
  );
  const rejected = answer.rejected.map((entry) =>
    [
      `${style.bold(neutral(entry.name ?? directory(entry.path) ?? entry.path))}: ${style.red("rejected")}`,
      `  path         ${neutral(entry.path)}`,
      ...entry.diagnostics.map((found) => `  ${renderDiagnostic(found, style).trimEnd()}`),
      "",
    ].join("\n"),
  );
  return [...skills, ...rejected].join("\n");
}

function renderAbsence({ name, roots }: Answer, style: Style): string {
  const searched = roots.filter((root) => root.searched).map((root) => root.path);
  const untrusted = roots.filter((root) => root.reason === "untrusted").map((root) => root.path);
  const lines = [`No skill "${neutral(name)}" was found.`];
  lines.push(
    searched.length === 0
      ? "No root was searched: none of the usual places exists here (alisio skills list)."
      : `Searched: ${searched.map(neutral).join(", ")}`,
  );
  if (untrusted.length > 0) {
    lines.push(
      `Left out, as the project is not trusted (--trust-project): ${untrusted.map(neutral).join(", ")}`,
    );
  }
  const passedOver = roots
    .filter((root) => root.reason !== "untrusted")
    .flatMap((root) => root.diagnostics);
  if (passedOver.length > 0) lines.push("Passed over:");
  lines.push(...passedOver.map((found) => `  ${renderDiagnostic(found, style).trimEnd()}`));
  lines.push(
    "Not searched below a root: skills inside another skill's directory, dot-directories, node_modules. " +
      "alisio skills validate <directory> checks every SKILL.md there is.",
  );
  return `${lines.join("\n")}\n`;
}
