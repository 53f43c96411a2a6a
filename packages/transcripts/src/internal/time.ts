const ISO =
  /^(\d{4})-(\d\d)-(\d\d)(?:[T ](\d\d):(\d\d)(?::(\d\d)(?:[.,](\d{1,9}))?)?)?(Z|[+-]\d\d:?\d\d)?$/;

/** Below this a number is taken as seconds since 1970, from it on as milliseconds. */
const SECONDS_BELOW = 100_000_000_000;

/**
 * Milliseconds since 1970 of a time as agents write it: ISO text, seconds or milliseconds. A time
 * without a zone is taken as UTC, so that every machine reads the same value.
 */
export function parseTimeMs(value: unknown): number | undefined {
  if (typeof value === "number") {
    if (!Number.isFinite(value) || value <= 0) return undefined;
    return value < SECONDS_BELOW ? Math.round(value * 1000) : Math.round(value);
  }
  if (typeof value !== "string" || value.length > 40) return undefined;
  const match = ISO.exec(value);
  if (!match) return undefined;
  const [, year, month, day, hour = "0", minute = "0", second = "0", fraction = "0", zone] = match;
  const time = Date.UTC(
    Number(year),
    Number(month) - 1,
    Number(day),
    Number(hour),
    Number(minute),
    Number(second),
    Math.floor(Number(`0.${fraction}`) * 1000 + 1e-6),
  );
  return Number.isFinite(time) ? time - zoneOffsetMs(zone) : undefined;
}

function zoneOffsetMs(zone: string | undefined): number {
  if (zone === undefined || zone === "Z") return 0;
  const sign = zone.startsWith("-") ? -1 : 1;
  const hours = Number(zone.slice(1, 3));
  const minutes = Number(zone.slice(-2));
  return sign * (hours * 60 + minutes) * 60_000;
}
