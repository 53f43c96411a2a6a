import type {
  NodeCreateInstructionTrackerOptions,
  NodeExplainAllOptions,
  NodeExplainPathOptions,
  NodeResolveInstructionsOptions,
} from "../node-types.ts";
import type { CreateInstructionTrackerOptions, ForgetOptions } from "../tracker-types.ts";
import type {
  ExplainAllOptions,
  ExplainPathOptions,
  ResolveInstructionsOptions,
} from "../types.ts";
import type { OptionNames } from "./arguments.ts";

/** The options of each function: any other is refused, since it is most likely misspelt. */
export const NODE_RESOLVE: OptionNames<NodeResolveInstructionsOptions> = {
  cwd: true,
  workspaceRoot: true,
  configHome: true,
  maxBytes: true,
  claudeMdFallback: true,
};

const ALL = { maxDirectories: true, onProgress: true } as const;
const SEEDS = { eager: true, state: true } as const;

export const NODE_EXPLAIN_PATH: OptionNames<NodeExplainPathOptions> = {
  ...NODE_RESOLVE,
  target: true,
};
export const NODE_EXPLAIN_ALL: OptionNames<NodeExplainAllOptions> = { ...NODE_RESOLVE, ...ALL };
export const NODE_TRACKER: OptionNames<NodeCreateInstructionTrackerOptions> = {
  ...NODE_RESOLVE,
  ...SEEDS,
};

export const RESOLVE: OptionNames<ResolveInstructionsOptions> = {
  ...NODE_RESOLVE,
  reader: true,
  sha256: true,
};
export const EXPLAIN_PATH: OptionNames<ExplainPathOptions> = { ...RESOLVE, target: true };
export const EXPLAIN_ALL: OptionNames<ExplainAllOptions> = { ...RESOLVE, ...ALL };
export const TRACKER: OptionNames<CreateInstructionTrackerOptions> = { ...RESOLVE, ...SEEDS };
export const FORGET: OptionNames<ForgetOptions> = { paths: true, eager: true };
