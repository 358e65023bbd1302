import { compare, plus } from '@yikao/model/rules/money.ts';
import { sql } from 'kysely';
import type { Db } from '../../../engine/table/sql.ts';
import { transact } from '../../../engine/write/transaction.ts';

/** A payment as the local gateway keeps it, in the place of a vendor. */
export interface LocalTrade {
  readonly payNo: string;
  readonly amount: string;
  readonly paidAmount: string | null;
  readonly title: string;
  readonly status: 'pending' | 'paid' | 'closed';
  readonly expireTime: Date;
  readonly payTime: Date | null;
}

/** A refund as the local gateway keeps it. */
export interface LocalRefund {
  readonly amount: string;
  readonly refundTime: Date;
}

const columns = sql`
  pay_no, amount, paid_amount, title, status, expire_time, pay_time`;

/** The trade with that number; undefined if there is none. */
export async function findTrade(db: Db, payNo: string): Promise<LocalTrade | undefined> {
  const found = await sql<LocalTrade>`select ${columns} from t_local_trade where pay_no = ${payNo}`.execute(
    db,
  );
  return found.rows[0];
}

/** Opens a trade; an existing one is left unchanged. */
export async function openTrade(
  db: Db,
  { payNo, amount, title, expireTime }: Pick<LocalTrade, 'payNo' | 'amount' | 'title' | 'expireTime'>,
): Promise<void> {
  await sql`
    insert into t_local_trade (pay_no, amount, title, expire_time)
    values (${payNo}, ${amount}, ${title.slice(0, 128)}, ${expireTime}) on conflict do nothing`.execute(db);
}

/** Pays or closes a trade that is open and not expired; returns its resulting state. */
export async function endTrade(
  db: Db,
  payNo: string,
  end: { readonly paid: string } | 'closed',
  now: Date,
): Promise<LocalTrade | undefined> {
  const paid = end === 'closed' ? null : end.paid;
  await sql`
    update t_local_trade set status = ${paid === null ? 'closed' : 'paid'}, paid_amount = ${paid}::numeric,
      pay_time = case when ${paid === null} then null else ${now}::timestamptz end
    where pay_no = ${payNo} and status = 'pending'
      and (${paid === null} or expire_time > ${now}::timestamptz)`.execute(db);
  return findTrade(db, payNo);
}

/** Refunds part of a trade, once per number; false if more would be returned than was received. */
export function refundTrade(
  db: Db,
  payNo: string,
  refundNo: string,
  amount: string,
  now: Date,
): Promise<boolean> {
  return transact(db, async tx => {
    const trade = await sql<Pick<LocalTrade, 'paidAmount'>>`
      select paid_amount from t_local_trade where pay_no = ${payNo} for update`.execute(tx);
    if (await findLocalRefund(tx, refundNo)) return true;
    const before = await sql<{ total: string }>`
      select coalesce(sum(amount), 0)::text as total from t_local_refund where pay_no = ${payNo}`.execute(tx);
    const total = plus(before.rows[0]?.total ?? '0', amount);
    if (compare(total, trade.rows[0]?.paidAmount ?? '0') > 0) return false;
    await sql`
      insert into t_local_refund (refund_no, pay_no, amount, refund_time)
      values (${refundNo}, ${payNo}, ${amount}, ${now})`.execute(tx);
    return true;
  });
}

/** The refund with that number; undefined if there is none. */
export async function findLocalRefund(db: Db, refundNo: string): Promise<LocalRefund | undefined> {
  const found = await sql<LocalRefund>`
    select amount, refund_time from t_local_refund
    where refund_no = ${refundNo}`.execute(db);
  return found.rows[0];
}
