import { sql } from 'kysely';
import type { Engine } from '../engine/engine.ts';
import type { Db } from '../engine/sql.ts';
import { transact } from '../engine/transaction.ts';
import type { GatewayName, PaymentNotice } from '../platform/payment/types.ts';
import { postAsks } from './messages.ts';
import { findRefund, type Outcome, takePayment, takeRefund } from './outcome.ts';
import { findRecord } from './records.ts';

/**
 * Whether a notice that an account's keys vouch for is about something that this account took: whoever keeps an account
 * says nothing of the money of others. A notice about what nobody knows is nobody's, and passes.
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

/**
 * Takes in a notice that was found to be the vendor's: its event, the payment's step and all that follows from it stand
 * or fall together, in one transaction. A notice that comes again, or twice at once, changes nothing and has the outcome
 * of the first one.
 */
export async function acceptNotice(
  engine: Engine,
  gateway: GatewayName,
  notice: PaymentNotice,
): Promise<Outcome> {
  return transact(engine.db, async db => {
    // Of two at once the second waits here until the first has committed.
    const first = await sql`
      insert into t_pay_notice (gateway, event_id, outcome) values (${gateway}, ${notice.eventId}, 'waiting')
      on conflict do nothing returning 1`.execute(db);
    if (first.rows.length === 0) return keptOutcome(db, gateway, notice.eventId);
    const outcome = await takeIn(engine, db, gateway, notice);
    await sql`
      update t_pay_notice set outcome = ${outcome} where gateway = ${gateway} and event_id = ${notice.eventId}`.execute(
      db,
    );
    return outcome;
  });
}

async function keptOutcome(db: Db, gateway: GatewayName, eventId: string): Promise<Outcome> {
  const kept = await sql<{ outcome: Outcome }>`
    select outcome from t_pay_notice where gateway = ${gateway} and event_id = ${eventId}`.execute(db);
  return kept.rows[0]?.outcome ?? 'already';
}

async function takeIn(engine: Engine, db: Db, gateway: GatewayName, notice: PaymentNotice): Promise<Outcome> {
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
