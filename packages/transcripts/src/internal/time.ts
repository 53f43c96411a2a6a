const ISO =
  /^(\d{4})-(\d\d)-(\d\d)(?:[T ](\d\d):(\d\d)(?::(\d\d)(?:[.,](\d{1,9}))?)?)?(Z|[+-]\d\d:?\d\d)?$/;

/** Below this a number is taken as seconds since 1970, from it on as milliseconds. */
const SECONDS_BELOW = 100_000_000_000;

/** The latest time that a `Date` can hold. */
const LATEST_MS = 8_640_000_000_000_000;

/**
 * Milliseconds since 1970 of a time as agents write it: ISO text, seconds or milliseconds. A time
 * without a zone is taken as UTC, so that every machine reads the same value.
 */
export function parseTimeMs(value: unknown): number | undefined {
  if (typeof value === "number") {
    if (!(value > 0 && value <= LATEST_MS)) return undefined;
    return value < SECONDS_BELOW ? Math.round(value * 1000) : Math.round(value);
  }
  if (typeof value !== "string" || value.length > 40) return undefined;
  const usual = usualTime(value);
  if (usual !== undefined) return usual;
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

/** `2026-01-05T10:00:00.000Z`, as nearly every record of every agent has it. */
function usualTime(text: string): number | undefined {
  if (text.length !== 24 || text[10] !== "T" || text[23] !== "Z" || text[19] !== ".")
    return undefined;
  if (text[4] !== "-" || text[7] !== "-" || text[13] !== ":" || text[16] !== ":") return undefined;
  const year = digits(text, 0, 4);
  const month = digits(text, 5, 7);
  const day = digits(text, 8, 10);
  const hour = digits(text, 11, 13);
  const minute = digits(text, 14, 16);
  const second = digits(text, 17, 19);
  const time = Date.UTC(year, month - 1, day, hour, minute, second, digits(text, 20, 23));
  return Number.isFinite(time) ? time : undefined;
}

/** The number that the digits say; not a number when one is none. */
function digits(text: string, from: number, end: number): number {
  let number = 0;
  for (let at = from; at < end; at += 1) {
    const digit = text.charCodeAt(at) - 0x30;
    if (digit < 0 || digit > 9) return Number.NaN;
    number = number * 10 + digit;
  }
  return number;
}

function zoneOffsetMs(zone: string | undefined): number {
  if (zone === undefined || zone === "Z") return 0;
  const sign = zone.startsWith("-") ? -1 : 1;
  const hours = Number(zone.slice(1, 3));
  const minutes = Number(zone.slice(-2));
  return sign * (hours * 60 + minutes) * 60_000;
}
