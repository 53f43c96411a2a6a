import type { ResolvedInstructions } from "../types.ts";
import type { Context } from "./context.ts";
import { budgetDiagnostics, describeFile } from "./describe.ts";
import { type DirectoryCache, loadChain } from "./load-chain.ts";
import { climb } from "./path.ts";
import { planBudget } from "./plan-budget.ts";
import { EAGER_HEADER, keptText, renderText } from "./render-text.ts";

/** The value of `resolveInstructions`, with directories that may be loaded already. */
export async function resolveEager(
  context: Context,
  cache: DirectoryCache,
): Promise<ResolvedInstructions> {
  const chain = await loadChain(cache, context.cwdSegments);
  const planned = planBudget(chain.files, context.maxBytes);
  const files = planned.map((plan) => ({
    ...describeFile(context, plan),
    identity: plan.file.identity,
    content: keptText(plan),
  }));
  const parts = planned.map((plan, index) => ({
    planned: plan,
    scope: files[index]?.scope ?? "project",
  }));
  return {
    text: await renderText(EAGER_HEADER, parts, context.sha256),
    workspaceRoot: climb(context.cwd, context.root),
    rootMarker: context.rootMarker,
    budget: {
      maxBytes: context.maxBytes,
      usedBytes: planned.reduce((sum, plan) => sum + plan.kept.length, 0),
    },
    files,
    diagnostics: [...chain.diagnostics, ...budgetDiagnostics(context, planned)],
  };
}
