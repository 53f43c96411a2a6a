import type { InstructionDiagnostic } from "../types.ts";
import type { Context, Place } from "./context.ts";
import type { Chain, DirectoryCache } from "./load-chain.ts";
import { surveyOtherAgents } from "./survey-agents.ts";
import { surveyNames } from "./survey-names.ts";
import { surveyMarker, surveyOutside } from "./survey-root.ts";

/** Everything about a path that makes its instructions surprising. */
export async function surveySurprises(
  context: Context,
  place: Place,
  cache: DirectoryCache,
  chain: Chain,
): Promise<readonly InstructionDiagnostic[]> {
  const marker = await surveyMarker(context);
  const outside = await surveyOutside(context, marker.state);
  return [
    ...marker.diagnostics,
    ...outside.diagnostics,
    ...(await surveyNames(context, place, chain)),
    ...(await surveyOtherAgents(context, cache, chain, outside.claudeMd)),
  ];
}
