import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Engine } from '../../engine/engine.ts';
import type { Db, Tx } from '../../engine/table/sql.ts';
import { transact } from '../../engine/write/transaction.ts';
import type { GatewayName, PaymentNotice } from '../../platform/payment/types.ts';
import { postAsks } from './messages.ts';
import { findRefund, type Outcome, takePayment, takeRefund } from './outcome.ts';
import { findRecord } from './records.ts';

/**
 * Reports whether a notice signed with an account's keys is about something that this account received: people who
 * manage one account cannot report money of others. A notice about an unknown subject passes.
 */
export async function isOfAccount(
  db: Db,
  {
    accountId,
    gateway,
  }: { readonly accountId: number | null; readonly gateway: { readonly name: GatewayName } },
  notice: PaymentNotice,
): Promise<boolean> {
  if (notice.about === 'other') return true;
  const payNo = notice.about === 'payment' ? notice.payNo : (await findRefund(db, notice.refundNo))?.payNo;
  const record = payNo === undefined ? undefined : await findRecord(db, payNo);
  return !record || (record.accountId === accountId && record.gateway === gateway.name);
}

/** Identifies the payment or refund of a notice, with its status; at most 64 characters. */
function subjectOf(notice: PaymentNotice): string {
  if (notice.about === 'other') return 'other';
  const no = notice.about === 'payment' ? notice.payNo : notice.refundNo;
  return `${notice.about}:${no.slice(0, 40)}:${notice.state.status}`;
}

/**
 * Accepts a verified notice: its record, the payment's step and all effects commit in one transaction. A repeated
 * notice, even a simultaneous one, changes nothing and gets the first outcome. One whose id was used for another
 * payment is not a repeat, and is accepted as new.
 */
export async function acceptNotice(
  engine: Engine,
  gateway: GatewayName,
  notice: PaymentNotice,
): Promise<Outcome> {
  return transact(engine.db, async db => {
    const subject = subjectOf(notice);
    const digest = createHash('sha256').update(subject).digest('hex').slice(0, 32);
    for (const eventId of [notice.eventId, `${notice.eventId.slice(0, 90)}~${digest}`]) {
      // Of two at once the second waits here until the first has committed.
      const first = await sql`
        insert into t_pay_notice (gateway, event_id, outcome, subject) values (${gateway}, ${eventId}, 'waiting', ${subject})
        on conflict do nothing returning 1`.execute(db);
      if (first.rows.length === 0) {
        const kept = await keptOutcome(db, gateway, eventId, subject);
        if (kept === undefined) continue;
        return kept;
      }
      const outcome = await takeIn(engine, db, gateway, notice);
      await sql`
        update t_pay_notice set outcome = ${outcome} where gateway = ${gateway} and event_id = ${eventId}`.execute(
        db,
      );
      return outcome;
    }
    return 'already';
  });
}

/** The outcome of the first notice with an id; undefined if that was about something else. */
async function keptOutcome(
  db: Db,
  gateway: GatewayName,
  eventId: string,
  subject: string,
): Promise<Outcome | undefined> {
  const kept = await sql<{ outcome: Outcome; subject: string | null }>`
    select outcome, subject from t_pay_notice where gateway = ${gateway} and event_id = ${eventId}`.execute(
    db,
  );
  const [row] = kept.rows;
  // Older notices were recorded without a subject.
  if (row && row.subject !== null && row.subject !== subject) return undefined;
  return row?.outcome ?? 'already';
}

async function takeIn(engine: Engine, db: Tx, gateway: GatewayName, notice: PaymentNotice): Promise<Outcome> {
  const source = { cause: `${gateway}:${notice.eventId}`.slice(0, 128), raw: notice.raw };
  if (notice.about === 'payment') return takePayment(engine, db, notice.payNo, notice.state, source);
  if (notice.about === 'other') return 'waiting';
  const { refundNo, state } = notice;
  if (state.status !== 'processing') return takeRefund(engine, db, refundNo, state, source);
  const refund = await findRefund(db, refundNo);
  if (!refund) return 'unknown';
  await postAsks(engine, db, [{ ask: 'queryRefund', payNo: refund.payNo, refundNo }]);
  return 'waiting';
}
