import { greatest, halfUp2, least, minus, sum, times } from './money.ts';

/**
 * The facts of a paid order that commission is worked out of; the rates are those of the moment when it was paid
 * (domain 0.7, 11).
 */
export interface CommissionOrder {
  readonly payAmount: string;
  readonly refundAmount: string;
  /** Share of the partner, the parent channel's partner, and the agency, each 0 to 1; null where there is none. */
  readonly commissionRate: string | null;
  readonly parentRate: string | null;
  readonly agentRate: string | null;
}

/** The commission of an order, rounded to the fen order by order (domain 4.10). */
export interface Commission {
  /** The amount that was paid and not given back. */
  readonly base: string;
  readonly commission: string;
  /** The amount that goes to the partner of the parent channel. */
  readonly parentCommission: string;
  /**
   * The amount that the partner passes on to the agency, out of the partner's commission and never more than it (0.7,
   * 17).
   */
  readonly agentCommission: string;
}

const none = '0.00';

/** The commission of an order as it stands (domain 4.10). */
export function commissionOf(order: CommissionOrder): Commission {
  const base = greatest(none, minus(order.payAmount, order.refundAmount));
  const share = (rate: string | null) => (rate === null ? none : halfUp2(times(base, rate)));
  const commission = share(order.commissionRate);
  return {
    base,
    commission,
    parentCommission: share(order.parentRate),
    // The agency is paid by the partner, who cannot pass on more than comes in.
    agentCommission: least(share(order.agentRate), commission),
  };
}

/** The kinds of lines of a settlement, by name. */
export const itemKinds = {
  /** An order of the partner's own. */
  order: 1,
  /** The share in an order that came through a channel under one of the partner's. */
  parent: 2,
  /** Changes since of an order that was settled before, by refunds. */
  correction: 3,
  /** The same of a share. */
  parentCorrection: 4,
  /** An earlier settlement that came out below nought. */
  carried: 5,
} as const;

/** One of {@link itemKinds}. */
export type ItemKind = (typeof itemKinds)[keyof typeof itemKinds];

/** A line of a settlement, as far as sums are taken of it. */
export interface SettleLine {
  readonly itemKind: ItemKind;
  readonly payAmount: string;
  readonly refundAmount: string;
  readonly commission: string;
  readonly parentCommission: string;
  readonly agentCommission: string;
}

/**
 * The sums of a settlement. Amounts of orders are of the partner's own; shares in others' orders are commission
 * alone.
 */
export interface SettleTotals {
  readonly orderNum: number;
  readonly orderAmount: string;
  readonly refundAmount: string;
  readonly baseAmount: string;
  /** Of own orders, of shares in orders below, and what is taken back of both. */
  readonly commission: string;
  /** The amount that partners of parent channels get for the own orders, in settlements of theirs. */
  readonly parentCommission: string;
  /** The amount that the partner passes on to agencies, out of the commission. */
  readonly agentCommission: string;
  /** The amount that earlier settlements below nought leave to be made up for; never above nought. */
  readonly carriedAmount: string;
  /**
   * Commission, what is carried forward, and the adjustment; below nought it is not paid and carried forward itself.
   */
  readonly payableAmount: string;
}

/** Kinds of lines that tell of the partner's own orders. */
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
