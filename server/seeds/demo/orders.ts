import { couponSaving } from '@yikao/model/contexts/sales/rules/coupon-price.ts';
import { shanghaiTime } from '@yikao/model/rules/data-year.ts';
import { compare, minus } from '@yikao/model/rules/money.ts';
import { readableLetters } from '@yikao/model/rules/readable-code.ts';
import { type Fate, fates, numberAt, Payments } from './order-payments.ts';
import { Sequence } from './sequence.ts';
import type { DemoCard, DemoConsumer, DemoCoupon, DemoGoods } from './shop.ts';

/** Rows of the demo house's sales; values are in stored form, and rows refer to their order by number. */
export interface DemoSales {
  readonly orders: readonly DemoRow[];
  readonly userCards: readonly DemoRow[];
  readonly userCoupons: readonly DemoRow[];
  readonly payRecords: readonly DemoRow[];
  readonly refunds: readonly DemoRow[];
  /** Refunds as recorded by vendors; `payNo` is the payment they are taken from. */
  readonly payRefunds: readonly (DemoRow & { readonly payNo: string })[];
}

/** Canonical values of a row. */
export type DemoRow = Readonly<Record<string, unknown>> & { readonly createTime: string };

/** The rows inserted earlier, with their keys. */
export interface DemoShop {
  readonly year: number;
  readonly cards: readonly (DemoCard & { readonly cardId: number; readonly expireTime: string })[];
  readonly goods: readonly (DemoGoods & { readonly goodsId: number; readonly cardId: number | null })[];
  readonly coupons: readonly (DemoCoupon & { readonly couponId: number; readonly endTime: string })[];
  readonly consumers: readonly (DemoConsumer &
    Attribution & { readonly userId: number; readonly since: Date })[];
  /** Keys of accounts by name; missing if demo data was enabled later. */
  readonly accounts: ReadonlyMap<string, number>;
}

/** Owner of a consumer, and so of the orders. */
interface Attribution {
  readonly channelId: number | null;
  readonly partnersId: number | null;
  readonly agentId: number | null;
  readonly sourceId: number | null;
  readonly saleUserId: number | null;
}

/** Orders that wait for payment, and the time left: demos are used for days. */
const pending = { count: 5, days: 3 } as const;

/** Days over which the orders are spread. */
const spreadDays = 90;
const minuteMs = 60_000;
const dayMs = 86_400_000;

/** Payment types of a vendor's orders, with some transfers and cash. */
const payTypes = [1, 1, 1, 1, 2, 2, 3, 4, 5, 5] as const;

/** The orders of 90 days before `now` with all that hangs on them (domain 7.3): the same for the same day and shop. */
export function demoSales(now: Date, shop: DemoShop): DemoSales {
  return new Sales(now, shop).all();
}

class Sales {
  readonly orders: DemoRow[] = [];
  readonly userCards: DemoRow[] = [];
  readonly userCoupons: DemoRow[] = [];
  readonly #random: Sequence;
  readonly #now: Date;
  readonly #shop: DemoShop;
  readonly #bought = new Map<string, number>();
  readonly #had = new Set<string>();
  readonly #payments: Payments;

  constructor(now: Date, shop: DemoShop) {
    this.#now = now;
    this.#shop = shop;
    this.#random = new Sequence(shop.year * 13);
    this.#payments = new Payments(now, shop, this.#random);
  }

