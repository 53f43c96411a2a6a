import type { SkillPlugin } from "../plan-skill-roots.ts";
import type { Diagnostic } from "../types.ts";
import type { SkillValidationReport } from "../types-report.ts";
import type { DiscoveryRules } from "../types-snapshot.ts";

/** Where `discoverSkills` of `./node` looks. */
export interface DiscoverOptions extends DiscoveryRules {
  /** Working directory; default the process's. */
  readonly cwd?: string;
  /** Default: the nearest ancestor of `cwd` with a `.git`, else `cwd`. */
  readonly workspaceRoot?: string;
  /** Whether the project's own roots are read; default false. */
  readonly trustProject?: boolean;
  /** Further directories inside the workspace that may hold `.agents/skills` and the like. */
  readonly projectDirectories?: readonly string[];
  /** Roots of scope `config`; relative ones from `cwd`, `~` expanded. */
  readonly configRoots?: readonly string[];
  /**
   * Absolute. Default: the operating system's, which is the user's record in it where `HOME` is
   * empty or relative.
   */
  readonly homeDirectory?: string;
  /**
   * Absolute. Default: `ALISIO_CONFIG_HOME`, `XDG_CONFIG_HOME/alisio`, `~/.config/alisio`; a
   * variable with a relative path is ignored, or a project could be taken for it.
   */
  readonly configHome?: string;
  /** A machine-wide root; default none. */
  readonly adminRoot?: string | null;
  readonly plugins?: readonly SkillPlugin[];
  readonly builtinRoots?: readonly string[];
}

/** Which plugins `readPlugins` reads. */
export interface ReadPluginsOptions {
  /** Directories with an `alisio-plugin.json`, as trusted configuration names them; absolute. */
  readonly directories: readonly string[];
  /** For shown paths, absolute; default the operating system's. */
  readonly homeDirectory?: string;
}

/** The plugins that could be read, and what was wrong with others. */
export interface ReadPluginsResult {
  readonly plugins: readonly SkillPlugin[];
  readonly diagnostics: readonly Diagnostic[];
}

/** What `validatePaths` checks, and whether it mends. */
export interface ValidatePathsOptions {
  /**
   * Skills, `SKILL.md` files, roots or trees; relative ones from `cwd`. Empty or left out: the
   * roots in force, as `discover` says.
   */
  readonly paths?: readonly string[];
  /** Default the process's; reports show paths below it relative to it. */
  readonly cwd?: string;
  /** The roots in force where `paths` names none. */
  readonly discover?: DiscoverOptions;
  /** Mend what is safe to mend: mark, quoting, trailing blanks. Default false. */
  readonly fix?: boolean;
  /** Called with the number of files that have a verdict. */
  readonly onProgress?: (checked: number) => void;
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
