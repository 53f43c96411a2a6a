import type { InstructionDiagnostic } from "../types.ts";
import type { Context, Place } from "./context.ts";
import type { Chain, DirectoryCache } from "./load-chain.ts";
import { surveyOtherAgents } from "./survey-agents.ts";
import { surveyNames } from "./survey-names.ts";
import { surveyRoot } from "./survey-root.ts";

/** Everything about a path that makes its instructions surprising. */
export async function surveySurprises(
  context: Context,
  place: Place,
  cache: DirectoryCache,
  chain: Chain,
): Promise<readonly InstructionDiagnostic[]> {
  const root = await surveyRoot(context);
  return [
    ...root.diagnostics,
    ...(await surveyNames(context, place, chain)),
    ...(await surveyOtherAgents(context, cache, chain, root.claudeMdAbove)),
  ];
}
