/** What a failure may be told with. */
export interface FailureContext {
  readonly model: string;
  /** Address without credentials. */
  readonly address: string;
  /** Never shown, whoever says it. */
  readonly secrets: readonly string[];
  /** Texts of the session: a provider that repeats one is not quoted with it. */
  readonly texts: () => Iterable<string>;
  /** Milliseconds since 1970, for a date in `retry-after`. */
  readonly now: () => number;
}
