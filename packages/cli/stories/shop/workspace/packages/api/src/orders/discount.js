/**
 * Discounts as customers get them. A discount is a share of the goods in percent, never of shipping,
 * and an order has at most one of them: the one with the highest share.
 */

/** Codes that marketing has announced; the page shows them as they stand here. */
export const DISCOUNTS = [
  { code: "WELCOME5", percent: 5, from: "2026-01-01", until: "2026-12-31" },
  { code: "SPRING15", percent: 15, from: "2026-03-01", until: "2026-05-31" },
  { code: "STAFF30", percent: 30, from: "2026-01-01", until: "2026-12-31" },
];

/** The discount that applies at a date (ISO 8601, UTC); none for an unknown code. */
export function findDiscount(codes, date) {
  const valid = DISCOUNTS.filter(
    ({ code, from, until }) => codes.includes(code) && from <= date && date <= until,
  );
  return valid.sort((one, other) => other.percent - one.percent)[0];
}

/** What the discount takes off, in cents. */
export function discountOf(goodsCents, discount) {
  if (discount === undefined) return 0;
  return Math.floor(goodsCents * (discount.percent / 100));
}
