import type { PayChannel } from '@yikao/model/codes/payment.ts';
import { sql } from 'kysely';
import type { Db } from '../engine/sql.ts';

/** For whom and where something is paid, by which the account is chosen. */
export interface PaidFor {
  readonly payChannel: PayChannel;
  readonly partnersId: number | null;
  readonly siteKey: string | null;
}

/**
 * The account that takes a payment (domain G10): of those that are enabled, the partner's own comes first, then its
 * nearest superior's, then those that are nobody's; among these the one of the site, then the default one, then the
 * oldest. An account of another site is never chosen. Undefined when there is none.
 */
export async function accountFor(
  db: Db,
  { payChannel, partnersId, siteKey }: PaidFor,
): Promise<number | undefined> {
  const found = await sql<{ accountId: number }>`
    with recursive superiors as (
      select partners_id, parent_id, 0 as distance from t_partners where partners_id = ${partnersId}::bigint
      union all
      select p.partners_id, p.parent_id, s.distance + 1
      from t_partners as p join superiors as s on p.partners_id = s.parent_id
      where s.distance < 32
    )
    select a.account_id as "accountId"
    from t_pay_account as a left join superiors as s on s.partners_id = a.partners_id
    where a.pay_channel = ${payChannel} and a.status = 1 and not a.deleted
      and (a.partners_id is null or s.partners_id is not null)
      and (a.site_key is null or a.site_key = ${siteKey}::text)
    order by s.distance nulls last, a.site_key nulls last, a.default_flag desc, a.account_id
    limit 1`.execute(db);
  const [first] = found.rows;
  return first && Number(first.accountId);
}

/**
 * The accounts that a notice of a vendor may be meant for, those in use first: one that was switched off still hears of
 * what was paid before, and of its refunds.
 */
export async function accountsOf(db: Db, payChannel: PayChannel): Promise<number[]> {
  const found = await sql<{ accountId: number }>`
    select account_id as "accountId" from t_pay_account
    where pay_channel = ${payChannel} and not deleted order by status desc, account_id limit 100`.execute(db);
  return found.rows.map(({ accountId }) => Number(accountId));
}
