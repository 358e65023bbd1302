import { shanghaiTime } from '@yikao/model/rules/data-year.ts';
import { halfUp2, times } from '@yikao/model/rules/money.ts';
import type { DemoRow, DemoShop } from './orders.ts';
import type { Sequence } from './sequence.ts';

/**
 * Outcomes of the orders, from oldest to newest, with their frequency: how they ended, and which refund was requested.
 * `late` was paid after it was closed, so its money was returned; `held` received a different amount.
 */
export const fates = {
  paid: 68,
  closed: 17,
  late: 1,
  held: 1,
  free: 3,
  voided: 2,
  refunded: 8,
  partly: 6,
  applied: 4,
  reviewed: 2,
  processing: 3,
  rejected: 3,
  failed: 2,
} as const;

/** The outcome of an order; `pending` waits for payment. */
export type Fate = keyof typeof fates | 'pending';

const minuteMs = 60_000;

const reasons = [
  '重复购买',
  '考生已转为校考，不再需要',
  '买错年份',
  '家长不同意',
  '与宣传不符',
  '计划有变，不再需要',
];

/** A number of a document with the letter of its kind, made in that second. */
export function numberAt(random: Sequence, letter: string, at: Date): string {
  const second = shanghaiTime(at).replace(/\D/g, '');
  return `${letter}${second}${String(random.between(0, 999_999)).padStart(6, '0')}`;
}

/** The payments and refunds of the demo orders. */
export class Payments {
  readonly payRecords: DemoRow[] = [];
  readonly refunds: DemoRow[] = [];
  readonly payRefunds: (DemoRow & { payNo: string })[] = [];
  readonly #random: Sequence;
  readonly #now: Date;
  readonly #shop: DemoShop;

  constructor(now: Date, shop: DemoShop, random: Sequence) {
    this.#now = now;
    this.#shop = shop;
    this.#random = random;
  }

