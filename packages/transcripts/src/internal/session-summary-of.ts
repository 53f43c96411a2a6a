import type { SessionSummary } from "../session-summary.ts";
import type { AgentName } from "../types.ts";
import type { HeadFacts } from "./head-facts.ts";
import { saneName } from "./names.ts";
import { titleOf } from "./title.ts";

/** One entry of a list, from what a look at a file found. */
export function summaryOf(
  agent: AgentName,
  file: { readonly path: string; readonly modifiedAtMs: number; readonly sizeBytes: number },
  facts: HeadFacts,
): SessionSummary {
  return {
    agent,
    id: saneName(facts.id) ?? nameOf(file.path),
    path: file.path,
    modifiedAtMs: file.modifiedAtMs,
    sizeBytes: file.sizeBytes,
    cwd: facts.cwd,
    title: titleOf(facts.title) ?? titleOf(facts.firstWords),
    isSubagent: facts.isSubagent,
    parentId: facts.isSubagent ? saneName(facts.parentId) : undefined,
  };
}

/** The name of a file without its folders and its extension. */
function nameOf(path: string): string {
  const name = path.slice(Math.max(path.lastIndexOf("/"), path.lastIndexOf("\\")) + 1);
  const dot = name.lastIndexOf(".");
  return dot > 0 ? name.slice(0, dot) : name;
}
