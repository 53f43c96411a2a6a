import { type MeasuredContextReport, STATE_MARKS } from "@alisio/context-report";
import type { ComponentChildren } from "preact";
import { Bar, Measure } from "./bar.tsx";
import { FigureTable } from "./figure-table.tsx";
import { Outside } from "./outside.tsx";
import { stretches } from "./stretches.ts";
import { grouped, percent, spaced } from "./words.ts";

interface Row {
  readonly name: ComponentChildren;
  readonly count: number;
  readonly tokensBefore: number;
  readonly tokensAfter: number;
}

/** What the request is made of, by kind and by tool, and where in it what stands. */
export function Fill({ report }: { readonly report: MeasuredContextReport }) {
  const { totals } = report;
  const kinds = totals.byKind.map((row) => ({
    ...row,
    name: spaced(row.kind),
    count: row.segments,
  }));
  const tools = totals.byTool.map((row) => ({
    ...row,
    name: row.tool === null ? "(no call)" : <Outside text={row.tool} />,
    count: row.results,
  }));
  const parts = stretches(report);
  return (
    <section aria-labelledby="fill">
      <h3 id="fill">What fills it</h3>
      <Rows caption="By kind" counts="Segments" rows={kinds} whole={totals.tokensBefore} />
      {tools.length > 0 && (
        <Rows
          caption="By tool, calls and results"
          counts="Results"
          rows={tools}
          whole={totals.tokensBefore}
        />
      )}
      <h4>Order in the request, from its first token to its last</h4>
      <Bar class="strip" parts={parts} label="Order, as in the list of segments" />
      {parts.some(({ state }) => state === "not_listed") && (
        <p class="quiet">{STATE_MARKS.not_listed.sign} is not listed</p>
      )}
    </section>
  );
}

function Rows(props: {
  readonly caption: string;
  readonly counts: string;
  readonly rows: readonly Row[];
  readonly whole: number;
}) {
  const { rows, whole } = props;
  const widest = Math.max(1, ...rows.map(({ tokensBefore }) => tokensBefore));
  return (
    <FigureTable
      caption={props.caption}
      heads={["Name", "Tokens", "Share", props.counts]}
      rows={rows.map(({ name, count, tokensBefore, tokensAfter }, key) => ({
        key,
        name: (
          <>
            {name}
            <Measure share={tokensBefore / widest} saved={(tokensBefore - tokensAfter) / widest} />
          </>
        ),
        figures: [grouped(tokensBefore), percent(tokensBefore, whole), grouped(count)],
      }))}
    />
  );
}