  /** The payment of an order that went through a vendor; answers its number. */
  pay(
    row: {
      orderNo: string;
      payAmount: string;
      payType: number | null;
      goodsId: number;
      partnersId: number | null;
      saleUserId: number | null;
    },
    fate: Fate,
    at: Date,
    paidAt: Date,
  ): string | undefined {
    const left = fate === 'closed' && this.#random.chance(0.5);
    const odd = fate === 'late' || fate === 'held';
    const payType = row.payType ?? (left || odd ? 1 : null);
    if (payType === null || payType > 3) return undefined;
    const payNo = numberAt(this.#random, 'P', at);
    const goods = this.#shop.goods.find(({ goodsId }) => goodsId === row.goodsId);
    const came = left ? null : fate === 'held' ? halfUp2(times(row.payAmount, '0.5')) : row.payAmount;
    const time = odd ? new Date(at.getTime() + 35 * minuteMs) : paidAt;
    this.payRecords.push({
      payNo,
      bizType: 1,
      orderNo: row.orderNo,
      title: goods?.goodsName ?? null,
      amount: row.payAmount,
      paidAmount: came,
      payType,
      payStatus: left ? 2 : fate === 'held' ? 3 : 1,
      payTime: came === null ? null : shanghaiTime(time),
      transactionId: came === null ? null : `L${payNo}`,
      gateway: 'local',
      expireTime: shanghaiTime(new Date(at.getTime() + 30 * minuteMs)),
      partnersId: row.partnersId,
      saleUserId: row.saleUserId,
      createTime: shanghaiTime(at),
    });
    if (fate === 'late') {
      const back = new Date(time.getTime() + minuteMs);
      this.#payBack(row, {
        payNo,
        refundNo: payNo,
        amount: row.payAmount,
        at: back,
        reason: '订单已关闭或已支付，原路退回',
        payType,
      });
    }
    return payNo;
  }

  #payBack(
    row: { orderNo: string; partnersId: number | null },
    given: {
      payNo: string;
      refundNo: string;
      amount: string;
      at: Date;
      reason: string;
      payType: number;
      errorMsg?: string;
    },
  ): void {
    const { payNo, refundNo, amount, at, reason, payType, errorMsg = null } = given;
    this.payRefunds.push({
      payNo,
      refundNo,
      bizType: 1,
      orderNo: row.orderNo,
      payType,
      amount,
      reason,
      payRefundStatus: errorMsg === null ? 2 : 3,
      refundTime: errorMsg === null ? shanghaiTime(at) : null,
      channelRefundNo: errorMsg === null ? `L${refundNo}` : null,
      errorMsg,
      partnersId: row.partnersId,
      createTime: shanghaiTime(at),
    });
  }

  /** The refund of an order; returns its changes to the order. */
  refund(
    row: {
      orderNo: string;
      payAmount: string;
      payType: number | null;
      partnersId: number | null;
      provinceId: number;
      saleUserId: number | null;
    },
    about: {
      fate: Fate;
      paidAt: Date;
      payNo: string | undefined;
      usedNum: number;
      countLimit: number | null;
    },
  ): object {
    const { fate, paidAt, payNo, usedNum, countLimit } = about;
    const state = { applied: 1, reviewed: 1, processing: 2, refunded: 3, partly: 3, rejected: 4, failed: 5 }[
      fate as string
    ];
    if (state === undefined) return {};
    const hours = (count: number) => new Date(paidAt.getTime() + count * 3_600_000);
    const appliedAt = this.#past(hours(this.#random.between(2, 60)));
    const auditedAt = this.#past(new Date(appliedAt.getTime() + this.#random.between(10, 600) * minuteMs));
    const amount =
      fate === 'partly' || fate === 'rejected' ? halfUp2(times(row.payAmount, '0.5')) : row.payAmount;
    const refundNo = numberAt(this.#random, 'R', appliedAt);
    const reason = this.#random.pick(reasons) ?? '重复购买';
    const decided = state !== 1;
    // A used order needs two approvals; the first has been given in those marked as reviewed.
    const twice = usedNum > 0 && (decided ? state !== 4 : fate === 'reviewed');
    const errorMsg = state === 5 ? 'NOT_ENOUGH: 商户可用余额不足' : null;
    const done = state === 3;
    if (payNo !== undefined && (done || state === 5)) {
      this.#payBack(row, {
        payNo,
        refundNo,
        amount,
        at: auditedAt,
        reason,
        payType: row.payType ?? 1,
        ...(errorMsg !== null && { errorMsg }),
      });
    }
    this.refunds.push({
      refundNo,
      bizType: 1,
      orderNo: row.orderNo,
      amount,
      payAmount: row.payAmount,
      usedNum,
      countLimit,
      reason,
      refundStatus: state,
      applyBy: this.#account(twice || this.#random.chance(0.7) ? 'service01' : 'finance01'),
      firstAuditBy: twice ? this.#account('finance01') : null,
      auditBy: decided ? this.#account('finance02') : null,
      auditTime: decided ? shanghaiTime(auditedAt) : null,
      auditRemark: state === 4 ? '服务已完成，不符合退款条件' : decided && twice ? '已与考生核实' : null,
      refundTime: done ? shanghaiTime(auditedAt) : null,
      channelRefundNo: done && payNo !== undefined ? `L${refundNo}` : null,
      errorMsg,
      partnersId: row.partnersId,
      provinceId: row.provinceId,
      saleUserId: row.saleUserId,
      createTime: shanghaiTime(appliedAt),
    });
    return done ? { refundAmount: amount, refundTime: shanghaiTime(auditedAt) } : {};
  }

  /** That time, or a few minutes ago if it is still in the future. */
  #past(at: Date): Date {
    const latest = this.#now.getTime() - 5 * minuteMs;
    return at.getTime() < latest ? at : new Date(latest);
  }

  #account(userName: string): number | null {
    return this.#shop.accounts.get(userName) ?? null;
  }
}
