import { registry } from '@yikao/model/contexts/datasets.ts';
import type { QuoteAsk } from '@yikao/model/contexts/sales/sales.calls.ts';
import { type SqlBool, sql } from 'kysely';
import type { Engine } from '../../engine/engine.ts';
import type { Actor } from '../../engine/scope/actor.ts';
import { scopeCondition } from '../../engine/scope/scope.ts';
import type { Columns } from '../../engine/table/columns.ts';
import { allOf, type Db, type Tx } from '../../engine/table/sql.ts';
import { insertRows } from '../../engine/write/internal-write.ts';
import { inThePool } from '../shared/in-the-pool.ts';
import { type Buyer, wrongOrder } from './sellable.ts';

const { lead, wishUser } = registry;

/** A lead as a buyer. */
interface SoldLead
  extends Columns<
    typeof lead,
    'mobile' | 'provinceId' | 'channelId' | 'partnersId' | 'sourceId' | 'saleUserId'
  > {
  readonly userName: string | null;
}

/** The buyer of an order. The consumer id of a lead is 0 until the order is placed. */
export interface OrderBuyer extends Buyer {
  readonly lead: SoldLead | undefined;
}

/**
 * The buyer of an order: a consumer within the actor's reach, or the person with the mobile number of a lead within it
 * (0.7, 25). That consumer may be a colleague's, but not one of another partner, province or agency. Throws
 * `invalidFields`.
 */
export async function buyerOf(
  db: Db,
  actor: Actor,
  { userId, leadId }: Pick<QuoteAsk, 'userId' | 'leadId'>,
): Promise<OrderBuyer> {
  const nobody = wrongOrder(
    'userId',
    '考生不存在或不在您的数据范围内',
    'There is no such candidate within your reach',
  );
  if (leadId === undefined) {
    const found = await consumersWhere(db, actor, sql<SqlBool>`d.user_id = ${userId ?? 0}`);
    if (!found) throw nobody;
    return { ...found, lead: undefined };
  }
  const sold = await leadOf(db, actor, leadId);
  if (!sold)
    throw wrongOrder('userId', '线索不存在或不在您的数据范围内', 'There is no such lead within your reach');
  const taken = await sql`select 1 from t_wish_user where mobile = ${sold.mobile} and not deleted`.execute(
    db,
  );
  if (taken.rows.length === 0)
    return { userId: 0, provinceId: sold.provinceId, channelId: sold.channelId, lead: sold };
  const found = await consumersWhere(db, inThePool(actor), sql<SqlBool>`d.mobile = ${sold.mobile}`);
  if (!found) throw nobody;
  return { ...found, lead: sold };
}

async function consumersWhere(
  db: Db,
  actor: Actor,
  which: ReturnType<typeof sql<SqlBool>>,
): Promise<Buyer | undefined> {
  const found = await sql<Buyer>`
    select d.user_id, d.province_id, d.channel_id from t_wish_user as d
    where ${allOf([which, scopeCondition(wishUser, actor, 'd')])} and not d.deleted`.execute(db);
  const [row] = found.rows;
  return row;
}

async function leadOf(db: Db, actor: Actor, leadId: number): Promise<SoldLead | undefined> {
  const found = await sql<SoldLead>`
    select d.mobile, d.student_name as user_name, d.province_id, d.channel_id, d.partners_id, d.source_id,
      d.sale_user_id
    from t_lead as d
    where ${allOf([sql<SqlBool>`d.lead_id = ${leadId}`, scopeCondition(lead, actor, 'd', 'write')])}
      and not d.deleted`.execute(db);
  const [row] = found.rows;
  return row;
}

/** Makes a lead a consumer, in the transaction of the order placed for it; returns the consumer's id. */
export async function becomeConsumer(
  engine: Engine,
  db: Tx,
  actor: Actor,
  sold: SoldLead | undefined,
): Promise<number> {
  if (!sold) throw new Error('An order is for nobody');
  const [userId = 0] = await insertRows(engine, db, wishUser, [{ ...sold }], { by: actor });
  return userId;
}
