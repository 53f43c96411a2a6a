import { counted, grouped } from "./words.ts";

/** What one request of the main run carried. */
export interface RequestPoint {
  /** ISO 8601 in UTC. */
  readonly at: string;
  readonly tokensBefore: number;
  readonly tokensAfter: number;
  readonly elided: number;
}

const WIDTH = 1000;
const HEIGHT = 100;

/** Requests of a session, one after the other: before the governor and after. */
export function RequestsChart({ requests }: { readonly requests: readonly RequestPoint[] }) {
  const last = requests.at(-1);
  if (last === undefined) return null;
  const top = Math.max(1, ...requests.map(({ tokensBefore }) => tokensBefore));
  return (
    <section aria-labelledby="requests">
      <h3 id="requests">Requests over time</h3>
      <figure>
        <p class="quiet">{grouped(top)} tokens</p>
        <Plot requests={requests} top={top} />
        <figcaption class="quiet ends">
          <span>
            <span class="key k-before" aria-hidden="true" /> before{" "}
            <span class="key k-after" aria-hidden="true" /> after
          </span>
          <span>the last request</span>
        </figcaption>
      </figure>
    </section>
  );
}

function Plot(props: { readonly requests: readonly RequestPoint[]; readonly top: number }) {
  const { requests, top } = props;
  const last = requests.at(-1) as RequestPoint;
  const path = (value: (point: RequestPoint) => number) =>
    stepped(requests.map((point) => value(point) / top));
  return (
    <svg
      class="chart"
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      preserveAspectRatio="none"
      role="img"
      aria-label={`${counted(requests.length, "request")}; the last of ${grouped(last.tokensAfter)} tokens, ${grouped(last.tokensBefore)} without the governor`}
    >
      <path class="a-after" d={`${path((point) => point.tokensAfter)}V${HEIGHT}H0Z`} />
      <path class="l-before" d={path((point) => point.tokensBefore)} />
      <path class="l-after" d={path((point) => point.tokensAfter)} />
    </svg>
  );
}

/** A step a request, so that even a single one is a line. */
function stepped(shares: readonly number[]): string {
  const step = WIDTH / shares.length;
  return shares
    .map((share, index) => {
      const y = Number(((1 - share) * HEIGHT).toFixed(2));
      return `${index === 0 ? "M0 " : "V"}${y}H${Number(((index + 1) * step).toFixed(2))}`;
    })
    .join("");
}
