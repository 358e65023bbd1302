import { registry } from '@yikao/model/datasets/index.ts';
import { type SqlBool, sql } from 'kysely';
import type { Actor } from '../engine/actor.ts';
import { readParameter } from '../engine/parameter.ts';
import { scopeCondition } from '../engine/scope.ts';
import { allOf, type Db } from '../engine/sql.ts';

/** Somebody to whom leads can be given, with how many open ones the person has. */
export interface SellerLoad {
  readonly userId: number;
  readonly userName: string;
  readonly nickName: string;
  readonly open: number;
}

/** Open leads that one salesperson may hold (domain 3.8, `crm.claimMax`). */
export async function claimMax(db: Db): Promise<number> {
  return Number(await readParameter(db, 'crm.claimMax'));
}

/**
 * Locks salespeople, in the order of their numbers, so that their loads stand until the transaction ends. Whoever needs
 * leads and salespeople locks the leads first. The loads are to be read after, by a statement of their own.
 */
export async function lockSellers(db: Db, userIds: readonly number[]): Promise<void> {
  await sql`
    select 1 from t_admin_user where user_id = any(${[...userIds]}::bigint[])
    order by user_id for no key update`.execute(db);
}

/** Open leads of people, by their numbers: assigned, following or interested. */
async function openOf(db: Db, userIds: readonly number[]): Promise<ReadonlyMap<number, number>> {
  const found = await sql<{ userId: number; open: number }>`
    select sale_user_id as "userId", count(*)::integer as open from t_lead
    where sale_user_id = any(${[...userIds]}::bigint[]) and lead_status in (1, 2, 3) and not deleted
    group by 1`.execute(db);
  return new Map(found.rows.map(row => [Number(row.userId), row.open]));
}

/** How many more open leads somebody may hold; true until the transaction ends where the person is locked. */
export async function roomOf(db: Db, userId: number): Promise<number> {
  const open = (await openOf(db, [userId])).get(userId) ?? 0;
  return Math.max(0, (await claimMax(db)) - open);
}

/** How many open leads somebody holds. */
export async function openLeadsOf(db: Db, userId: number): Promise<number> {
  return (await openOf(db, [userId])).get(userId) ?? 0;
}

/** Enabled salespeople within the actor's reach, or those of them that are named, with their loads, by number. */
export async function sellersWithin(
  db: Db,
  actor: Actor,
  userIds?: readonly number[],
): Promise<readonly SellerLoad[]> {
  const where = allOf([
    sql<SqlBool>`d.sale_flag = 1 and d.status = 1 and d.agent_id is null and not d.deleted`,
    scopeCondition(registry.adminUser, actor, 'd', 'choose'),
    ...(userIds ? [sql<SqlBool>`d.user_id = any(${[...userIds]}::bigint[])`] : []),
  ]);
  const found = await sql<Omit<SellerLoad, 'open'>>`
    select d.user_id as "userId", d.user_name as "userName", d.nick_name as "nickName"
    from t_admin_user as d where ${where} order by d.user_id`.execute(db);
  const people = found.rows.map(row => ({ ...row, userId: Number(row.userId) }));
  const open = await openOf(
    db,
    people.map(({ userId }) => userId),
  );
  return people.map(person => ({ ...person, open: open.get(person.userId) ?? 0 }));
}

/** Those to whom at least one of the leads can be given, with their loads and how many of the leads each can see. */
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
 * Which of the leads each enabled salesperson can see at all, by number: those of the person's partner with the partners
 * under it, and of the person's province, where the person is bound to one. A lead of another partner is never handed out
 * to them.
 */
export async function sellersReach(
  db: Db,
  userIds: readonly number[],
  leadIds: readonly number[],
): Promise<ReadonlyMap<number, ReadonlySet<number>>> {
  const found = await sql<{ userId: number; leadId: number }>`
    with recursive seller as (
      select user_id, partners_id, province_id from t_admin_user
      where user_id = any(${[...userIds]}::bigint[]) and sale_flag = 1 and status = 1 and agent_id is null and not deleted
    ), reach as (
      select user_id, partners_id from seller where partners_id is not null
      union select r.user_id, p.partners_id from t_partners as p join reach as r on p.parent_id = r.partners_id
      where not p.deleted
    )
    select s.user_id as "userId", l.lead_id as "leadId" from t_lead as l, seller as s
    where l.lead_id = any(${[...leadIds]}::bigint[])
      and (s.partners_id is null
        or exists (select 1 from reach as r where r.user_id = s.user_id and r.partners_id = l.partners_id))
      and (s.province_id is null or l.province_id = s.province_id)`.execute(db);
  const byUser = Map.groupBy(found.rows, row => Number(row.userId));
  return new Map([...byUser].map(([userId, rows]) => [userId, new Set(rows.map(row => Number(row.leadId)))]));
}