  all(): DemoSales {
    const ended = Object.entries(fates).flatMap(([fate, count]) => Array<Fate>(count).fill(fate as Fate));
    // Recent days have the tasks that people still have to do; the rest is mixed.
    const open = new Set<Fate>(['applied', 'reviewed', 'processing', 'failed']);
    const times = ended.map(fate => this.#when(open.has(fate) ? 7 : spreadDays));
    const waiting = Array.from(
      { length: pending.count },
      (_, at) => new Date(this.#now.getTime() - (3 + at * 4) * minuteMs),
    );
    const all = [
      ...ended.map((fate, at) => ({ fate, at: times[at] ?? this.#now })),
      ...waiting.map(at => ({ fate: 'pending' as Fate, at })),
    ].toSorted((one, other) => one.at.getTime() - other.at.getTime());
    for (const { fate, at } of all) this.#order(fate, at);
    this.#gifts();
    this.#unusedCoupons();
    const { orders, userCards, userCoupons } = this;
    const { payRecords, refunds, payRefunds } = this.#payments;
    return { orders, userCards, userCoupons, payRecords, refunds, payRefunds };
  }

  /** A moment of the last days between nine and ten in the evening, more often lately. */
  #when(days: number): Date {
    const lately = Math.min(this.#random.between(0, days - 1), this.#random.between(0, days - 1));
    const midnight = Math.floor((this.#now.getTime() + 8 * 3_600_000) / dayMs) * dayMs - 8 * 3_600_000;
    const seconds = this.#random.between(9 * 3_600, 22 * 3_600);
    return new Date(midnight - (lately + 1) * dayMs + seconds * 1_000);
  }

  /** Goods that this consumer may still buy. */
  #goodsFor(consumer: DemoShop['consumers'][number], withCard: boolean) {
    const choice = this.#shop.goods.flatMap(goods => {
      const had = this.#bought.get(`${consumer.userId}/${goods.goodsId}`) ?? 0;
      const fits =
        (!withCard || goods.cardId !== null) &&
        (goods.perLimit === 0 || had < goods.perLimit) &&
        (goods.provinceIds.length === 0 || goods.provinceIds.includes(consumer.provinceId));
      return fits ? Array<typeof goods>(goods.weight).fill(goods) : [];
    });
    return this.#random.pick(choice);
  }

  /** A coupon for these goods that the consumer was given before and has not had yet. */
  #couponFor(consumer: DemoShop['consumers'][number], goods: DemoShop['goods'][number], orderType: number) {
    if (compare(goods.price, '50') < 0 || !this.#random.chance(0.4)) return undefined;
    const fits = this.#shop.coupons.filter(
      coupon =>
        !this.#had.has(`${consumer.userId}/${coupon.couponId}`) &&
        (coupon.goods.length === 0 || coupon.goods.includes(goods.goodsName)) &&
        (coupon.cardTypes === null || coupon.cardTypes.includes(orderType)) &&
        couponSaving(goods.price, coupon) !== undefined,
    );
    return this.#random.pick(fits);
  }

  #give(
    coupon: DemoShop['coupons'][number],
    consumer: DemoShop['consumers'][number],
    received: Date,
    rest: object,
  ): void {
    this.#had.add(`${consumer.userId}/${coupon.couponId}`);
    const expireTime =
      coupon.validDays === null
        ? coupon.endTime
        : shanghaiTime(new Date(received.getTime() + coupon.validDays * dayMs));
    this.userCoupons.push({
      couponId: coupon.couponId,
      userId: consumer.userId,
      couponNo: Array.from(
        { length: 14 },
        () => readableLetters[this.#random.between(0, readableLetters.length - 1)],
      ).join(''),
      receiveTime: shanghaiTime(received),
      expireTime,
      usedTime: null,
      orderNo: null,
      status: expireTime > shanghaiTime(this.#now) ? 1 : 3,
      createTime: shanghaiTime(received),
      ...rest,
    });
  }

  #order(fate: Fate, at: Date): void {
    const withCard = ['refunded', 'reviewed', 'applied', 'voided', 'free'].includes(fate);
    const consumer = this.#random.pick(this.#shop.consumers.filter(({ since }) => since < at));
    const goods = consumer && this.#goodsFor(consumer, withCard);
    if (!consumer || !goods) return;
    const card = this.#shop.cards.find(({ cardId }) => cardId === goods.cardId);
    const orderType = card?.cardType ?? 9;
    const orderNo = numberAt(this.#random, 'S', at);
    const free = fate === 'free' || fate === 'voided';
    const coupon = free ? undefined : this.#couponFor(consumer, goods, orderType);
    const discountAmount = free ? goods.price : ((coupon && couponSaving(goods.price, coupon)) ?? '0.00');
    const payAmount = minus(goods.price, discountAmount);
    const neverPaid = fate === 'pending' || fate === 'closed' || fate === 'late' || fate === 'held';
    const status =
      fate === 'pending'
        ? 0
        : neverPaid
          ? 2
          : fate === 'processing'
            ? 4
            : fate === 'refunded' || fate === 'voided'
              ? 3
              : 1;
    const payType = this.#payTypeOf(fate);
    const paidAt = new Date(at.getTime() + this.#random.between(1, 12) * minuteMs);
    const couponNo = coupon && this.#useCoupon(coupon, consumer, at, { status, orderNo, paidAt });
    const row = {
      orderNo,
      orderType,
      goodsId: goods.goodsId,
      cardId: goods.cardId,
      userId: consumer.userId,
      userName: consumer.userName,
      mobile: consumer.mobile,
      dataYear: this.#shop.year,
      provinceId: consumer.provinceId,
      totalAmount: goods.price,
      discountAmount,
      couponNo: couponNo ?? null,
      payAmount,
      refundAmount: '0.00',
      status,
      payType: neverPaid ? null : payType,
      payTime: neverPaid ? null : shanghaiTime(paidAt),
      transactionId: null as string | null,
      expireTime:
        fate === 'pending' ? shanghaiTime(new Date(this.#now.getTime() + pending.days * dayMs)) : null,
      closeTime: status === 2 ? shanghaiTime(new Date(at.getTime() + 30 * minuteMs)) : null,
      refundTime: fate === 'voided' ? shanghaiTime(new Date(paidAt.getTime() + (3 * dayMs) / 24)) : null,
      channelId: consumer.channelId,
      partnersId: consumer.partnersId,
      agentId: consumer.agentId,
      sourceId: consumer.sourceId,
      saleUserId: consumer.saleUserId,
      stockTaken: goods.stock === -1 ? 0 : 1,
      remark: this.#random.chance(0.12)
        ? (this.#random.pick(['已寄送纸质指南', '家长加微信沟通', '机构团报', '首单客户']) ?? null)
        : null,
      createTime: shanghaiTime(at),
    };
    const payNo = this.#payments.pay(row, fate, at, paidAt);
    if (payNo !== undefined && !neverPaid) row.transactionId = `L${payNo}`;
    const usedNum = this.#entitle(row, card, fate, paidAt);
    const refunded = this.#payments.refund(row, {
      fate,
      paidAt,
      payNo,
      usedNum,
      countLimit: card?.countLimit ?? null,
    });
    this.orders.push({ ...row, ...refunded });
    if ([0, 1, 4].includes(status)) {
      const key = `${consumer.userId}/${goods.goodsId}`;
      this.#bought.set(key, (this.#bought.get(key) ?? 0) + 1);
    }
  }

  /**
   * The payment type of an order: refunds waiting for a person are manual, those refused by a vendor went through one.
   */
  #payTypeOf(fate: Fate): number {
    if (fate === 'free' || fate === 'voided') return 9;
    if (fate === 'processing') return 5;
    if (fate === 'failed' || fate === 'late' || fate === 'held') return 1;
    return this.#random.pick(payTypes) ?? 1;
  }

  /** The coupon of an order: used, locked by one that waits, or given back by one that ended. Answers its number. */
  #useCoupon(
    coupon: DemoShop['coupons'][number],
    consumer: DemoShop['consumers'][number],
    at: Date,
    { status, orderNo, paidAt }: { status: number; orderNo: string; paidAt: Date },
  ): string {
    const received = new Date(at.getTime() - this.#random.between(1, 48) * 3_600_000);
    const rest =
      status === 0
        ? { orderNo }
        : status === 1 || status === 4
          ? { orderNo, status: 2, usedTime: shanghaiTime(paidAt) }
          : {};
    this.#give(coupon, consumer, received, rest);
    return String(this.userCoupons.at(-1)?.couponNo);
  }

  /** The entitlement of an order; answers how often it was used. */
  #entitle(
    row: { orderNo: string; userId: number; provinceId: number; payTime: string | null; status: number },
    card: DemoShop['cards'][number] | undefined,
    fate: Fate,
    paidAt: Date,
  ): number {
    if (row.payTime === null || !card) return 0;
    const unused =
      fate === 'voided' || fate === 'applied' || (fate === 'refunded' && this.#random.chance(0.6));
    const usedNum = unused ? 0 : this.#random.between(fate === 'reviewed' ? 1 : 0, card.countLimit);
    this.userCards.push({
      userId: row.userId,
      cardId: card.cardId,
      cardType: card.cardType,
      dataYear: this.#shop.year,
      provinceId: row.provinceId,
      startTime: row.payTime,
      expireTime: card.expireTime,
      countLimit: card.countLimit,
      usedNum,
      sourceType: 1,
      sourceNo: row.orderNo,
      status: row.status === 3 ? 3 : 1,
      createTime: shanghaiTime(paidAt),
    });
    return usedNum;
  }

  /** Cards given away: some are good still, one has run out, one was taken back. */
  #gifts(): void {
    const trial = this.#shop.cards.find(({ formalFlag }) => formalFlag === 0);
    if (!trial) return;
    for (const [at, consumer] of this.#shop.consumers.slice(0, 6).entries()) {
      const given = new Date(this.#now.getTime() - (at * 2 + 1) * dayMs);
      const expire = new Date(given.getTime() + trial.validDays * dayMs);
      this.userCards.push({
        userId: consumer.userId,
        cardId: trial.cardId,
        cardType: trial.cardType,
        dataYear: this.#shop.year,
        provinceId: consumer.provinceId,
        startTime: shanghaiTime(given),
        expireTime: shanghaiTime(expire),
        countLimit: trial.countLimit,
        usedNum: at % 4,
        sourceType: 4,
        sourceNo: numberAt(this.#random, 'G', given),
        status: expire <= this.#now ? 2 : at === 1 ? 3 : 1,
        createTime: shanghaiTime(given),
      });
    }
  }

  /** Unused coupons, one of which was revoked. */
  #unusedCoupons(): void {
    for (const [at, consumer] of this.#shop.consumers.entries()) {
      const coupon = this.#shop.coupons[at % 3];
      if (!coupon || this.#had.has(`${consumer.userId}/${coupon.couponId}`)) continue;
      const age = Math.floor((this.#now.getTime() - consumer.since.getTime()) / dayMs);
      const received = new Date(this.#now.getTime() - this.#random.between(1, Math.max(1, age)) * dayMs);
      this.#give(coupon, consumer, received, at === 7 ? { status: 4 } : {});
    }
  }
}
