/** Tokens of a request as the provider counts them: `overhead + scale * estimate`. */
export interface TokenScale {
  /** What every request carries and the log does not hold: instructions, definitions of tools. */
  readonly overhead: number;
  /** The provider's tokens for each estimated one. */
  readonly scale: number;
}

/** What was estimated for a request, and what was reported. */
export interface ReportedTokens {
  readonly estimate: number;
  readonly reported: number;
}

/** A token is about 2 to 8 characters long in every language and tokenizer; beyond it is noise. */
export const MIN_SCALE = 0.5;
const MAX_SCALE = 2;

/**
 * The line through what was reported, by least squares. Its sum over the requests with a report is
 * always what was reported. Simply dividing one sum by the other would scale savings by the
 * instructions, which no elision touches.
 */
export function fitTokenScale(requests: readonly ReportedTokens[]): TokenScale {
  const count = requests.length;
  if (count === 0) return { overhead: 0, scale: 1 };
  const meanEstimate = requests.reduce((sum, { estimate }) => sum + estimate, 0) / count;
  const meanReported = requests.reduce((sum, { reported }) => sum + reported, 0) / count;
  let covariance = 0;
  let variance = 0;
  for (const { estimate, reported } of requests) {
    const distance = estimate - meanEstimate;
    covariance += distance * (reported - meanReported);
    variance += distance * distance;
  }
  const slope = variance === 0 ? 1 : covariance / variance;
  const scale = Math.min(MAX_SCALE, Math.max(MIN_SCALE, slope));
  const overhead = meanReported - scale * meanEstimate;
  if (overhead >= 0) return { overhead, scale };
  return { overhead: 0, scale: meanReported / meanEstimate };
}
