import type { TrackerSeeds } from "./tracker-types.ts";
import type { ExplainAllSettings, InstructionSettings, WorkspaceRoot } from "./types.ts";

/** Input of the functions of `./node`, for somebody who has only a directory. */
export interface NodeInstructionOptions extends InstructionSettings {
  /** The working directory; a relative path is relative to the process's. */
  readonly cwd: string;
  /** No search when given: a path has no marker. By default `findWorkspaceRoot(cwd)`. */
  readonly workspaceRoot?: string | WorkspaceRoot | undefined;
  /** Directory of the global file; without one there is no global file. */
  readonly configHome?: string | undefined;
}

/** Input of `explainPath` of `./node`. */
export interface NodeExplainPathOptions extends NodeInstructionOptions {
  /** Path to explain, absolute or relative to `cwd`; it need not exist. */
  readonly target: string;
}

/** Input of `explainAll` of `./node`. */
export interface NodeExplainAllOptions extends NodeInstructionOptions, ExplainAllSettings {}

/** Input of `createInstructionTracker` of `./node`. */
export interface NodeTrackerOptions extends NodeInstructionOptions, TrackerSeeds {}
