import { registry } from '@yikao/model/contexts/datasets.ts';
import type { PayBizType, PayChannel } from '@yikao/model/contexts/payment/payment.codes.ts';
import { payRecordSteps } from '@yikao/model/contexts/payment/payment.machine.ts';
import { failure } from '@yikao/model/errors.ts';
import { shanghaiTime } from '@yikao/model/rules/data-year.ts';
import { equal } from '@yikao/model/rules/money.ts';
import { sql } from 'kysely';
import type { Engine } from '../../engine/engine.ts';
import { elevated } from '../../engine/scope/actor.ts';
import { takeStep } from '../../engine/steps/take-step.ts';
import type { Tx } from '../../engine/table/sql.ts';
import { insertRows } from '../../engine/write/internal-write.ts';
import { transact } from '../../engine/write/transaction.ts';
import { PaymentFailure, type PreparedPayment } from '../../platform/payment/types.ts';
import type { ChosenGateway, Gateways } from './gateways.ts';
import { postAsks } from './messages.ts';
import { madeNumber } from './numbers.ts';
import type { Payable } from './payable.ts';
import { findRecord, type PaymentRecord, recordsOf, stands } from './records.ts';

/** Milliseconds before the first query about a payment without a notice. */
const firstLookMs = 30_000;
/** Milliseconds that must be left for a payer to pay in. */
const shortestMs = 60_000;

/** A payment that can be made now. */
export interface Prepared extends PreparedPayment {
  readonly payNo: string;
  readonly expireTime: Date;
}

/**
 * Prepares a vendor to take an order's money, and returns the means of paying: an earlier preparation is reused while
 * valid, so that an order has one open payment per channel. The vendor is called between two transactions, never within
 * one. Throws `payNotSetUp`, `payRefused`, `payUnavailable`, `notPayable`.
 */
export async function prepay(
  engine: Engine,
  gateways: Gateways,
  bizType: PayBizType,
  payType: PayChannel,
  order: Payable,
): Promise<Prepared> {
  if (order.expireTime.getTime() - engine.clock.now().getTime() < shortestMs) throw failure('notPayable');
  const { partnersId, siteKey } = order;
  const chosen = await gateways.choose({ payChannel: payType, partnersId, siteKey }).catch(told);
  if (!chosen) throw failure('payNotSetUp');
  const record = await openRecord(engine, bizType, payType, order, chosen);
  const known = preparedOf(record);
  if (known) return known;
  const { payNo, amount, title, expireTime } = record;
  const prepared = await chosen.gateway
    .prepay({ payNo, amount, title, expireTime, ...(order.imageUrl && { imageUrl: order.imageUrl }) })
    .catch(async (error: unknown) => {
      if (error instanceof PaymentFailure && error.code === 'refused') {
        await transact(engine.db, async db => {
          const found = await findRecord(db, payNo, { locked: true });
          if (found?.payStatus !== stands.pending) return;
          await takeStep(engine, payRecordSteps, 'close', {
            keys: found.recordId,
            by: { kind: 'vendor', cause: 'prepay' },
            within: db,
          });
        });
      }
      return told(error);
    });
  await sql`
    update t_pay_record set code_url = ${prepared.codeUrl ?? null},
      pay_params = ${prepared.params ? JSON.stringify(prepared.params) : null}::jsonb
    where record_id = ${record.recordId}`.execute(engine.db);
  return { ...prepared, payNo, expireTime };
}

function preparedOf({ payNo, expireTime, codeUrl, payParams }: PaymentRecord): Prepared | undefined {
  if (codeUrl === null && payParams === null) return undefined;
  return {
    payNo,
    expireTime,
    ...(codeUrl !== null && { codeUrl }),
    ...(payParams !== null && { params: payParams }),
  };
}

/** Translates a gateway's failure for the caller. */
function told(error: unknown): never {
  if (!(error instanceof PaymentFailure)) throw error;
  const later = error.code === 'unreachable' || error.code === 'untrusted';
  throw failure(later ? 'payUnavailable' : error.code === 'refused' ? 'payRefused' : 'payNotSetUp', {
    cause: error,
  });
}

/** The payment that is open for this order and channel, or a new one; another that no longer serves is closed. */
async function openRecord(
  engine: Engine,
  bizType: PayBizType,
  payType: PayChannel,
  order: Payable,
  chosen: ChosenGateway,
): Promise<PaymentRecord> {
  const attempt = () =>
    transact(engine.db, async db => {
      const open = await recordsOf(db, bizType, order.orderNo, [stands.pending]);
      const standing = open.find(record => record.payType === payType);
      if (standing && serves(standing, order, chosen, engine.clock.now())) return standing;
      if (standing) {
        const { recordId, payNo } = standing;
        await takeStep(engine, payRecordSteps, 'close', {
          keys: recordId,
          by: { kind: 'step', cause: 'prepay' },
          within: db,
        });
        await postAsks(engine, db, [{ ask: 'close', payNo }]);
      }
      return insertRecord(engine, db, bizType, payType, order, chosen);
    });
  try {
    return await attempt();
  } catch (error) {
    // Somebody else has opened it at the same moment (the unique index of open payments): use theirs.
    if ((error as { code?: unknown }).code !== '23505') throw error;
    return attempt();
  }
}

function serves(record: PaymentRecord, order: Payable, { accountId }: ChosenGateway, now: Date): boolean {
  return (
    record.accountId === accountId &&
    equal(record.amount, order.amount) &&
    record.expireTime.getTime() - now.getTime() >= shortestMs
  );
}

async function insertRecord(
  engine: Engine,
  db: Tx,
  bizType: PayBizType,
  payType: PayChannel,
  order: Payable,
  { gateway, accountId }: ChosenGateway,
): Promise<PaymentRecord> {
  const now = engine.clock.now();
  const payNo = madeNumber('P', now);
  await insertRows(
    engine,
    db,
    registry.payRecord,
    [
      {
        payNo,
        bizType,
        payType,
        accountId,
        gateway: gateway.name,
        orderNo: order.orderNo,
        title: order.title.slice(0, 128),
        amount: order.amount,
        expireTime: shanghaiTime(order.expireTime),
        queryTime: shanghaiTime(new Date(now.getTime() + firstLookMs)),
        partnersId: order.partnersId,
        saleUserId: order.saleUserId,
        siteKey: order.siteKey,
      },
    ],
    { by: elevated() },
  );
  const made = await findRecord(db, payNo);
  if (!made) throw new Error(`The payment ${payNo} was not written`);
  return made;
}
