import type { MeasuredContextReport } from "@alisio/context-report";
import { Bar } from "./bar.tsx";
import { Facts } from "./facts.tsx";
import { FigureTable } from "./figure-table.tsx";
import { StateTag } from "./state-tag.tsx";
import type { Stretch } from "./stretches.ts";
import { grouped, percent, spaced } from "./words.ts";

/** How big the next request is, what of it was saved, and what it consists of. */
export function Headline({ report }: { readonly report: MeasuredContextReport }) {
  const { totals, mode } = report;
  const { tokensBefore, tokensAfter, tokensSaved } = totals;
  const isOn = mode === "on";
  return (
    <section aria-label="Totals">
      <p class="headline">
        <strong class="figure">{grouped(isOn ? tokensAfter : tokensBefore)}</strong> tokens in the
        next request
      </p>
      <p>
        {grouped(tokensSaved)} ({percent(tokensSaved, tokensBefore)}) {isOn ? "" : "would be "}saved
      </p>
      <StateShares report={report} />
      <Facts
        facts={[
          ["Messages", totals.messages],
          ["Segments", totals.segments],
          ["Tokens before", tokensBefore],
          ["Tokens after", tokensAfter],
          ["Tokens saved", tokensSaved],
          [isOn ? "Elided" : "Would be elided", totals.elided],
          ...Object.entries(totals.elidedByReason).map(
            ([reason, count]) => [spaced(reason), count] as const,
          ),
          totals.nonTextParts > 0 && ["Parts that aren't text", totals.nonTextParts],
        ]}
      />
    </section>
  );
}

/** What stays, by how much it matters, and what is saved: together the tokens before. */
function StateShares({ report }: { readonly report: MeasuredContextReport }) {
  const { totals, mode } = report;
  const { tokensBefore, tokensSaved, elided, byCriticality } = totals;
  const counts = [...byCriticality.map(({ segments }) => segments), elided];
  const parts: readonly Stretch[] = [
    ...byCriticality.map(({ criticality, tokensAfter }) => ({
      state: criticality,
      size: tokensAfter,
    })),
    { state: mode === "on" ? "elided" : "would_elide", size: tokensSaved },
  ];
  return (
    <>
      <Bar parts={parts} label="By how much it matters, as in the table" />
      <FigureTable
        heads={["By how much it matters", "Tokens", "Share", "Segments"]}
        rows={parts.map(({ state, size }, index) => ({
          key: state,
          name: <StateTag state={state} />,
          figures: [grouped(size), percent(size, tokensBefore), grouped(counts[index] as number)],
        }))}
      />
      <p class="quiet">
        Estimates by {report.estimator}. The last row is what stubs save; the stubs count as low.
      </p>
    </>
  );
}
