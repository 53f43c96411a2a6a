import { discountOf, findDiscount } from "./discount.js";

/** Shipping is free from this sum of goods on, before any discount. */
const FREE_SHIPPING_FROM_CENTS = 5000;
const SHIPPING_CENTS = 490;

/** What the goods of an order cost, in cents. */
export function goodsTotal(order) {
  return order.items.reduce((sum, item) => sum + item.quantity * item.cents, 0);
}

/** What the customer pays for shipping, in cents. */
export function shippingOf(order) {
  if (order.items.length === 0) return 0;
  return goodsTotal(order) >= FREE_SHIPPING_FROM_CENTS ? 0 : SHIPPING_CENTS;
}

/**
 * What the customer pays, in cents: the goods, less the discount, plus shipping.
 *
 * An order is `{ items: [{ name, quantity, cents }], codes: [string], date: "2026-04-01" }`.
 */
export function total(order) {
  const goods = goodsTotal(order);
  const discount = findDiscount(order.codes ?? [], order.date);
  return goods - discountOf(goods, discount) + shippingOf(order);
}

/** The lines that the page and the mail show under an order. */
export function summaryOf(order) {
  const goods = goodsTotal(order);
  const discount = findDiscount(order.codes ?? [], order.date);
  const lines = order.items.map(({ name, quantity, cents }) => ({
    text: quantity === 1 ? name : `${quantity} x ${name}`,
    cents: quantity * cents,
  }));
  if (discount !== undefined) {
    lines.push({ text: `Discount ${discount.code}`, cents: -discountOf(goods, discount) });
  }
  lines.push({ text: "Shipping", cents: shippingOf(order) });
  lines.push({ text: "Total", cents: total(order) });
  return lines;
}
