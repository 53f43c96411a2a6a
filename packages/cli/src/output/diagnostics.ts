import { neutral } from "./neutral.ts";
import type { Style } from "./style.ts";

/** What the packages' diagnostics have in common. */
export interface ShownDiagnostic {
  readonly code: string;
  readonly severity: "error" | "warning" | "information";
  readonly path: string;
  readonly line: number | null;
  readonly column: number | null;
  readonly message: string;
}

/** `path:line:column: severity: message [code]`, as editors and other tools understand it. */
export function renderDiagnostic(diagnostic: ShownDiagnostic, style: Style): string {
  const { path, line, column } = diagnostic;
  const place = line === null ? "" : `:${line}:${column ?? 1}`;
  return renderFinding(`${neutral(path)}${place}`, diagnostic, style);
}

/** One line for a finding at a place that is safe to print; the place may be empty. */
export function renderFinding(
  place: string,
  { severity, message, code }: Pick<ShownDiagnostic, "severity" | "message" | "code">,
  style: Style,
): string {
  const paint = { error: style.red, warning: style.yellow, information: style.dim }[severity];
  return `${place}${place && ": "}${paint(severity)}: ${neutral(message)} [${code}]\n`;
}

const GITHUB_COMMANDS = { error: "error", warning: "warning", information: "notice" } as const;

/** One workflow command of GitHub Actions: an annotation at the file's line. */
export function renderAnnotation(diagnostic: ShownDiagnostic): string {
  const { path, line, column, severity, message, code } = diagnostic;
  const properties = [`file=${escapeProperty(path)}`];
  if (line !== null) properties.push(`line=${line}`, `col=${column ?? 1}`);
  properties.push(`title=${escapeProperty(code)}`);
  return `::${GITHUB_COMMANDS[severity]} ${properties.join(",")}::${escapeData(neutral(message))}\n`;
}

/** The escapes of the workflow commands' own syntax. */
function escapeData(text: string): string {
  return text.replaceAll("%", "%25").replaceAll("\r", "%0D").replaceAll("\n", "%0A");
}

function escapeProperty(text: string): string {
  // A path is data for the runner, not for a terminal, but no control character may end the line.
  return escapeData(neutral(text)).replaceAll(":", "%3A").replaceAll(",", "%2C");
}
