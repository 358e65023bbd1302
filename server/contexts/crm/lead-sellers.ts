import { leadStatus } from '@yikao/model/contexts/crm/crm.codes.ts';
import { registry } from '@yikao/model/contexts/datasets.ts';
import { type SqlBool, sql } from 'kysely';
import { readParameter } from '../../engine/read/parameter.ts';
import type { Actor } from '../../engine/scope/actor.ts';
import { scopeCondition } from '../../engine/scope/scope.ts';
import { codesOf } from '../../engine/table/codes-of.ts';
import type { Columns } from '../../engine/table/columns.ts';
import { allOf, type Db, type Tx } from '../../engine/table/sql.ts';
import { enabled } from '../shared/enabled.ts';

const leadIs = codesOf(leadStatus);

/** A salesperson who can be given leads, with their number of open ones. */
export interface SellerLoad {
  readonly userId: number;
  readonly userName: string;
  readonly nickName: string;
  readonly open: number;
}

/** Most open leads per salesperson (domain 3.8, `crm.claimMax`). */
export async function claimMax(db: Db): Promise<number> {
  return readParameter(db, 'crm.claimMax');
}

/**
 * Locks salespeople in id order, so that their loads do not change until the transaction ends. Lock leads before
 * salespeople, and read the loads afterwards in a separate statement.
 */
export async function lockSellers(db: Tx, userIds: readonly number[]): Promise<void> {
  await sql`
    select 1 from t_admin_user where user_id = any(${[...userIds]}::bigint[])
    order by user_id for no key update`.execute(db);
}

/** Numbers of open leads by person: assigned, following or interested. */
async function openOf(db: Db, userIds: readonly number[]): Promise<ReadonlyMap<number, number>> {
  const found = await sql<{ userId: number; open: number }>`
    select sale_user_id as user_id, count(*)::integer as open from t_lead
    where sale_user_id = any(${[...userIds]}::bigint[])
      and lead_status in (${leadIs.assigned}, ${leadIs.following}, ${leadIs.interested}) and not deleted
    group by 1`.execute(db);
  return new Map(found.rows.map(row => [row.userId, row.open]));
}

/** The number of further open leads a person may have; valid until the transaction ends if the person is locked. */
export async function roomOf(db: Db, userId: number): Promise<number> {
  const open = (await openOf(db, [userId])).get(userId) ?? 0;
  return Math.max(0, (await claimMax(db)) - open);
}

/** A person's number of open leads. */
export async function openLeadsOf(db: Db, userId: number): Promise<number> {
  return (await openOf(db, [userId])).get(userId) ?? 0;
}

/** Enabled salespeople within the actor's reach, optionally limited to some, with their loads, by id. */
export async function sellersWithin(
  db: Db,
  actor: Actor,
  userIds?: readonly number[],
): Promise<readonly SellerLoad[]> {
  const where = allOf([
    sql<SqlBool>`d.sale_flag = 1 and d.status = ${enabled} and d.agent_id is null and not d.deleted`,
    scopeCondition(registry.adminUser, actor, 'd', 'choose'),
    ...(userIds ? [sql<SqlBool>`d.user_id = any(${[...userIds]}::bigint[])`] : []),
  ]);
  const found = await sql<Omit<SellerLoad, 'open'>>`
    select d.user_id, d.user_name, d.nick_name
    from t_admin_user as d where ${where} order by d.user_id`.execute(db);
  const people = found.rows;
  const open = await openOf(
    db,
    people.map(({ userId }) => userId),
  );
  return people.map(person => ({ ...person, open: open.get(person.userId) ?? 0 }));
}

/**
 * The salespeople who can be given at least one of the leads, with their loads and the number of the leads each can
 * see.
 */
export async function sellersFor(
  db: Db,
  actor: Actor,
  leadIds: readonly number[],
): Promise<(SellerLoad & { readonly sees: number })[]> {
  const people = await sellersWithin(db, actor);
  const seen = await sellersReach(
    db,
    people.map(({ userId }) => userId),
    leadIds,
  );
  return people.flatMap(person => {
    const sees = seen.get(person.userId)?.size ?? 0;
    return sees > 0 ? [{ ...person, sees }] : [];
  });
}

/**
 * The leads each enabled salesperson can see, by id: those of the person's partner and its descendants, and of the
 * person's province, if the person is bound to one. A lead is never assigned to another partner's people.
 */
export async function sellersReach(
  db: Db,
  userIds: readonly number[],
  leadIds: readonly number[],
): Promise<ReadonlyMap<number, ReadonlySet<number>>> {
  const found = await sql<
    Columns<typeof registry.adminUser, 'userId'> & Columns<typeof registry.lead, 'leadId'>
  >`
    with recursive seller as (
      select user_id, partners_id, province_id from t_admin_user
      where user_id = any(${[...userIds]}::bigint[]) and sale_flag = 1 and status = ${enabled}
        and agent_id is null and not deleted
    ), reach as (
      select user_id, partners_id from seller where partners_id is not null
      union select r.user_id, p.partners_id from t_partners as p join reach as r on p.parent_id = r.partners_id
      where not p.deleted
    )
    select s.user_id, l.lead_id from t_lead as l, seller as s
    where l.lead_id = any(${[...leadIds]}::bigint[])
      and (s.partners_id is null
        or exists (select 1 from reach as r where r.user_id = s.user_id and r.partners_id = l.partners_id))
      and (s.province_id is null or l.province_id = s.province_id)`.execute(db);
  const byUser = Map.groupBy(found.rows, row => row.userId);
  return new Map([...byUser].map(([userId, rows]) => [userId, new Set(rows.map(row => row.leadId))]));
}
