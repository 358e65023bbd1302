/** A payment in the simulated vendor's books; amounts are in fen. */
export interface Trade {
  readonly payNo: string;
  readonly fen: number;
  readonly notifyUrl: string;
  status: 'pending' | 'paid' | 'closed';
  paidFen: number;
  readonly transactionId: string;
  readonly refunds: Map<string, TradeRefund>;
}

/** A refund of a {@link Trade}. */
export interface TradeRefund {
  readonly refundNo: string;
  readonly fen: number;
  readonly channelRefundNo: string;
  status: 'processing' | 'done' | 'failed';
}

/** The books of a simulated vendor. */
export interface Ledger {
  readonly trades: ReadonlyMap<string, Trade>;
  /** Takes a payment on; the same once more is that one, with another amount it is undefined. */
  open(payNo: string, fen: number, notifyUrl: string): Trade | undefined;
  /** The payer pays; optionally with a different amount, as a vendor never should. */
  pay(payNo: string, fen?: number): Trade;
  /** Undefined if there is no such payment, `paid` if money has already arrived. */
  close(payNo: string): Trade['status'] | undefined;
  /** Undefined if the refund exceeds the payment. Repeating a number returns the same refund. */
  refund(payNo: string, refundNo: string, fen: number): TradeRefund | undefined;
  findRefund(refundNo: string): { readonly trade: Trade; readonly refund: TradeRefund } | undefined;
}

/** Empty books; `outcome` decides the result of refunds at the time. */
export function createLedger(outcome: () => TradeRefund['status']): Ledger {
  const trades = new Map<string, Trade>();
  const at = (payNo: string) => {
    const trade = trades.get(payNo);
    if (!trade) throw new Error(`There is no payment ${payNo}`);
    return trade;
  };
  return {
    trades,
    open(payNo, fen, notifyUrl) {
      const known = trades.get(payNo);
      if (known) return known.fen === fen ? known : undefined;
      const trade: Trade = {
        payNo,
        fen,
        notifyUrl,
        status: 'pending',
        paidFen: 0,
        transactionId: `T${payNo}`,
        refunds: new Map(),
      };
      trades.set(payNo, trade);
      return trade;
    },
    pay(payNo, fen) {
      const trade = at(payNo);
      trade.status = 'paid';
      trade.paidFen = fen ?? trade.fen;
      return trade;
    },
    close(payNo) {
      const trade = trades.get(payNo);
      if (trade?.status === 'pending') trade.status = 'closed';
      return trade?.status;
    },
    refund(payNo, refundNo, fen) {
      const trade = trades.get(payNo);
      if (trade?.status !== 'paid') return undefined;
      const known = trade.refunds.get(refundNo);
      if (known) return known;
      const before = [...trade.refunds.values()].reduce((total, one) => total + one.fen, 0);
      if (before + fen > trade.paidFen) return undefined;
      const refund: TradeRefund = { refundNo, fen, channelRefundNo: `R${refundNo}`, status: outcome() };
      trade.refunds.set(refundNo, refund);
      return refund;
    },
    findRefund(refundNo) {
      for (const trade of trades.values()) {
        const refund = trade.refunds.get(refundNo);
        if (refund) return { trade, refund };
      }
      return undefined;
    },
  };
}
