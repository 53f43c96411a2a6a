/** Charges an order once; amounts are in cents. */
export function charge(orderId: string, cents: number): string {
  return `${orderId}:${cents}`;
}
