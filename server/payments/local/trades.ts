import { compare, plus } from '@yikao/model/rules/money.ts';
import { sql } from 'kysely';
import type { Db } from '../../engine/sql.ts';

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

const columns = sql`
  pay_no as "payNo", amount::text as amount, paid_amount::text as "paidAmount", title, status,
  expire_time as "expireTime", pay_time as "payTime"`;

/** The trade of that number; undefined when there is none. */
export async function findTrade(db: Db, payNo: string): Promise<LocalTrade | undefined> {
  const found = await sql<LocalTrade>`select ${columns} from t_local_trade where pay_no = ${payNo}`.execute(
    db,
  );
  return found.rows[0];
}

/** Opens a trade; one that is there stays as it is. */
export async function openTrade(
  db: Db,
  { payNo, amount, title, expireTime }: Pick<LocalTrade, 'payNo' | 'amount' | 'title' | 'expireTime'>,
): Promise<void> {
  await sql`
    insert into t_local_trade (pay_no, amount, title, expire_time)
    values (${payNo}, ${amount}, ${title.slice(0, 128)}, ${expireTime}) on conflict do nothing`.execute(db);
}

/** Pays a trade that waits and is not over, or closes it; answers how it stands then. */
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

/** Gives money of a trade back, once for each number; false when more would go back than has come. */
export function refundTrade(
  db: Db,
  payNo: string,
  refundNo: string,
  amount: string,
  now: Date,
): Promise<boolean> {
  return db.transaction().execute(async tx => {
    const trade = await sql<{ paid: string | null }>`
      select paid_amount::text as paid from t_local_trade where pay_no = ${payNo} for update`.execute(tx);
    if (await findLocalRefund(tx, refundNo)) return true;
    const before = await sql<{ total: string }>`
      select coalesce(sum(amount), 0)::text as total from t_local_refund where pay_no = ${payNo}`.execute(tx);
    const total = plus(before.rows[0]?.total ?? '0', amount);
    if (compare(total, trade.rows[0]?.paid ?? '0') > 0) return false;
    await sql`
      insert into t_local_refund (refund_no, pay_no, amount, refund_time)
      values (${refundNo}, ${payNo}, ${amount}, ${now})`.execute(tx);
    return true;
  });
}

/** The refund of that number; undefined when there is none. */
export async function findLocalRefund(
  db: Db,
  refundNo: string,
): Promise<{ readonly amount: string; readonly refundTime: Date } | undefined> {
  const found = await sql<{ amount: string; refundTime: Date }>`
    select amount::text as amount, refund_time as "refundTime" from t_local_refund
    where refund_no = ${refundNo}`.execute(db);
  return found.rows[0];
}
