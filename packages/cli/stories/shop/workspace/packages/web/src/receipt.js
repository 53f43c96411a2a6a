import { summaryOf } from "../../api/src/orders/total.js";

/** Cents as customers read them, such as `12.90 EUR`. */
export function shown(cents) {
  const sign = cents < 0 ? "-" : "";
  const whole = Math.trunc(Math.abs(cents) / 100);
  const rest = String(Math.abs(cents) % 100).padStart(2, "0");
  return `${sign}${whole}.${rest} EUR`;
}

/** The receipt under an order: one line an item, then the discount, shipping and the total. */
export function receipt(order) {
  const lines = summaryOf(order).map(({ text, cents }) => [text, shown(cents)]);
  const width = Math.max(...lines.map(([text]) => text.length));
  return lines.map(([text, amount]) => `${text.padEnd(width)}  ${amount.padStart(12)}`).join("\n");
}
