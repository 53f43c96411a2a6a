import path from "node:path";
import type { SkillFileSystem } from "../file-system.ts";
import { showPath } from "../plan-skill-roots.ts";
import type { ValidatedFile } from "../types-report.ts";
import type { FoundSkillFile } from "./find-skill-files.ts";
import { findSkillFiles } from "./find-skill-files.ts";
import { SKILL_FILE_NAME } from "./listing.ts";
import { planRoots } from "./node-discover.ts";
import { createNodeFileSystem, fromNative } from "./node-file-system.ts";
import { resolveHome, resolvePlaces } from "./node-places.ts";
import type { FixedFile, ValidatePathsOptions, ValidatePathsResult } from "./node-types.ts";
import { validateFile } from "./node-validate-file.ts";
import { list } from "./options.ts";
import { baseName, isInside, joinPath, parentPath, relativePath } from "./paths.ts";
import { ReadBuffer } from "./read-file.ts";
import { compareCodeUnits, neutralise } from "./text.ts";

/** Where to look, and where files have to lie. */
interface Target {
  readonly path: string;
  /** Real path that links must not lead out of; null where they may lead anywhere. */
  readonly container: string | null;
  /** Somebody named it, so that its absence is worth a word. */
  readonly named: boolean;
}

/** What `validatePaths` does, apart from it so that discovery doesn't load it. */
export async function validateAll(options: ValidatePathsOptions): Promise<ValidatePathsResult> {
  const cwd = fromNative(path.resolve(options.cwd ?? "."));
  const home = resolveHome(options.discover?.homeDirectory);
  const fileSystem = createNodeFileSystem();
  const show = (file: string): string => {
    const below = relativePath(file, cwd);
    return below === undefined ? showPath(file, home) : neutralise(below);
  };
  const files = new Map<string, ValidatedFile>();
  const buffer = new ReadBuffer();
  const unreadable: { readonly path: string; readonly message: string }[] = [];
  const fixed: FixedFile[] = [];
  for (const target of targetsOf(options, cwd, fileSystem)) {
    const { found, problems } = collect(fileSystem, target);
    for (const problem of problems) {
      unreadable.push({ path: show(problem.path), message: problem.message });
    }
    for (const file of found) {
      const key = joinPath(file.directory, file.name);
      if (files.has(key)) continue;
      const result = await validateFile({
        buffer,
        fileSystem,
        file,
        shown: show(key),
        show,
        container: target.container,
        tree: target.path,
        fix: options.fix === true,
      });
      files.set(key, result.validated);
      if (result.unreadable !== undefined) {
        unreadable.push({ path: show(key), message: result.unreadable });
      }
      if (result.fixed !== undefined) fixed.push(result.fixed);
      options.onProgress?.(files.size);
      if (files.size % FILES_BETWEEN_PAUSES === 0) await fileSystem.pause?.();
    }
  }
  const sorted = [...files.values()].sort((left, right) => compareCodeUnits(left.path, right.path));
  return { report: toReport(sorted), unreadable, fixed };
}

/** Some 10 ms of work. */
const FILES_BETWEEN_PAUSES = 64;

function toReport(files: readonly ValidatedFile[]): ValidatePathsResult["report"] {
  const count = (severity: string): number =>
    files.reduce(
      (sum, file) => sum + file.diagnostics.filter((found) => found.severity === severity).length,
      0,
    );
  const [errors, warnings] = [count("error"), count("warning")];
  return { schemaVersion: 1, checked: files.length, errors, warnings, files };
}

function targetsOf(
  options: ValidatePathsOptions,
  cwd: string,
  fileSystem: SkillFileSystem,
): readonly Target[] {
  const { discover = {} } = options;
  const paths = list("paths", options.paths);
  if (paths.length > 0) {
    return paths.map((named) => ({
      path: fromNative(path.resolve(cwd, named)),
      container: null,
      named: true,
    }));
  }
  const stated = { ...discover, cwd: discover.cwd ?? cwd };
  return planRoots(stated, resolvePlaces(stated))
    .filter(({ trusted }) => trusted)
    .map((root) => ({
      path: root.path,
      container: root.container && (fileSystem.realPath(root.container) ?? root.container),
      named: root.required,
    }));
}

interface Collected {
  readonly found: readonly FoundSkillFile[];
  readonly problems: readonly { readonly path: string; readonly message: string }[];
}

function collect(fileSystem: SkillFileSystem, target: Target): Collected {
  const problem = (message: string): Collected => ({
    found: [],
    problems: [{ path: target.path, message }],
  });
  try {
    const real = fileSystem.realPath(target.path);
    const stat = real === undefined ? undefined : fileSystem.stat(real);
    if (real === undefined || stat === undefined) {
      return target.named
        ? problem("There is no such file or directory.")
        : { found: [], problems: [] };
    }
    if (target.container !== null && !isInside(real, target.container)) {
      return problem("A link leads out of the workspace root; it was not followed.");
    }
    if (stat.kind === "directory") return collectTree(fileSystem, target.path);
  } catch {
    return problem(
      "It can't be read; check its permissions and those of the directories above it.",
    );
  }
  const name = baseName(target.path);
  if (name.toLowerCase() !== SKILL_FILE_NAME.toLowerCase()) {
    return problem("It is neither a directory nor a SKILL.md; name one of them.");
  }
  const kind = fileSystem.lstat(target.path)?.kind ?? "other";
  const directory = parentPath(target.path);
  const realDirectory = fileSystem.realPath(directory) ?? directory;
  return { found: [{ directory, realDirectory, name, kind }], problems: [] };
}

function collectTree(fileSystem: SkillFileSystem, directory: string): Collected {
  const { files, unreadable } = findSkillFiles(fileSystem, directory);
  const message = "The directory can't be listed; check its permissions.";
  return { found: files, problems: unreadable.map((path) => ({ path, message })) };
}
