import { compare, greatest, halfUp2, least, minus } from '../../../rules/money.ts';

/** The entitlement of an order, and its usage. `countLimit` is null for unlimited use. */
export interface EntitlementUse {
  readonly usedNum: number;
  readonly countLimit: number | null;
}

/**
 * The unused share of a payment, in fen, as a starting point for a refund: the amount paid times the remaining share of
 * uses, less earlier refunds. The whole remainder if nothing counts uses (domain 0.7, 10).
 */
export function unusedShare(
  payAmount: string,
  refundAmount: string,
  entitlements: readonly EntitlementUse[],
): string {
  const left = minus(payAmount, refundAmount);
  const counted = entitlements.filter(({ countLimit }) => countLimit !== null && countLimit > 0);
  if (counted.length === 0) return halfUp2(left);
  const limit = counted.reduce((total, { countLimit }) => total + (countLimit ?? 0), 0);
  const used = counted.reduce(
    (total, { usedNum, countLimit }) => total + Math.min(usedNum, countLimit ?? 0),
    0,
  );
  const fen = BigInt(halfUp2(payAmount).replace('.', '')) * BigInt(limit - used);
  const half = (fen * 2n + BigInt(limit)) / (BigInt(limit) * 2n);
  const text = String(half).padStart(3, '0');
  const share = minus(`${text.slice(0, -2)}.${text.slice(-2)}`, refundAmount);
  return compare(share, '0') <= 0 ? '0.00' : greatest('0.00', least(share, halfUp2(left)));
}
