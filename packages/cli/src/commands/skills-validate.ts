import type { ValidatePathsResult } from "@alisio/skills-discovery/node";
import { CliError } from "../errors.ts";
import { type CommandContext, requireConfig } from "../globals.ts";
import { renderAnnotation, renderDiagnostic } from "../output/diagnostics.ts";
import { neutral, neutralLines } from "../output/neutral.ts";
import { startProgress } from "../output/progress.ts";
import { discoverOptions, untrustedNote } from "../skills.ts";

/** `alisio skills validate`: exit 1 with errors (`--strict`: warnings too), 2 for what can't be read. */
export async function skillsValidate(
  context: CommandContext,
  paths: readonly string[],
  options: { readonly strict?: boolean; readonly format: string; readonly fix?: boolean },
): Promise<number> {
  const { format } = options;
  if (format !== "text" && format !== "json" && format !== "github") {
    throw new CliError(`--format: ${neutral(format)} is not known; use text, json or github`);
  }
  const { validatePaths } = await import("@alisio/skills-discovery/node");
  // Named paths need no configuration: a wrong file of it must not keep them from being checked.
  const discover =
    paths.length > 0
      ? {}
      : { discover: await discoverOptions(context, await requireConfig(context)) };
  const progress = startProgress(context.io, "files checked");
  const result = await validatePaths({
    paths: paths.map(context.resolvePath),
    cwd: context.cwd,
    fix: options.fix === true,
    onProgress: progress.report,
    ...discover,
  });
  progress.end();
  if (context.json || format === "json") context.writeJson(result.report);
  else if (format === "github") context.io.stdout(renderGithub(result));
  else context.io.stdout(renderText(context, result));
  // What a machine reads holds no difference; a person still wants to see it.
  if (context.json || format !== "text") context.io.stderr(renderFixes(result));
  for (const { path, message } of result.unreadable) {
    context.io.stderr(`alisio: ${neutral(path)}: ${neutral(message)}\n`);
  }
  if (paths.length === 0 && !context.trusted) context.io.stderr(untrustedNote());
  if (result.unreadable.length > 0) return 2;
  const { errors, warnings } = result.report;
  return errors > 0 || (options.strict === true && warnings > 0) ? 1 : 0;
}

function renderGithub({ report }: ValidatePathsResult): string {
  return report.files.flatMap((file) => file.diagnostics.map(renderAnnotation)).join("");
}

function renderFixes({ fixed }: ValidatePathsResult): string {
  return fixed
    .map(
      ({ path, changes, difference }) =>
        `${neutral(path)}: mended: ${changes.map(neutral).join("; ")}\n${neutralLines(difference)}`,
    )
    .join("");
}

function renderText(context: CommandContext, result: ValidatePathsResult): string {
  const { style } = context;
  const { checked, errors, warnings, files } = result.report;
  const lines = files.flatMap((file) =>
    file.diagnostics.map((diagnostic) => renderDiagnostic(diagnostic, style)),
  );
  const invalid = files.filter((file) => !file.valid).length;
  const count = (number: number, word: string) => `${number} ${word}${number === 1 ? "" : "s"}`;
  const verdict = `${count(checked, "file")} checked, ${invalid} invalid: ${count(errors, "error")}, ${count(warnings, "warning")}`;
  return `${renderFixes(result)}${lines.join("")}${errors > 0 ? style.red(verdict) : style.green(verdict)}\n`;
}
