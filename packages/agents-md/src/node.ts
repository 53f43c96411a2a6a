/**
 * File access, and every function of the root entry for somebody who has only a directory.
 *
 * @packageDocumentation
 */

import { createInstructionTracker as createTracker } from "./create-instruction-tracker.ts";
import { explainAll as explainAllWith } from "./explain-all.ts";
import { explainPath as explainPathWith } from "./explain-path.ts";
import { nodeFileCalls } from "./internal/node-files.ts";
import { findRoot } from "./internal/node-find-root.ts";
import { hashBytes, toOptions } from "./internal/node-options.ts";
import { readerOver } from "./internal/node-reader.ts";
import type {
  NodeExplainAllOptions,
  NodeExplainPathOptions,
  NodeInstructionOptions,
  NodeTrackerOptions,
} from "./node-types.ts";
import type { InstructionReader } from "./reader-types.ts";
import { resolveInstructions as resolveWith } from "./resolve-instructions.ts";
import type { InstructionTracker } from "./tracker-types.ts";
import type {
  PathExplanation,
  ResolvedInstructions,
  WorkspaceExplanation,
  WorkspaceRoot,
} from "./types.ts";

export type {
  NodeExplainAllOptions,
  NodeExplainPathOptions,
  NodeInstructionOptions,
  NodeTrackerOptions,
} from "./node-types.ts";

/**
 * Finds where the workspace of a directory begins: the nearest ancestor with `.git`, a directory or
 * a file; without one, the directory itself with a `null` marker.
 *
 * @param cwd - a directory; a relative path is relative to the process's
 * @throws AgentsMdError `invalid_path`, `not_a_directory`
 * @example
 * ```ts
 * const { root, marker } = await findWorkspaceRoot(process.cwd());
 * ```
 */
export async function findWorkspaceRoot(cwd: string): Promise<WorkspaceRoot> {
  return await findRoot(nodeFileCalls, cwd);
}

/**
 * A reader of real files: reads are bounded, only regular files are opened, and a file's place is
 * checked on the file that was opened.
 */
export function createNodeReader(): InstructionReader {
  return readerOver();
}

/** SHA-256 of bytes in lower-case hexadecimal. */
export function sha256(bytes: Uint8Array): string {
  return hashBytes(bytes);
}

/**
 * The instructions that a session in a directory starts with.
 *
 * @throws AgentsMdError `invalid_option`, `invalid_path`, `not_a_directory`, `outside_workspace`
 * @example
 * ```ts
 * const { text } = await resolveInstructions({ cwd: process.cwd() });
 * ```
 */
export async function resolveInstructions(
  options: NodeInstructionOptions,
): Promise<ResolvedInstructions> {
  return await resolveWith(await toOptions(options));
}

/**
 * Says which instruction files could apply to a path, and why.
 *
 * @throws AgentsMdError `invalid_option`, `invalid_path`, `not_a_directory`, `outside_workspace`
 * @example
 * ```ts
 * const { files } = await explainPath({ cwd: process.cwd(), target: "src/index.ts" });
 * ```
 */
export async function explainPath(options: NodeExplainPathOptions): Promise<PathExplanation> {
  return await explainPathWith({ ...(await toOptions(options)), target: options.target });
}

/**
 * Says what each instruction directory of the workspace gets, worst first.
 *
 * @throws AgentsMdError `invalid_option`, `invalid_path`, `not_a_directory`, `outside_workspace`
 * @example
 * ```ts
 * const { directories } = await explainAll({ cwd: process.cwd() });
 * ```
 */
export async function explainAll(options: NodeExplainAllOptions): Promise<WorkspaceExplanation> {
  const { maxDirectories, onProgress } = options;
  return await explainAllWith({ ...(await toOptions(options)), maxDirectories, onProgress });
}

/**
 * A tracker for one session. Without `eager` and `state` it resolves the instructions of the
 * directory and counts them as seen: pass what you put into the prompt instead if you have it.
 *
 * @throws AgentsMdError with every code
 * @example
 * ```ts
 * const tracker = await createInstructionTracker({ cwd: process.cwd(), eager });
 * ```
 */
export async function createInstructionTracker(
  options: NodeTrackerOptions,
): Promise<InstructionTracker> {
  const base = await toOptions(options);
  const { eager, state } = options;
  if (eager !== undefined || state !== undefined)
    return await createTracker({ ...base, eager, state });
  return await createTracker({ ...base, eager: await resolveWith(base) });
}
