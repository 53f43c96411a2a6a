/**
 * File access, and every function of the root entry for somebody who has only a directory.
 *
 * @packageDocumentation
 */

import { demandArgument } from "./internal/arguments.ts";
import { findRoot } from "./internal/node-find-root.ts";
import { hashBytes } from "./internal/node-hash.ts";
import type {
  NodeCreateInstructionTrackerOptions,
  NodeExplainAllOptions,
  NodeExplainPathOptions,
  NodeResolveInstructionsOptions,
} from "./node-types.ts";
import type { InstructionReader } from "./reader-types.ts";
import type { InstructionTracker } from "./tracker-types.ts";
import type {
  PathExplanation,
  ResolvedInstructions,
  WorkspaceExplanation,
  WorkspaceRoot,
} from "./types.ts";

export type {
  NodeCreateInstructionTrackerOptions,
  NodeExplainAllOptions,
  NodeExplainPathOptions,
  NodeResolveInstructionsOptions,
} from "./node-types.ts";

// Loaded by the first call that needs it: a command line that only looks for the workspace root at
// its start should not wait for the rest.
const functions = (): Promise<typeof import("./internal/node-functions.ts")> =>
  import("./internal/node-functions.ts");

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
  return await findRoot(cwd);
}

/**
 * A reader of real files: reads are bounded, only regular files are opened, and a file's place is
 * checked on the file that was opened.
 */
export function createNodeReader(): InstructionReader {
  let loaded: Promise<InstructionReader> | undefined;
  const reader = (): Promise<InstructionReader> => {
    loaded ??= functions().then(({ readerOver }) => readerOver());
    return loaded;
  };
  return {
    listDirectory: async (path) => await (await reader()).listDirectory(path),
    readFile: async (path, limits) => await (await reader()).readFile(path, limits),
    locate: async (path) => await (await reader()).locate(path),
  };
}

/**
 * SHA-256 of bytes in lower-case hexadecimal.
 *
 * @throws AgentsMdError `invalid_argument`
 */
export function sha256(bytes: Uint8Array): string {
  demandArgument(() => bytes instanceof Uint8Array, "bytes", bytes, "a Uint8Array");
  return hashBytes(bytes);
}

/**
 * The instructions that a session in a directory starts with.
 *
 * @throws AgentsMdError `invalid_argument`, `invalid_option`, `invalid_path`, `not_a_directory`,
 * `outside_workspace`
 * @example
 * ```ts
 * const { text } = await resolveInstructions({ cwd: process.cwd() });
 * ```
 */
export async function resolveInstructions(
  options: NodeResolveInstructionsOptions,
): Promise<ResolvedInstructions> {
  return await (await functions()).resolveInstructions(options);
}

/**
 * Says which instruction files could apply to a path, and why.
 *
 * @throws AgentsMdError `invalid_argument`, `invalid_option`, `invalid_path`, `not_a_directory`,
 * `outside_workspace`
 * @example
 * ```ts
 * const { files } = await explainPath({ cwd: process.cwd(), target: "src/index.ts" });
 * ```
 */
export async function explainPath(options: NodeExplainPathOptions): Promise<PathExplanation> {
  return await (await functions()).explainPath(options);
}

/**
 * Says what each instruction directory of the workspace gets, worst first.
 *
 * @throws AgentsMdError `invalid_argument`, `invalid_option`, `invalid_path`, `not_a_directory`,
 * `outside_workspace`
 * @example
 * ```ts
 * const { directories } = await explainAll({ cwd: process.cwd() });
 * ```
 */
export async function explainAll(options: NodeExplainAllOptions): Promise<WorkspaceExplanation> {
  return await (await functions()).explainAll(options);
}

/**
 * A tracker for one session. Without `eager` and `state` it resolves the instructions of the
 * directory and counts them as seen: pass what you put into the prompt instead if you have it.
 *
 * @throws AgentsMdError `invalid_argument`, `invalid_option`, `invalid_path`, `invalid_state`,
 * `not_a_directory`, `outside_workspace`
 * @example
 * ```ts
 * const tracker = await createInstructionTracker({ cwd: process.cwd(), eager });
 * ```
 */
export async function createInstructionTracker(
  options: NodeCreateInstructionTrackerOptions,
): Promise<InstructionTracker> {
  return await (await functions()).createInstructionTracker(options);
}
