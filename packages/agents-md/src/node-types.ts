import type { TrackerSeeds } from "./tracker-types.ts";
import type { ExplainAllSettings, InstructionSettings, WorkspaceRoot } from "./types.ts";

/** Input of the functions of `./node`, for somebody who has only a directory. */
export interface NodeResolveInstructionsOptions extends InstructionSettings {
  /** The session's working directory. A path here may be relative to the process's. */
  readonly cwd: string;
  /**
   * Where the workspace begins: a path is taken as it is, with no marker.
   * By default what `findWorkspaceRoot(cwd)` gives.
   */
  readonly workspaceRoot?: string | WorkspaceRoot | undefined;
  /** Directory of the global file; without one there is no global file. */
  readonly configHome?: string | undefined;
}

/** Input of `explainPath` of `./node`. */
export interface NodeExplainPathOptions extends NodeResolveInstructionsOptions {
  /** Path to explain, absolute or relative to `cwd`; it need not exist. */
  readonly target: string;
}

/** Input of `explainAll` of `./node`. */
export interface NodeExplainAllOptions extends NodeResolveInstructionsOptions, ExplainAllSettings {}

/** Input of `createInstructionTracker` of `./node`. */
export interface NodeCreateInstructionTrackerOptions
  extends NodeResolveInstructionsOptions,
    TrackerSeeds {}
