import { randomUUID, timingSafeEqual } from 'node:crypto';
import { pathOf } from '@yikao/model/calls/call.ts';
import { paymentCalls } from '@yikao/model/contexts/payment/payment.calls.ts';
import { shanghaiTime } from '@yikao/model/rules/data-year.ts';
import { readInstant } from '@yikao/model/rules/times.ts';
import { z } from 'zod';
import type { Engine } from '../../../engine/engine.ts';
import {
  NoticeRefused,
  PaymentFailure,
  type PaymentGateway,
  type PaymentState,
  type RawNotice,
} from '../../../platform/payment/types.ts';
import { jsonOf } from '../../../platform/payment/vendor-call.ts';
import { endTrade, findLocalRefund, findTrade, type LocalTrade, openTrade, refundTrade } from './trades.ts';

/** The local gateway, which also plays the vendor's part. */
export interface LocalGateway extends PaymentGateway {
  /** The number of the payment on this page; undefined for an invalid address. */
  payNoOf(token: string): string | undefined;
  /** A signed notice about a trade, as a vendor would send it. */
  noticeOf(trade: LocalTrade): RawNotice;
}

/** Headers of a notice, and seconds that its time may be away from ours. */
const header = { time: 'local-timestamp', signature: 'local-signature' } as const;
const clockSeconds = 300;

const told = z.object({
  id: z.uuid(),
  payNo: z.string(),
  status: z.enum(['paid', 'closed']),
  amount: z.string().nullable(),
  payTime: z.string().nullable(),
});

function stateOf(trade: LocalTrade): PaymentState {
  return {
    status: trade.status,
    ...(trade.paidAmount !== null && { amount: trade.paidAmount }),
    ...(trade.status === 'paid' && { transactionId: `L${trade.payNo}` }),
    ...(trade.payTime && { payTime: trade.payTime }),
  };
}

/**
 * A simulated gateway for trying everything without a vendor: its page has buttons to pay or close a trade. Notices are
 * signed, checked and accepted like those of vendors; its books are two tables.
 */
export function createLocalGateway(engine: Engine, publicUrl: string | undefined): LocalGateway {
  const { secrets, clock } = engine;
  const page = 'local payment page';
  const notices = 'local payment notice';
  const mark = (payNo: string) => secrets.digest(payNo, page).digest.toString('hex').slice(0, 24);
  const same = (one: string, other: string) =>
    one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other));

  async function query(payNo: string): Promise<PaymentState> {
    const trade = await findTrade(engine.db, payNo);
    return trade ? stateOf(trade) : { status: 'unknown' };
  }

  const queryRefund: PaymentGateway['queryRefund'] = async ({ refundNo }) => {
    const refund = await findLocalRefund(engine.db, refundNo);
    return refund ? { status: 'done', channelRefundNo: `L${refundNo}`, ...refund } : { status: 'unknown' };
  };

  return {
    name: 'local',

    async prepay(payment) {
      await openTrade(engine.db, payment);
      return {
        codeUrl:
          (publicUrl ?? '') +
          pathOf(paymentCalls.localPage, { token: `${payment.payNo}-${mark(payment.payNo)}` }),
      };
    },

    query,

    async close(payNo) {
      const trade = await endTrade(engine.db, payNo, 'closed', clock.now());
      return trade ? stateOf(trade) : { status: 'unknown' };
    },

    async refund({ payNo, refundNo, amount }) {
      if (!(await refundTrade(engine.db, payNo, refundNo, amount, clock.now()))) {
        throw new PaymentFailure('refused', 'NOT_ENOUGH: More would go back than has come', {
          vendorCode: 'NOT_ENOUGH',
        });
      }
      return queryRefund({ payNo, refundNo });
    },

    queryRefund,

    async verifyNotice({ headers, body }) {
      const time = headers[header.time];
      const age = clock.now().getTime() / 1000 - Number(time);
      if (typeof time !== 'string' || !(Math.abs(age) <= clockSeconds)) throw new NoticeRefused('time');
      const signature = String(headers[header.signature]);
      const known = secrets.digests(`${time}\n${body.toString('utf8')}`, notices);
      if (!known.some(({ digest }) => same(digest.toString('hex'), signature)))
        throw new NoticeRefused('signature');
      const found = told.safeParse(jsonOf(body.toString('utf8')));
      if (!found.success) throw new NoticeRefused('content', { cause: found.error });
      const { id, payNo, status, amount, payTime } = found.data;
      const paidAt = payTime === null ? undefined : readInstant(payTime);
      return {
        eventId: id,
        raw: found.data,
        about: 'payment',
        payNo,
        state: {
          status,
          ...(amount !== null && { amount }),
          ...(status === 'paid' && { transactionId: `L${payNo}` }),
          ...(paidAt && { payTime: paidAt }),
        },
      };
    },

    answer: taken => ({ status: 200, contentType: 'text/plain', body: taken ? 'success' : 'fail' }),

    payNoOf(token) {
      const [payNo = '', given = ''] = token.split('-');
      return same(given, mark(payNo)) ? payNo : undefined;
    },

    noticeOf({ payNo, status, paidAmount, payTime }) {
      const body = JSON.stringify({
        id: randomUUID(),
        payNo,
        status: status === 'paid' ? 'paid' : 'closed',
        amount: paidAmount,
        payTime: payTime?.toISOString() ?? null,
        sent: shanghaiTime(clock.now()),
      });
      const time = String(Math.floor(clock.now().getTime() / 1000));
      const { digest } = secrets.digest(`${time}\n${body}`, notices);
      return {
        headers: {
          'content-type': 'application/json',
          [header.time]: time,
          [header.signature]: digest.toString('hex'),
        },
        body: Buffer.from(body),
      };
    },
  };
}
