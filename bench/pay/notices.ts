import { setTimeout as sleep } from 'node:timers/promises';
import type { WechatServer } from '@yikao/server/testing/payment/wechat-server.ts';
import type { Product } from '@yikao/server/testing/product.ts';
import type { WaitingOrder } from './shop.ts';

/**
 * Seconds after which WeChat Pay repeats a notice that was not answered with success: 15, 15, 30, 180, 600 and so on by
 * its documentation; here a tenth of it, and the last one again and again.
 */
const repeatsAfter = [1.5, 1.5, 3, 18];
/** Milliseconds within which a notice must be answered, by the vendor's documentation. */
const patienceMs = 5_000;

/** What came of telling payments. */
export interface Told {
  /** Milliseconds from a notice to its answer, of those that were answered with success, sorted. */
  readonly times: readonly number[];
  /** Notices that were sent, repeated ones with them. */
  readonly sent: number;
  /** Seconds from the first notice to the last answer that was needed. */
  readonly seconds: number;
}

/** Tells of payments as a vendor does, from outside of the product. */
export interface Teller {
  /** Payers pay `perSecond` of the orders each second, whether the product answers or not; ends when all are told. */
  steadily(orders: readonly WaitingOrder[], perSecond: number): Promise<Told>;
  /** Payers pay so many at once, as quickly as the product takes them in. */
  atOnce(order: WaitingOrder): Promise<void>;
}

/**
 * A teller for one account at the vendor. One notice in twenty comes twice at the same time, and one in twenty again
 * though it was answered: vendors promise neither.
 */
export function createTeller(product: Product, vendor: WechatServer, accountId: number): Teller {
  const times: number[] = [];
  let sent = 0;

  async function tell(notice: ReturnType<WechatServer['paymentNotice']>): Promise<boolean> {
    sent += 1;
    const start = performance.now();
    try {
      const response = await fetch(`${product.address}/api/pay/notify/wechat/${accountId}`, {
        method: 'POST',
        headers: { ...notice.headers },
        body: notice.body,
        signal: AbortSignal.timeout(patienceMs),
      });
      const good = response.status === 200 && (await response.text()).includes('SUCCESS');
      if (good) times.push(performance.now() - start);
      return good;
    } catch {
      // The node is gone, or does not answer: as a vendor, say it again later.
      return false;
    }
  }

  async function untilHeard(payNo: string): Promise<void> {
    vendor.ledger.pay(payNo);
    // The same event each time, signed anew: what it is known by stays.
    const eventId = `EV-${payNo}`;
    const chance = Math.random();
    for (let turn = 0; ; turn++) {
      const again = chance < 0.05 ? [tell(vendor.paymentNotice(payNo, { eventId }))] : [];
      const heard = await Promise.all([tell(vendor.paymentNotice(payNo, { eventId })), ...again]);
      if (heard.some(Boolean)) break;
      await sleep((repeatsAfter[Math.min(turn, repeatsAfter.length - 1)] ?? 1) * 1_000);
    }
    if (chance > 0.95) await tell(vendor.paymentNotice(payNo, { eventId }));
  }

  return {
    async steadily(orders, perSecond) {
      times.length = 0;
      sent = 0;
      const start = performance.now();
      await Promise.all(
        orders.map(async ({ payNo }, n) => {
          await sleep((n * 1_000) / perSecond);
          await untilHeard(payNo);
        }),
      );
      const seconds = (performance.now() - start) / 1_000;
      return { times: times.toSorted((a, b) => a - b), sent, seconds };
    },
    atOnce: ({ payNo }) => untilHeard(payNo),
  };
}
