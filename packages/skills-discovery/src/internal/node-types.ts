import type { SkillPlugin } from "../plan-skill-roots.ts";
import type { SkillDiagnostic } from "../types.ts";
import type { SkillValidationReport } from "../types-report.ts";
import type { DiscoveryRules } from "../types-snapshot.ts";

/** Where `discoverSkills` of `./node` looks. */
export interface NodeDiscoverSkillsOptions extends DiscoveryRules {
  /** Working directory; default the process's. */
  readonly cwd?: string | undefined;
  /** Default: the nearest ancestor of `cwd` with a `.git`, else `cwd`. */
  readonly workspaceRoot?: string | undefined;
  /** Whether the project's own roots are read; default false. */
  readonly trustProject?: boolean | undefined;
  /** Further directories inside the workspace that may hold `.agents/skills` and the like. */
  readonly projectDirectories?: readonly string[] | undefined;
  /** Roots of scope `config`; relative ones from `cwd`, `~` expanded. */
  readonly configRoots?: readonly string[] | undefined;
  /**
   * Absolute. Default: the operating system's, which is the user's record in it where `HOME` is
   * empty or relative.
   */
  readonly homeDirectory?: string | undefined;
  /**
   * Absolute. Default: `ALISIO_CONFIG_HOME`, `XDG_CONFIG_HOME/alisio`, `~/.config/alisio`; a
   * variable with a relative path is ignored, or a project could be taken for it.
   */
  readonly configHome?: string | undefined;
  /** A machine-wide root; default none. */
  readonly adminRoot?: string | null | undefined;
  readonly plugins?: readonly SkillPlugin[] | undefined;
  readonly builtinRoots?: readonly string[] | undefined;
}

/** Which plugins `readPlugins` reads. */
export interface ReadPluginsOptions {
  /** Directories with an `alisio-plugin.json`, as trusted configuration names them; absolute. */
  readonly directories: readonly string[];
  /** For shown paths, absolute; default the operating system's. */
  readonly homeDirectory?: string | undefined;
}

/** The plugins that could be read, and what was wrong with others. */
export interface ReadPluginsResult {
  readonly plugins: readonly SkillPlugin[];
  readonly diagnostics: readonly SkillDiagnostic[];
}

/** What `validatePaths` checks, and whether it mends. */
export interface ValidatePathsOptions {
  /**
   * Skills, `SKILL.md` files, roots or trees; relative ones from `cwd`. Empty or left out: the
   * roots in force, as `discover` says.
   */
  readonly paths?: readonly string[] | undefined;
  /** Default the process's; reports show paths below it relative to it. */
  readonly cwd?: string | undefined;
  /** The roots in force where `paths` names none. */
  readonly discover?: NodeDiscoverSkillsOptions | undefined;
  /** Mend what is safe to mend: mark, quoting, trailing blanks. Default false. */
  readonly fix?: boolean | undefined;
  /** Called with the number of files that have a verdict. */
  readonly onProgress?: ((checked: number) => void) | undefined;
}

/** A file that `fix` changed. */
export interface FixedFile {
  readonly path: string;
  /** What was mended, one line each. */
  readonly changes: readonly string[];
  /** A unified difference, neutral for a terminal. */
  readonly difference: string;
}

/** Verdicts of `validatePaths`, what it could not look at, and what it mended. */
export interface ValidatePathsResult {
  /** The value for `--json`; after mending, where asked. */
  readonly report: SkillValidationReport;
  /** What couldn't be looked at: a path not there, no permission. Exit 2. */
  readonly unreadable: readonly { readonly path: string; readonly message: string }[];
  readonly fixed: readonly FixedFile[];
}
