import { registry } from '@yikao/model/contexts/datasets.ts';
import { payRefundStatus, payStatus } from '@yikao/model/contexts/payment/payment.codes.ts';
import { sql } from 'kysely';
import type { Engine } from '../../engine/engine.ts';
import { codesOf } from '../../engine/table/codes-of.ts';
import type { Columns } from '../../engine/table/columns.ts';
import type { Tx } from '../../engine/table/sql.ts';
import { transact } from '../../engine/write/transaction.ts';
import type { Logger } from '../../platform/logger.ts';
import { createLoop, type Loop } from '../../platform/loop.ts';
import { type PaymentMessage, postAsks, subjectOf } from './messages.ts';

const payIs = codesOf(payStatus);
const payRefundIs = codesOf(payRefundStatus);

const outboxIs = codesOf(registry.outbox.fields.outboxStatus.of);

/** Milliseconds between two looks, and rows of each kind that one look takes. */
const looks = { everyMs: 5_000, rows: 200 } as const;

/** Days for which received notices are remembered; vendors repeat theirs for a day or two. */
const noticeDays = 90;

/**
 * Posts a query for every payment and refund that is due for one: payments without a report yet, expired ones, which
 * the vendor is then asked to close, and refunds under way. Queries become less frequent over time, down to every ten
 * minutes, and none is posted while an earlier one waits. Returns the number posted.
 */
export async function postDueQuestions(engine: Engine): Promise<number> {
  return transact(engine.db, async db => {
    const now = engine.clock.now();
    const payments = await duePayments(db, now);
    const refunds = await dueRefunds(db, now);
    const asks: PaymentMessage[] = [
      ...payments.map(({ payNo, over }) => ({ ask: over ? ('close' as const) : ('query' as const), payNo })),
      ...refunds.map(({ payNo, refundNo }) => ({ ask: 'queryRefund' as const, payNo, refundNo })),
    ];
    if (asks.length > 0) await postAsks(engine, db, asks);
    return asks.length;
  });
}

/** When the next question is due: after as long as it has taken so far, at least half a minute, at most ten. */
const nextLook = (alias: string, now: Date) => sql`
  ${now}::timestamptz + greatest(interval '30 seconds',
    least(${now}::timestamptz - ${sql.ref(`${alias}.create_time`)}, interval '10 minutes'))`;

const noQuestionWaits = (payNo: ReturnType<typeof sql>) => sql`
  not exists (select 1 from t_outbox as o
    where o.subject = ${subjectOf('')} || ${payNo}
      and o.outbox_status in (${outboxIs.waiting}, ${outboxIs.sending}) and not o.deleted)`;

async function duePayments(db: Tx, now: Date): Promise<{ payNo: string; over: boolean }[]> {
  const found = await sql<Columns<typeof registry.payRecord, 'payNo'> & { over: boolean }>`
    update t_pay_record as u set query_time = ${nextLook('u', now)}
    where u.record_id in (
      select p.record_id from t_pay_record as p
      where p.pay_status = ${payIs.pending} and p.query_time <= ${now}::timestamptz and not p.deleted
        and ${noQuestionWaits(sql`p.pay_no`)}
      order by p.query_time limit ${looks.rows} for update of p skip locked)
    returning u.pay_no, u.expire_time <= ${now}::timestamptz as over`.execute(db);
  return found.rows;
}

async function dueRefunds(db: Tx, now: Date): Promise<{ payNo: string; refundNo: string }[]> {
  const found = await sql<Columns<typeof registry.payRefund, 'refundNo'> & { payNo: string }>`
    update t_pay_refund as u set query_time = ${nextLook('u', now)}
    from t_pay_record as paid
    where paid.record_id = u.record_id and u.pay_refund_id in (
      select r.pay_refund_id from t_pay_refund as r join t_pay_record as p on p.record_id = r.record_id
      where r.pay_refund_status = ${payRefundIs.processing} and r.query_time <= ${now}::timestamptz and not r.deleted
        and ${noQuestionWaits(sql`p.pay_no`)}
      order by r.query_time limit ${looks.rows} for update of r skip locked)
    returning paid.pay_no, u.refund_no`.execute(db);
  return found.rows;
}

/**
 * Looks after payments and refunds on a node that works. Several nodes may run it at once without taking the same rows.
 */
export function createPaymentSweep(engine: Engine, logger: Logger, works: boolean): Loop {
  return createLoop({
    ...{ logger, works, name: 'Looking after payments on their way', afterFailureMs: looks.everyMs },
    async look() {
      await postDueQuestions(engine);
      const old = new Date(engine.clock.now().getTime() - noticeDays * 86_400_000);
      await sql`delete from t_pay_notice where time < ${old}`.execute(engine.db);
      return looks.everyMs;
    },
  });
}
