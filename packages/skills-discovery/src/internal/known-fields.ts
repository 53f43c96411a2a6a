/** The top-level fields that are known; the first six are the specification's. */
export const KNOWN_FIELDS: readonly string[] = [
  "name",
  "description",
  "license",
  "compatibility",
  "metadata",
  "allowed-tools",
  "disable-model-invocation",
];
