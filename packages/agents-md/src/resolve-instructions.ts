import { takeOptions } from "./internal/arguments.ts";
import { openContext } from "./internal/context.ts";
import { createDirectoryCache } from "./internal/load-chain.ts";
import { RESOLVE } from "./internal/option-names.ts";
import { resolveEager } from "./internal/resolve-eager.ts";
import type { ResolvedInstructions, ResolveInstructionsOptions } from "./types.ts";

/**
 * Resolves the instructions that a session starts with: the global file, and one file per directory
 * from the workspace root down to the working directory, as one text for the prompt.
 *
 * What is wrong with a file is a diagnostic, and every other file loads.
 *
 * @throws AgentsMdError `invalid_argument`, `invalid_option`, `invalid_path`, `not_a_directory`,
 * `outside_workspace`
 * @example
 * ```ts
 * const { text, diagnostics } = await resolveInstructions({
 *   workspaceRoot: { root: "/repo", marker: ".git" },
 *   cwd: "/repo/packages/api",
 *   reader,
 *   sha256,
 * });
 * ```
 */
export async function resolveInstructions(
  given: ResolveInstructionsOptions,
): Promise<ResolvedInstructions> {
  const options = takeOptions(given, RESOLVE);
  const context = await openContext(options);
  return await resolveEager(context, createDirectoryCache(context));
}
