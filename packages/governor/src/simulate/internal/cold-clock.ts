/**
 * Tells of each request whether the cache has been cold since the one before. Times that go back
 * count as no time passed. A request without a time may have been sent at any moment, so that neither
 * it nor the next is called cold.
 */
export function createColdClock(coldAfterMs: number): (timeMs: number | undefined) => boolean {
  let latest = Number.NEGATIVE_INFINITY;
  let isKnown = false;
  return (timeMs) => {
    if (timeMs === undefined) {
      isKnown = false;
      return false;
    }
    const now = Math.max(timeMs, latest);
    const isCold = isKnown && now - latest > coldAfterMs;
    latest = now;
    isKnown = true;
    return isCold;
  };
}
