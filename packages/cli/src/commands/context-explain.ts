import { join } from "node:path";
import type {
  DirectoryExplanation,
  InstructionDiagnostic,
  PathExplanation,
  WorkspaceExplanation,
} from "@alisio/agents-md";
import type { NodeResolveInstructionsOptions } from "@alisio/agents-md/node";
import { configHome } from "../config/homes.ts";
import { CliError } from "../errors.ts";
import { type CommandContext, requireConfig } from "../globals.ts";
import { renderDiagnostic } from "../output/diagnostics.ts";
import { neutral } from "../output/neutral.ts";
import { startProgress } from "../output/progress.ts";
import { renderTable } from "../output/table.ts";

/** `alisio context explain <path>` and `--all`. */
export async function contextExplain(
  context: CommandContext,
  path: string | undefined,
  all: boolean,
): Promise<number> {
  if (all && path !== undefined)
    throw new CliError("context explain: give a path or --all, not both");
  if (!all && path === undefined) {
    throw new CliError("context explain: name a path, or --all for every instruction directory");
  }
  const { claudeMdFallback, maxBytes } = (await requireConfig(context)).context;
  const options: NodeResolveInstructionsOptions = {
    cwd: context.cwd,
    workspaceRoot: context.workspace,
    configHome: configHome(context.io),
    claudeMdFallback,
    maxBytes,
  };
  if (path !== undefined) {
    const { explainPath } = await import("@alisio/agents-md/node");
    const explanation = await explainPath({ ...options, target: absoluteTarget(context, path) });
    if (context.json) context.writeJson(explanation);
    else context.io.stdout(await renderPath(context, explanation));
    return 0;
  }
  const { explainAll } = await import("@alisio/agents-md/node");
  const progress = startProgress(context.io, "directories looked into");
  const explanation = await explainAll({ ...options, onProgress: progress.report });
  progress.end();
  if (context.json) context.writeJson(explanation);
  else context.io.stdout(await renderAll(context, explanation));
  return 0;
}

/** A trailing separator says "this directory" even of one that isn't there: it has to stay. */
function absoluteTarget(context: CommandContext, path: string): string {
  const absolute = context.resolvePath(path);
  return /[/\\]$/.test(path) && !/[/\\]$/.test(absolute) ? `${absolute}/` : absolute;
}

/** A global file by its place, so that it isn't taken for the workspace's of the same name. */
function shownPath(context: CommandContext, file: { path: string; scope: string }): string {
  return file.scope === "global"
    ? context.showPath(join(configHome(context.io), file.path))
    : file.path;
}

async function renderPath(context: CommandContext, value: PathExplanation): Promise<string> {
  const { style, width } = context;
  const paint = { loaded: style.green, truncated: style.yellow, dropped: style.red };
  const table =
    value.files.length === 0
      ? "No instruction file applies.\n"
      : await renderTable(
          [
            { title: "FILE", shrink: "middle" },
            { title: "SCOPE" },
            { title: "KIND" },
            { title: "STATUS" },
            { title: "DELIVERY" },
            { title: "BYTES", align: "right" },
            { title: "LOADED", align: "right" },
            { title: "~TOKENS", align: "right" },
          ],
          value.files.map((file) => [
            shownPath(context, file),
            file.scope,
            file.kind,
            file.status,
            file.delivery,
            `${file.bytes ?? "?"}`,
            `${file.loadedBytes}`,
            file.tokens === null ? "?" : `~${file.tokens}`,
          ]),
          {
            width,
            paint: (text, row, column) => {
              const status = value.files[row]?.status;
              if (column !== 3 || status === undefined) return text;
              return status in paint ? paint[status as keyof typeof paint](text) : style.dim(text);
            },
          },
        );
  const reasons = value.files
    .filter((file) => file.status !== "loaded")
    .map((file) => `  ${neutral(shownPath(context, file))}: ${neutral(file.reason)}\n`);
  const marker = value.rootMarker === null ? "no marker" : `marker ${value.rootMarker}`;
  return [
    `What the model gets for ${style.bold(neutral(value.target))}\n`,
    `Workspace root ${neutral(value.workspaceRoot)} (${marker}); budget ${value.budget.usedBytes} of ${value.budget.maxBytes} bytes\n\n`,
    table,
    reasons.length > 0 ? `\nWhy\n${reasons.join("")}` : "",
    renderNotes(context, value.diagnostics),
  ].join("");
}

async function renderAll(context: CommandContext, value: WorkspaceExplanation): Promise<string> {
  const table =
    value.directories.length === 0
      ? "No instruction file in this workspace.\n"
      : await renderTable(
          [
            { title: "DIRECTORY", shrink: "middle" },
            { title: "FILES", align: "right" },
            { title: "BYTES", align: "right" },
            { title: "LOADED", align: "right" },
            { title: "LOST", shrink: "end" },
          ],
          value.directories.map((directory) => [
            directory.path,
            `${directory.files}`,
            `${directory.bytes}`,
            `${directory.usedBytes}`,
            describeLost(context, directory),
          ]),
          { width: context.width },
        );
  const partial = value.complete
    ? ""
    : `The walk stopped after ${value.directoriesWalked} directories: the list is partial.\n`;
  return [
    `Instruction directories of ${neutral(value.workspaceRoot)}, worst first; budget ${value.maxBytes} bytes each\n\n`,
    table,
    partial,
    renderNotes(context, value.diagnostics),
  ].join("");
}

function describeLost(context: CommandContext, { lost }: DirectoryExplanation): string {
  return lost
    .map((file) => {
      const path = shownPath(context, file);
      return file.status === "truncated"
        ? `${path} cut to ${file.loadedBytes} of ${file.bytes}`
        : `${path} dropped (${file.bytes})`;
    })
    .join(", ");
}

function renderNotes(
  context: CommandContext,
  diagnostics: readonly InstructionDiagnostic[],
): string {
  if (diagnostics.length === 0) return "";
  return `\nNotes\n${diagnostics.map((found) => `  ${renderDiagnostic(found, context.style)}`).join("")}`;
}
