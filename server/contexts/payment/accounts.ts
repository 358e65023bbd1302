import type { registry } from '@yikao/model/contexts/datasets.ts';
import type { PayChannel } from '@yikao/model/contexts/payment/payment.codes.ts';
import { sql } from 'kysely';
import type { Columns } from '../../engine/table/columns.ts';
import type { Db } from '../../engine/table/sql.ts';
import { enabled } from '../shared/enabled.ts';

/** The recipient and website of a payment, which select the account. */
export interface PaidFor {
  readonly payChannel: PayChannel;
  readonly partnersId: number | null;
  readonly siteKey: string | null;
}

/**
 * The account that takes a payment (domain G10): among enabled ones, the partner's own first, then its closest
 * ancestor's, then unowned ones; among these the one of the website, then the default one, then the oldest. An account
 * of another website is never chosen. Undefined if there is none.
 */
export async function accountFor(
  db: Db,
  { payChannel, partnersId, siteKey }: PaidFor,
): Promise<number | undefined> {
  const found = await sql<Columns<typeof registry.payAccount, 'accountId'>>`
    with recursive superiors as (
      select partners_id, parent_id, 0 as distance from t_partners where partners_id = ${partnersId}::bigint
      union all
      select p.partners_id, p.parent_id, s.distance + 1
      from t_partners as p join superiors as s on p.partners_id = s.parent_id
      where s.distance < 32
    )
    select a.account_id
    from t_pay_account as a left join superiors as s on s.partners_id = a.partners_id
    where a.pay_channel = ${payChannel} and a.status = ${enabled} and not a.deleted
      and (a.partners_id is null or s.partners_id is not null)
      and (a.site_key is null or a.site_key = ${siteKey}::text)
    order by s.distance nulls last, a.site_key nulls last, a.default_flag desc, a.account_id
    limit 1`.execute(db);
  const [first] = found.rows;
  return first?.accountId;
}

/**
 * The accounts that a vendor's notice may be for, active ones first: a disabled account still receives notices of
 * earlier payments and of refunds.
 */
export async function accountsOf(db: Db, payChannel: PayChannel): Promise<number[]> {
  const found = await sql<Columns<typeof registry.payAccount, 'accountId'>>`
    select account_id from t_pay_account
    where pay_channel = ${payChannel} and not deleted order by status desc, account_id limit 100`.execute(db);
  return found.rows.map(({ accountId }) => accountId);
}
