import type { ReportedSettings, SweepRow } from "@alisio/governor/simulate";
import { FigureTable } from "../view/figure-table.tsx";
import { grouped, percent } from "../view/words.ts";

/** Side of the picture's field; what stands outside are its labels. */
const WIDTH = 600;
const HEIGHT = 220;
const MARGIN = 46;
const RADIUS = 5;

/** Other settings: what each saves against what each would be billed. */
export function SweepChart(props: {
  readonly sweep: readonly SweepRow[];
  readonly settings: ReportedSettings;
}) {
  const { sweep, settings } = props;
  return (
    <section aria-labelledby="sweep">
      <h2 id="sweep">Other settings</h2>
      <Plot sweep={sweep} settings={settings} />
      <FigureTable
        heads={["Settings", "Saved", "Share", "Bill", "Prefix changes added", "Still needed"]}
        rows={sweep.map((row, key) => ({
          key,
          name: (
            <>
              {key + 1}. {namesOf(row)}
              {isChosen(row, settings) && <small> as in the totals</small>}
            </>
          ),
          figures: [
            grouped(row.figures.tokensSaved),
            percent(row.figures.tokensSaved, row.figures.inputTokensOff),
            percent(row.figures.billOn, row.figures.billOff),
            grouped(row.figures.prefixChangesAdded),
            grouped(row.figures.stillNeeded),
          ],
        }))}
      />
    </section>
  );
}

function Plot(props: { readonly sweep: readonly SweepRow[]; readonly settings: ReportedSettings }) {
  const { sweep, settings } = props;
  const mostSaved = Math.max(0.01, ...sweep.map(({ figures }) => figures.savedShare));
  const bills = [1, ...sweep.map(({ figures }) => figures.billRatio)];
  const [low, high] = [Math.min(...bills), Math.max(...bills)];
  const x = (share: number) => place(MARGIN + (share / mostSaved) * (WIDTH - 2 * MARGIN));
  const y = (ratio: number) =>
    place(MARGIN / 2 + ((high - ratio) / Math.max(0.01, high - low)) * (HEIGHT - 2 * MARGIN));
  return (
    <svg
      class="plot"
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      role="img"
      aria-label="Each setting by the share of tokens that it saves and by its bill; the table has the figures"
    >
      <path class="axis" d={`M${MARGIN} ${y(1)}H${WIDTH - MARGIN / 2}`} />
      <text x={MARGIN - 4} y={y(1)} class="end">
        100%
      </text>
      {sweep.map((row, index) => (
        <g class={isChosen(row, settings) ? "chosen" : ""}>
          <circle cx={x(row.figures.savedShare)} cy={y(row.figures.billRatio)} r={RADIUS}>
            <title>{namesOf(row)}</title>
          </circle>
          <text x={x(row.figures.savedShare) + RADIUS + 2} y={y(row.figures.billRatio)}>
            {index + 1}
          </text>
        </g>
      ))}
      <text x={MARGIN} y={HEIGHT - 6}>
        0% saved
      </text>
      <text x={WIDTH - MARGIN / 2} y={HEIGHT - 6} class="end">
        {percent(mostSaved, 1)} saved
      </text>
      <text x={MARGIN} y={12}>
        bill; the line is the bill without the governor
      </text>
    </svg>
  );
}

function namesOf({ apply, minAgeTurns, epochMessages }: SweepRow): string {
  const epoch = epochMessages === null ? "" : `, epochMessages ${epochMessages}`;
  return `${apply}, minAgeTurns ${minAgeTurns}${epoch}`;
}

function isChosen(row: SweepRow, settings: ReportedSettings): boolean {
  return (
    row.apply === settings.apply &&
    row.minAgeTurns === settings.minAgeTurns &&
    (row.epochMessages === null || row.epochMessages === settings.epochMessages)
  );
}

/** Two digits are below what an eye sees. */
function place(value: number): number {
  return Number(value.toFixed(2));
}
