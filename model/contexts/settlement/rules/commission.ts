import { greatest, halfUp2, least, minus, sum, times } from '../../../rules/money.ts';
import { itemKind } from '../settlement.codes.ts';

/** The facts of a paid order that determine commission; the rates are those at the time of payment (domain 0.7, 11). */
export interface CommissionOrder {
  readonly payAmount: string;
  readonly refundAmount: string;
  /** Share of the partner, the parent channel's partner, and the agency, each 0 to 1; null if there is none. */
  readonly commissionRate: string | null;
  readonly parentRate: string | null;
  readonly agentRate: string | null;
}

/** The commission of an order, rounded to the fen order by order (domain 4.10). */
export interface Commission {
  /** The amount that was paid and not given back. */
  readonly base: string;
  readonly commission: string;
  /** The amount for the partner of the parent channel. */
  readonly parentCommission: string;
  /**
   * The amount that the partner passes on to the agency, out of the partner's commission and never more than it (0.7,
   * 17).
   */
  readonly agentCommission: string;
}

const none = '0.00';

/** The current commission of an order (domain 4.10). */
export function commissionOf(order: CommissionOrder): Commission {
  const base = greatest(none, minus(order.payAmount, order.refundAmount));
  const share = (rate: string | null) => (rate === null ? none : halfUp2(times(base, rate)));
  const commission = share(order.commissionRate);
  return {
    base,
    commission,
    parentCommission: share(order.parentRate),
    // The partner pays the agency, and cannot pass on more than it receives.
    agentCommission: least(share(order.agentRate), commission),
  };
}

/** The kinds of lines of a settlement, by name. */
export const itemKinds = itemKind.is;

/** One of {@link itemKinds}. */
export type ItemKind = (typeof itemKinds)[keyof typeof itemKinds];

/** The parts of a settlement line used in sums. */
export interface SettleLine {
  readonly itemKind: ItemKind;
  readonly payAmount: string;
  readonly refundAmount: string;
  readonly commission: string;
  readonly parentCommission: string;
  readonly agentCommission: string;
}

/**
 * The sums of a settlement. Order amounts cover the partner's own orders; shares in others' orders count only as
 * commission.
 */
export interface SettleTotals {
  readonly orderNum: number;
  readonly orderAmount: string;
  readonly refundAmount: string;
  readonly baseAmount: string;
  /** Commission on own orders and on orders below, less reversals of both. */
  readonly commission: string;
  /** The amount that partners of parent channels receive for the own orders, in their own settlements. */
  readonly parentCommission: string;
  /** The amount that the partner passes on to agencies, out of the commission. */
  readonly agentCommission: string;
  /** The balance carried over from earlier negative settlements; never above zero. */
  readonly carriedAmount: string;
  /** Commission plus carried balance plus adjustment; a negative amount is not paid but carried forward. */
  readonly payableAmount: string;
}

/** Kinds of lines about the partner's own orders. */
const ownKinds: readonly ItemKind[] = [itemKinds.order, itemKinds.correction];

const commissionIn = (lines: readonly SettleLine[]) => sum(lines.map(line => line.commission));

/** Adds the lines of a settlement up (domain 4.10). */
export function settleTotals(lines: readonly SettleLine[], adjustAmount: string): SettleTotals {
  const own = lines.filter(({ itemKind }) => ownKinds.includes(itemKind));
  const carriedAmount = commissionIn(lines.filter(({ itemKind }) => itemKind === itemKinds.carried));
  const commission = commissionIn(lines.filter(({ itemKind }) => itemKind !== itemKinds.carried));
  const orderAmount = sum(own.map(line => line.payAmount));
  const refundAmount = sum(own.map(line => line.refundAmount));
  return {
    orderNum: lines.filter(({ itemKind }) => itemKind === itemKinds.order).length,
    orderAmount,
    refundAmount,
    baseAmount: minus(orderAmount, refundAmount),
    commission,
    parentCommission: sum(lines.map(line => line.parentCommission)),
    agentCommission: sum(lines.map(line => line.agentCommission)),
    carriedAmount,
    payableAmount: sum([commission, carriedAmount, adjustAmount]),
  };
}
