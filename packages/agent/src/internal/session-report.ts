import { basename } from "node:path";
import {
  buildContextReport,
  type ContextReport,
  type ContextReportInput,
} from "@alisio/context-report";
import type { UsageLedger } from "@alisio/governor/usage";
import type { GrantSources } from "@alisio/invariants";
import type { ContextEstimate, GovernanceSettings } from "../types-runner.ts";
import type { SessionReportOptions } from "../types-session-reader.ts";
import type { Conversation } from "./conversation.ts";
import { policyOf } from "./governor.ts";
import type { SessionView } from "./session-view.ts";
import { standingBlock } from "./standing.ts";
import type { StoredBudget } from "./stored-values.ts";

/** What a report is asked for, and what only a running process knows. */
export interface ReportOptions extends SessionReportOptions {
  readonly governance: GovernanceSettings;
  readonly grants?: GrantSources;
  readonly ledger?: UsageLedger;
}

/**
 * The report on what the next request of a session's main run would carry: from the process that
 * works on it and from its file the same, but for what the process alone knows.
 */
export function sessionReport(
  id: string,
  view: SessionView,
  { madeAt, governance, grants, ledger, profile, ...asked }: ReportOptions,
): ContextReport {
  const { main, header } = view;
  const settings = {
    ...governance,
    mode: asked.mode ?? governance.mode,
    minAgeTurns: asked.minAgeTurns ?? governance.minAgeTurns,
    epochMessages: asked.epochMessages ?? governance.epochMessages,
  };
  const block = standingBlock(view, main.compactions.length, settings, grants);
  const root = header?.workspaceRoot ?? header?.cwd;
  return buildContextReport({
    session: id,
    madeAt,
    settings: { ...policyOf(settings), profile },
    history: main.history,
    compactions: compactionsOf(main),
    messageNotes: main.entries.flatMap(({ isInjected }, message) =>
      isInjected ? [{ message, isInjected }] : [],
    ),
    ...(block && {
      invariants: {
        counts: block.counts,
        omitted: block.omitted,
        characters: block.text?.length ?? 0,
      },
    }),
    // A ledger of another mode knows nothing of this one.
    ...(ledger && settings.mode === governance.mode && { usage: ledger }),
    ...reportedUsageOf(main),
    ...(root !== undefined && { root: { name: basename(root) || root, path: root } }),
  });
}

/** The figures of the context bar: the whole history, without the block. */
export function contextEstimate(
  { tokens, entries, compactions }: Conversation,
  budget: StoredBudget | undefined,
): ContextEstimate {
  return {
    tokens,
    window: budget?.window ?? null,
    compactAt: budget?.compactAt ?? null,
    messages: entries.length,
    compactions: compactions.length,
  };
}

/** Only the last one's checkpoint is there; the others stood before everything that is left. */
function compactionsOf({ entries, compactions }: Conversation): ContextReportInput["compactions"] {
  const checkpoint = entries.findLastIndex(({ number }) => number < 0);
  return compactions.map((tokensBefore, at) => ({
    position: at === compactions.length - 1 ? Math.max(0, checkpoint) : 0,
    tokensBefore,
  }));
}

function reportedUsageOf({ entries }: Conversation): Pick<ContextReportInput, "reportedUsage"> {
  const at = entries.findLastIndex(({ usage }) => usage !== undefined);
  const usage = entries[at]?.usage;
  return usage ? { reportedUsage: { ...usage, beforeMessage: at } } : {};
}
