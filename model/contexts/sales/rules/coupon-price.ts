import { compare, greatest, halfUp2, least, minus, times } from '../../../rules/money.ts';
import { couponType as couponTypes } from '../sales.codes.ts';

/** Terms of a coupon (domain G6), amounts as exact decimals. */
export interface CouponTerms {
  /** 1 off from a total on, 2 discount, 3 off at once. */
  readonly couponType: number;
  readonly amount: string | null;
  /** Share of the price that remains, 0.01 to 0.99. */
  readonly discount: string | null;
  readonly maxAmount: string | null;
  readonly threshold: string | null;
}

/** The minimum price of anything not free. */
const leastPrice = '0.01';

/**
 * A coupon's discount on a total (domain 4.15), limited so that at least one fen remains to pay; zero on free goods.
 * Undefined if the total is below the coupon's threshold.
 */
export function couponSaving(total: string, coupon: CouponTerms): string | undefined {
  const { couponType, amount, discount, maxAmount, threshold } = coupon;
  if (couponType === couponTypes.is.spendAndSave && compare(total, threshold ?? '0') < 0) return undefined;
  const saved =
    couponType === couponTypes.is.discount
      ? halfUp2(times(total, minus('1', discount ?? '1')))
      : halfUp2(amount ?? '0');
  const capped =
    couponType === couponTypes.is.discount && maxAmount !== null ? least(saved, halfUp2(maxAmount)) : saved;
  return greatest('0.00', least(capped, halfUp2(minus(total, leastPrice))));
}
