import fs from "node:fs";
import path from "node:path";
import { editSkillOverride } from "../edit-skill-override.ts";
import { SkillsDiscoveryError } from "../errors.ts";
import type { SkillDiagnostic } from "../types.ts";
import type { SetSkillOverrideOptions, SetSkillOverrideResult } from "../types-overrides.ts";
import type { SkillSnapshot } from "../types-snapshot.ts";
import { takeOptions } from "./arguments.ts";
import { finding } from "./candidate.ts";
import { seeFile, writeAtomically } from "./node-atomic-write.ts";
import { fromNative } from "./node-file-system.ts";
import { SET_SKILL_OVERRIDE } from "./option-names.ts";
import { text as stringOf } from "./options.ts";
import { isInside } from "./paths.ts";
import { proposeNames } from "./propose-names.ts";
import { normaliseName } from "./skill-name.ts";
import { neutralise, quoteForMessage } from "./text.ts";

/** Another writer in between makes the edit start again; so many in a row is no coincidence. */
const ATTEMPTS = 20;

/**
 * Writes the override of one name into a project's or the user's configuration file, so that at
 * every moment the old or the new file is there, whatever gets killed. A file that is a link is
 * written where it leads; a project's must not lead out of the workspace.
 *
 * @example
 * ```ts
 * import { setSkillOverride } from "@alisio/skills-discovery/overrides";
 *
 * const { changed } = await setSkillOverride({
 *   target: "user",
 *   configHome,
 *   name: "pdf",
 *   value: "off",
 * });
 * changed; // true
 * ```
 *
 * @throws SkillsDiscoveryError `project_untrusted`, `plugin_skill_locked` and `unknown_skill`
 * (with a snapshot), `write_failed`, `invalid_argument`, `invalid_option`.
 */
export async function setSkillOverride(
  given: SetSkillOverrideOptions,
): Promise<SetSkillOverrideResult> {
  const options = takeOptions(given, SET_SKILL_OVERRIDE);
  const { value, snapshot } = options;
  if (options.target === "project" && options.trustProject !== true) {
    const message =
      "The project is not trusted, so its configuration is neither read nor written; trust it for this run, or write the user's own.";
    throw new SkillsDiscoveryError("project_untrusted", message);
  }
  const name = normaliseName(stringOf("name", options.name));
  if (snapshot !== undefined) checkName(snapshot, name);
  const file = configFile(options);
  const container = options.target === "project" ? options.workspaceRoot : undefined;
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const place = locate(file, container);
    if ("code" in place) return { path: file, changed: false, diagnostics: [place] };
    const seen = seeFile(place.file);
    const text = readText(place.file, file);
    if (typeof text === "object") return { path: file, changed: false, diagnostics: [text] };
    const edit = editSkillOverride({ text, name, value, path: neutralise(file) });
    if (!edit.changed) return { path: file, changed: false, diagnostics: edit.diagnostics };
    if (write(place.file, edit.text, seen)) return { path: file, changed: true, diagnostics: [] };
  }
  const message = `${quoteForMessage(file)} keeps being changed by something else; try again.`;
  throw new SkillsDiscoveryError("write_failed", message);
}

/** A name that nobody has would be written for nothing; a plugin's skills are its own. */
function checkName(snapshot: SkillSnapshot, name: string): void {
  const answering = snapshot.skills.filter(
    (skill) => skill.name === name || skill.displayName === name,
  );
  const winner = answering.find(({ status }) => status !== "shadowed") ?? answering[0];
  if (winner === undefined) {
    const names = proposeNames(name, [...new Set(snapshot.skills.map((skill) => skill.name))]);
    const known = names.length === 0 ? "No skill was found." : `There are: ${names.join(", ")}.`;
    const message = `There is no skill ${quoteForMessage(name)}. ${known}`;
    throw new SkillsDiscoveryError("unknown_skill", message);
  }
  if (winner.plugin === null) return;
  const message = `The skill ${winner.displayName} belongs to the plugin ${winner.plugin} and can't be switched by itself; take the plugin out of the configuration.`;
  throw new SkillsDiscoveryError("plugin_skill_locked", message);
}

function configFile(options: SetSkillOverrideOptions): string {
  const [name, base, below] =
    options.target === "project"
      ? ["workspaceRoot", options.workspaceRoot, ".alisio/config.json"]
      : ["configHome", options.configHome, "config.json"];
  if (typeof base === "string" && path.isAbsolute(base)) return path.join(base, below);
  const message = `${name} has to be an absolute path, not ${quoteForMessage(base)}.`;
  throw new SkillsDiscoveryError("invalid_option", message);
}

/** The file that is written: through links, as far as they may lead. */
function locate(
  file: string,
  container: string | undefined,
): { readonly file: string } | SkillDiagnostic {
  try {
    const real = realPlace(file);
    if (real === undefined) {
      const message = "The file lies behind a link that leads nowhere; mend or remove the link.";
      return finding("config.unreadable", "error", neutralise(file), message);
    }
    if (container === undefined) return { file: real };
    const root = fs.realpathSync.native(container);
    if (isInside(fromNative(real), fromNative(root))) return { file: real };
    const message =
      "The file lies behind a link out of the workspace and was neither read nor written; replace the link by a file.";
    return finding("config.link-outside", "error", neutralise(file), message);
  } catch (error) {
    return unreadable(file, error);
  }
}

/** Where a path really is, as far as it is there; undefined behind a link to nothing. */
function realPlace(file: string): string | undefined {
  const stats = fs.lstatSync(file, { throwIfNoEntry: false });
  if (stats?.isSymbolicLink() === true && !fs.existsSync(file)) return undefined;
  if (stats !== undefined) return fs.realpathSync.native(file);
  const above = realPlace(path.dirname(file));
  return above === undefined ? undefined : path.join(above, path.basename(file));
}

function readText(real: string, file: string): string | undefined | SkillDiagnostic {
  try {
    const stats = fs.statSync(real, { throwIfNoEntry: false });
    if (stats === undefined) return undefined;
    if (!stats.isFile()) {
      return finding("config.unreadable", "error", neutralise(file), "It is not a regular file.");
    }
    const text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
    return text.decode(fs.readFileSync(real));
  } catch (error) {
    return unreadable(file, error);
  }
}

function unreadable(file: string, error: unknown): SkillDiagnostic {
  const code = (error as NodeJS.ErrnoException).code;
  const why = code === undefined ? "it is not UTF-8" : `${code}`;
  const message = `The file can't be read (${why}) and was left alone; mend that first.`;
  return finding("config.unreadable", "error", neutralise(file), message);
}

function write(file: string, text: string, seen: ReturnType<typeof seeFile>): boolean {
  try {
    fs.mkdirSync(path.dirname(file), { recursive: true });
    return writeAtomically({ file, content: text, seen });
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? "unknown";
    const message = `${quoteForMessage(file)} can't be written (${code}); check the permissions of it and its directory.`;
    throw new SkillsDiscoveryError("write_failed", message);
  }
}
