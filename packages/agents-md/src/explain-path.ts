import { describeAliases } from "./internal/aliases.ts";
import { takeOptions } from "./internal/arguments.ts";
import { openContext, placeTarget } from "./internal/context.ts";
import { budgetDiagnostics } from "./internal/describe.ts";
import { createDirectoryCache, loadChain } from "./internal/load-chain.ts";
import { EXPLAIN_PATH } from "./internal/option-names.ts";
import { climb } from "./internal/path.ts";
import { planBudget } from "./internal/plan-budget.ts";
import { describeInSession } from "./internal/session-view.ts";
import { surveySurprises } from "./internal/survey.ts";
import type { ExplainPathOptions, PathExplanation } from "./types.ts";

/**
 * Says which instruction files could apply to a path, what a session in the working directory gets
 * of each, and why. It loads and cuts with the code that `resolveInstructions` and the tracker use.
 *
 * Looks only at the path's own directories and at those above the workspace root: the cost depends
 * on how deep the path is, not on how large the tree is.
 *
 * @throws AgentsMdError `invalid_argument`, `invalid_option`, `invalid_path`, `not_a_directory`,
 * `outside_workspace`
 * @example
 * ```ts
 * const { files, budget } = await explainPath({
 *   workspaceRoot: { root: "/repo", marker: ".git" },
 *   cwd: "/repo",
 *   target: "packages/api/src/server.ts",
 *   reader,
 *   sha256,
 * });
 * ```
 */
export async function explainPath(given: ExplainPathOptions): Promise<PathExplanation> {
  const options = takeOptions(given, EXPLAIN_PATH);
  const context = await openContext(options);
  const place = await placeTarget(context, options.target);
  const cache = createDirectoryCache(context);
  const chain = await loadChain(cache, place.directory);
  const eagerChain = await loadChain(cache, context.cwdSegments);
  const planned = planBudget(chain.files, context.maxBytes);
  const eager = planBudget(eagerChain.files, context.maxBytes);
  const described = planned.map((plan) => describeInSession(context, plan, eager));
  const files = await describeAliases(context, place, options.target, described);
  return {
    schemaVersion: 1,
    target:
      place.segments.length === 0 ? "." : place.segments.join("/") + (place.endsInSlash ? "/" : ""),
    workspaceRoot: climb(context.cwd, context.root),
    rootMarker: context.rootMarker,
    budget: {
      maxBytes: context.maxBytes,
      usedBytes: files.reduce((sum, file) => sum + file.loadedBytes, 0),
    },
    files,
    diagnostics: [
      ...chain.diagnostics,
      ...budgetDiagnostics(context, planned),
      ...(await surveySurprises(context, place, cache, chain)),
    ],
  };
}
