import type { SkillListReport } from "@alisio/skills-discovery";
import type { CommandContext } from "../globals.ts";
import { renderDiagnostic } from "../output/diagnostics.ts";
import { neutral } from "../output/neutral.ts";
import { renderTable } from "../output/table.ts";
import { discoverHere, listReport } from "../skills.ts";

/** `alisio skills list`: what was found, what the model sees of it, and why not. */
export async function skillsList(context: CommandContext): Promise<number> {
  const report = await listReport(await discoverHere(context));
  if (context.json) context.writeJson(report);
  else context.io.stdout(await renderList(context, report));
  return 0;
}

async function renderList(context: CommandContext, report: SkillListReport): Promise<string> {
  const skills =
    report.skills.length === 0 ? "No skill was found.\n" : await renderSkills(context, report);
  const notes = [...report.roots, ...report.skills]
    .flatMap((entry) => entry.diagnostics)
    .filter((diagnostic) => diagnostic.severity !== "information")
    .map((diagnostic) => renderDiagnostic(diagnostic, context.style));
  // What refused a skill before what is merely worth mending.
  const rejected = report.rejected.flatMap(({ diagnostics }) =>
    [
      ...diagnostics.filter((diagnostic) => diagnostic.severity === "error"),
      ...diagnostics.filter((diagnostic) => diagnostic.severity !== "error"),
    ].map((diagnostic) => renderDiagnostic(diagnostic, context.style)),
  );
  return [
    skills,
    section(`Rejected: ${report.rejected.length}`, rejected),
    section("Worth mending", notes),
    section("Roots", [await renderRoots(context, report)]),
    section("Catalog", [renderCatalog(report)]),
  ].join("");
}

function section(title: string, lines: readonly string[]): string {
  return lines.length === 0 ? "" : `\n${title}\n${lines.join("")}`;
}

async function renderSkills(context: CommandContext, report: SkillListReport): Promise<string> {
  const paint = { enabled: context.style.green, hidden: context.style.yellow };
  return await renderTable(
    [
      { title: "STATUS" },
      { title: "NAME" },
      { title: "SCOPE" },
      { title: "~CATALOG", align: "right" },
      { title: "~FILE", align: "right" },
      { title: "PATH", shrink: "middle" },
      { title: "WHY", shrink: "end" },
    ],
    report.skills.map((skill) => [
      skill.status,
      skill.displayName,
      skill.scope,
      skill.tokens.catalog === 0 ? "-" : `~${skill.tokens.catalog}`,
      `~${skill.tokens.file}`,
      skill.path,
      skill.reason ?? "",
    ]),
    {
      width: context.width,
      paint: (text, row, column) => {
        const status = report.skills[row]?.status;
        if (column !== 0 || status === undefined) return text;
        return status === "enabled" || status === "hidden"
          ? paint[status](text)
          : context.style.dim(text);
      },
    },
  );
}

const ROOT_REASONS: Readonly<Record<string, string>> = {
  untrusted: "left out: the project is not trusted (--trust-project)",
  missing: "not there",
  "not-a-directory": "not a directory",
  unreadable: "can't be read",
  "link-outside": "refused: a link out of the workspace",
  cycle: "refused: a link to itself",
};

/** Roots that are worth a line: searched ones, and those that are there or named but left out. */
async function renderRoots(context: CommandContext, report: SkillListReport): Promise<string> {
  const isWorthALine = (reason: string | null, scope: string) =>
    reason !== "missing" || scope === "config" || scope === "plugin";
  const rows = report.roots
    .filter((root) => isWorthALine(root.reason, root.scope))
    .map((root) => [
      root.scope,
      root.path,
      root.reason === null
        ? `searched${root.partial ? ", in part" : ""}`
        : (ROOT_REASONS[root.reason] ?? root.reason),
    ]);
  const missing = report.roots.length - rows.length;
  const table =
    rows.length === 0
      ? ""
      : await renderTable(
          [{ title: "SCOPE" }, { title: "ROOT", shrink: "middle" }, { title: "STATE" }],
          rows,
          { width: context.width, indent: "  " },
        );
  const others = missing === 0 ? "" : `  not there: ${missing} of the usual places\n`;
  return `${table}${others}`;
}

function renderCatalog({ catalog }: SkillListReport): string {
  const lines = [`  ${catalog.characters} of ${catalog.budget} characters`];
  const say = (names: readonly string[], what: string) => {
    if (names.length > 0) lines.push(`  ${what}: ${names.map(neutral).join(", ")}`);
  };
  say(catalog.shortened, "description shortened");
  say(catalog.nameOnly, "name alone");
  say(catalog.omitted, "left out");
  return `${lines.join("\n")}\n`;
}
