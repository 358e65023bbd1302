import { compare, greatest, halfUp2, least, minus } from './money.ts';

/**
 * The entitlement of an order, and how often it was used. `countLimit` is null where it may be used as often as one
 * likes.
 */
export interface EntitlementUse {
  readonly usedNum: number;
  readonly countLimit: number | null;
}

/**
 * The share of a payment that was not used, as something to begin a talk with: what was paid by the uses that are left,
 * less what has gone back already, in fen. The whole of what is left where nothing counts uses (domain 0.7, 10).
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
