import assert from "node:assert/strict";
import { test } from "node:test";
import { total } from "../src/orders/total.js";

const order = (cents, codes = []) => ({
  items: [{ name: "Mug", quantity: 1, cents }],
  codes,
  date: "2026-04-01",
});

test("an order without a discount costs its goods and the shipping", () => {
  assert.equal(total(order(1500)), 1990);
});

test("from 50 euros on shipping is free", () => {
  assert.equal(total(order(5000)), 5000);
});
