import type { SimulationFigures, SimulationReport } from "@alisio/governor/simulate";
import type { ComponentChildren } from "preact";
import { Measure } from "../view/bar.tsx";
import { Facts } from "../view/facts.tsx";
import { FigureTable } from "../view/figure-table.tsx";
import { Outside } from "../view/outside.tsx";
import { grouped, percent, spaced } from "../view/words.ts";
import { SweepChart } from "./sweep-chart.tsx";

/** What the governor would have saved, cost and taken away too early. */
export function SimulationView({ report }: { readonly report: SimulationReport }) {
  const { total, sessions, agents, sweep, settings } = report;
  return (
    <div class="report">
      <Total total={total} />
      {agents.length > 0 && (
        <section aria-labelledby="agents">
          <h2 id="agents">By agent</h2>
          <FiguresTable
            head="Agent"
            rows={agents.map(({ agent, sessions: count, figures }) => ({
              name: (
                <>
                  <Outside text={agent} />{" "}
                  <small>{count === 1 ? "1 session" : `${grouped(count)} sessions`}</small>
                </>
              ),
              figures,
            }))}
          />
        </section>
      )}
      {sweep && sweep.length > 0 && <SweepChart sweep={sweep} settings={settings} />}
      <section aria-labelledby="sessions">
        <h2 id="sessions">By session</h2>
        <FiguresTable
          head="Session"
          rows={sessions.map(({ session, path, agent, figures }) => ({
            name: (
              <>
                <Outside text={session} />
                <small>
                  {" "}
                  <Outside text={agent} />
                  {path !== null && (
                    <>
                      {" "}
                      <Outside text={path} />
                    </>
                  )}
                </small>
              </>
            ),
            figures,
          }))}
        />
      </section>
      <Settings report={report} />
    </div>
  );
}

function Total({ total }: { readonly total: SimulationFigures }) {
  return (
    <section aria-label="Totals">
      <p class="headline">
        <strong class="figure">{percent(total.tokensSaved, total.inputTokensOff)}</strong> of the
        input tokens saved
      </p>
      <p>
        The bill would be {percent(total.billOn, total.billOff)} of what it was;{" "}
        {grouped(total.stillNeeded)} of {grouped(total.elidedByReason.superseded_read)} elided reads
        were needed by a later edit.
      </p>
      <SavedByReason total={total} />
      <Facts
        facts={[
          ["Requests", total.requests],
          ["Requests counted elsewhere", total.copiedRequests],
          ["Requests with a cold cache", total.coldRequests],
          ["Requests at which cold may elide", total.coldMoments ?? null],
          ["Requests without a time", total.untimedRequests],
          ["Requests with reported usage", total.reportedRequests],
          ["Input tokens without it", total.inputTokensOff],
          ["Input tokens with it", total.inputTokensOn],
          ["Tokens saved", total.tokensSaved],
          ["Results elided", total.elided],
          ["Prefix changes without it", total.prefixChangesOff],
          ["Prefix changes with it", total.prefixChangesOn],
          ["of these added by it", total.prefixChangesAdded],
          ["Bill without it", whole(total.billOff)],
          ["Bill with it", whole(total.billOn)],
          ["Still needed", total.stillNeeded],
          ["Edits that needed one", total.stillNeededEdits],
        ]}
      />
    </section>
  );
}

function SavedByReason({ total }: { readonly total: SimulationFigures }) {
  const { tokensSavedByReason, elidedByReason, tokensSaved } = total;
  const rows = Object.entries(tokensSavedByReason);
  const most = Math.max(1, ...rows.map(([, tokens]) => tokens));
  return (
    <FigureTable
      caption="Saved by reason"
      heads={["Reason", "Tokens", "Share", "Results"]}
      rows={rows.map(([reason, tokens]) => ({
        key: reason,
        name: (
          <>
            {spaced(reason)}
            <Measure share={tokens / most} saved={0} />
          </>
        ),
        figures: [
          grouped(tokens),
          percent(tokens, tokensSaved),
          grouped(elidedByReason[reason as keyof typeof elidedByReason]),
        ],
      }))}
    />
  );
}

function FiguresTable(props: {
  readonly head: string;
  readonly rows: readonly {
    readonly name: ComponentChildren;
    readonly figures: SimulationFigures;
  }[];
}) {
  return (
    <FigureTable
      heads={[props.head, "Requests", "Input tokens", "Saved", "Share", "Bill", "Still needed"]}
      rows={props.rows.map(({ name, figures }, key) => ({
        key,
        name: (
          <>
            {name}
            <Measure share={figures.savedShare} saved={0} />
          </>
        ),
        figures: [
          grouped(figures.requests),
          grouped(figures.inputTokensOff),
          grouped(figures.tokensSaved),
          percent(figures.tokensSaved, figures.inputTokensOff),
          percent(figures.billOn, figures.billOff),
          grouped(figures.stillNeeded),
        ],
      }))}
    />
  );
}

function Settings({ report: { settings } }: { readonly report: SimulationReport }) {
  return (
    <section aria-labelledby="settings">
      <h2 id="settings">Settings</h2>
      <Facts
        facts={Object.entries(settings).map(
          ([name, value]) => [name, typeof value === "number" ? String(value) : value] as const,
        )}
      />
      <p class="quiet">
        Tokens are estimates by chars/4, scaled where the provider reported usage. Bills are input
        tokens times the prices above, which are relative to an uncached token.
      </p>
    </section>
  );
}

/** A sum of fractions of tokens, as a count. */
function whole(sum: number): string {
  return grouped(Math.round(sum));
}
