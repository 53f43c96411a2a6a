import type { MeasuredContextReport } from "@alisio/context-report";
import { Facts } from "./facts.tsx";
import { FigureTable } from "./figure-table.tsx";
import { Outside } from "./outside.tsx";
import { counted, grouped } from "./words.ts";

/** Places of compactions that are named; the count says how many there are. */
const MAX_PLACES = 10;

/** What is carried besides, and what is gone already. */
export function Carried({ report }: { readonly report: MeasuredContextReport }) {
  const { invariants, compactions, agentElisions } = report;
  const places = compactions.positions
    .slice(-MAX_PLACES)
    .map(
      ({ position, tokensBefore }) =>
        `before message ${grouped(position)}${tokensBefore === null ? "" : ` (${grouped(tokensBefore)} tokens)`}`,
    );
  return (
    <section aria-labelledby="carried">
      <h3 id="carried">Invariants and compactions</h3>
      {invariants === null ? (
        <p class="quiet">No invariants are carried.</p>
      ) : (
        <Facts
          label="Invariants"
          facts={[
            ["Invariants", invariants.total],
            ...Object.entries(invariants.byKind),
            ["found no room", invariants.omitted],
          ]}
        />
      )}
      <p>{[counted(compactions.count, "compaction"), ...places].join("; ")}</p>
      {agentElisions.count > 0 && (
        <p>
          {counted(agentElisions.count, "result")} removed by the agent itself:{" "}
          {counted(agentElisions.tokens, "token")}, counted as not sent
        </p>
      )}
    </section>
  );
}

/** What the provider said of its last request, beside the estimate. */
export function Reported({ report }: { readonly report: MeasuredContextReport }) {
  const { reportedUsage: reported } = report;
  return (
    reported && (
      <section aria-labelledby="reported">
        <h3 id="reported">What the provider reported</h3>
        <Facts
          facts={[
            ["Input tokens", reported.inputTokens],
            ["Read from the cache", reported.cacheReadTokens],
            ["Written to the cache", reported.cacheWriteTokens],
            ["Output tokens", reported.outputTokens],
            ["Estimate of that request", reported.estimatedTokens],
          ]}
        />
      </section>
    )
  );
}

/** Which results a later call used, as far as paths tell. */
export function Used({ report }: { readonly report: MeasuredContextReport }) {
  const { usage } = report;
  return (
    usage && (
      <section aria-labelledby="used">
        <h3 id="used">Used later, as far as paths tell</h3>
        <FigureTable
          heads={["Tool", "Used", "Seen", "Read again"]}
          rows={[
            ...usage.tools.map(({ tool, used, seen, reread }) => ({
              key: tool,
              name: <Outside text={tool} />,
              figures: [grouped(used), grouped(seen), grouped(reread)],
            })),
            ...usage.notAttributable.map(({ tool, seen }) => ({
              key: `? ${tool}`,
              name: (
                <>
                  <Outside text={tool} /> <small>without a path</small>
                </>
              ),
              figures: ["?", grouped(seen), "?"],
            })),
          ]}
        />
      </section>
    )
  );
}
