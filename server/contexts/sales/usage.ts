import { registry } from '@yikao/model/contexts/datasets.ts';
import type { LimitState } from '@yikao/model/contexts/sales/limit-state.ts';
import { limitLeft, limitTotal, type UserLimit } from '@yikao/model/contexts/sales/rules/user-limits.ts';
import {
  cardType,
  entitlementSource,
  entitlementStatus,
  userLimitType,
} from '@yikao/model/contexts/sales/sales.codes.ts';
import { failure } from '@yikao/model/errors.ts';
import { sql } from 'kysely';
import type { Engine } from '../../engine/engine.ts';
import { readParameter } from '../../engine/read/parameter.ts';
import { codesOf } from '../../engine/table/codes-of.ts';
import type { Columns } from '../../engine/table/columns.ts';
import { type Db, isTrue, type Tx } from '../../engine/table/sql.ts';

const entitlementSourceIs = codesOf(entitlementSource);
const entitlementIs = codesOf(entitlementStatus);
const userListIs = codesOf(registry.userPerm.fields.permType.of);
const permIs = codesOf(registry.userPerm.fields.status.of);
const cardIs = codesOf(cardType);

/** A row of `t_user_usage`: how often a candidate has used one kind of limit in a year. */
interface UserUsage {
  readonly limitType: number;
  readonly usedNum: number;
}

/**
 * Actions of a consumer that are limited: a product, which needs an entitlement, or a change of the profile, which
 * does not.
 */
export type Use = NonNullable<(typeof userLimitType)['items'][number]['name']>;

/** A use of a product, with its person and year. */
export interface UseAsk {
  readonly userId: number;
  readonly dataYear: number;
  /** The province of the query; an entitlement for another one does not count. */
  readonly provinceId: number | null;
  readonly use: Use;
}

/** The entitlement charged for the use; null if the use needs none. */
export interface Used {
  readonly userCardId: number | null;
}

/** The kind of card (`cardType`) that a product needs; an entry of the white list does for each. */
const cardTypeFor: Partial<Record<Use, number>> = {
  probability: cardType.is.probability,
  list: cardType.is.list,
};

const codeOf = (use: Use): UserLimit =>
  // Every use is the name of a code; the types of the set guarantee it.
  (userLimitType.items.find(({ name }) => name === use) as (typeof userLimitType)['items'][number]).code;

const refuse = (zh: string, en: string) => failure('unmetNeeds', { params: { zh, en } });

/**
 * Counts one use, in the caller's transaction, so that both are rolled back together: the only place that counts uses
 * of products (domain E2 to E4, 4.9). Locks the entitlement, so that ten simultaneous uses count ten. The entitlement
 * that expires first is used first. For a white entry, only probability queries are counted.
 *
 * Throws `unmetNeeds`, with the reason, for people on the black list, without a remaining use, or at the year's limit.
 */
export async function useUp(engine: Engine, db: Tx, ask: UseAsk): Promise<Used> {
  const cardType = cardTypeFor[ask.use];
  const card = cardType === undefined ? null : await useEntitlement(engine, db, ask, cardType);
  await countUse(db, ask);
  return { userCardId: card };
}

async function useEntitlement(
  engine: Engine,
  db: Tx,
  { userId, dataYear, provinceId, use }: UseAsk,
  cardType: number,
): Promise<number> {
  const now = engine.clock.now();
  if (await isBlacklisted(db, userId, [dataYear], now)) {
    throw refuse(
      '该考生在黑名单中，不能使用产品',
      'The candidate is on the black list and may use no product',
    );
  }
  const found = await sql<Columns<typeof registry.userCard, 'id'> & { counted: boolean; left: boolean }>`
    select id, (count_limit > 0) is true and (source_type <> ${entitlementSourceIs.allowList}
      or ${use} = 'probability') as counted,
      (count_limit is null or count_limit = 0 or used_num < count_limit
        or (source_type = ${entitlementSourceIs.allowList} and ${use} <> 'probability')) as left
    from t_user_card
    where user_id = ${userId} and data_year = ${dataYear} and status = ${entitlementIs.active}
      and expire_time > ${now}
      and (card_type = ${cardType} or source_type = ${entitlementSourceIs.allowList})
      and (province_id is null or province_id = ${provinceId}::bigint) and not deleted
    order by expire_time, id for update`.execute(db);
  if (found.rows.length === 0) {
    throw refuse(
      '该考生没有可用的权益，请先开卡、下单或加入白名单',
      'The candidate has no entitlement to this: open a card, place an order, or put them on the white list',
    );
  }
  const card = found.rows.find(({ left }) => left);
  if (!card) throw refuse('权益的次数已用完', 'The entitlement is used up');
  if (card.counted) {
    // The version stays, so that uses do not interfere with editing the entitlement.
    await sql`update t_user_card set used_num = used_num + 1 where id = ${card.id}`.execute(db);
  }
  return card.id;
}

/** Reports whether a black entry of one of these years is in force, which overrides every grant (domain 4.9). */
export async function isBlacklisted(
  db: Db,
  userId: number,
  dataYears: readonly number[],
  now: Date,
): Promise<boolean> {
  return isTrue(
    db,
    sql`exists(select from t_user_perm
      where user_id = ${userId} and data_year = any(${[...dataYears]}::integer[])
        and perm_type = ${userListIs.black} and status = ${permIs.enabled}
        and expire_time > ${now} and not deleted)`,
  );
}

async function countUse(db: Db, { userId, dataYear, use }: UseAsk): Promise<void> {
  const type = codeOf(use);
  // The row of the count is locked before the limit is read, so that of two at once the second sees the first.
  const counted = await sql<Pick<UserUsage, 'usedNum'>>`
    insert into t_user_usage as u (user_id, data_year, limit_type, used_num)
    values (${userId}, ${dataYear}, ${type}, 1)
    on conflict (user_id, data_year, limit_type) do update set used_num = u.used_num + 1
    returning used_num`.execute(db);
  const used = counted.rows[0]?.usedNum ?? 0;
  const [state] = (await limitsOf(db, userId, dataYear)).filter(({ limitType }) => limitType === type);
  if (used > (state?.totalNum ?? 0)) {
    const name = userLimitType.items.find(({ code }) => code === type)?.label;
    throw refuse(
      `“${name?.zh}”的次数已用完，可在“次数限制”中调整`,
      `The limit of "${name?.en}" is reached; it can be raised under usage limits`,
    );
  }
}

/** Default number of probability queries per year, also used for a new white entry (domain 7.4). */
export async function usualQueries(db: Db): Promise<number> {
  return readParameter(db, 'default.countLimit');
}

/** All that is limited of a consumer's year, in the order of the codes (domain E3). */
export async function limitsOf(db: Db, userId: number, dataYear: number): Promise<LimitState[]> {
  const set = await sql<
    Columns<typeof registry.userLimit, 'id' | 'version'> & { type: number; total: number }
  >`
    select limit_type as type, total_num as total, id, version from t_user_limit
    where user_id = ${userId} and data_year = ${dataYear} and not deleted`.execute(db);
  const usage = await sql<UserUsage>`
    select limit_type, used_num from t_user_usage
    where user_id = ${userId} and data_year = ${dataYear}`.execute(db);
  const given = await sql<{ granted: number }>`
    select coalesce(sum(count_limit), 0)::integer as granted from t_user_card
    where user_id = ${userId} and data_year = ${dataYear} and (card_type = ${cardIs.probability}
      or source_type = ${entitlementSourceIs.allowList})
      and status in (${entitlementIs.active}, ${entitlementIs.expired}) and not deleted`.execute(db);
  const queries = { usual: await usualQueries(db), granted: given.rows[0]?.granted ?? 0 };
  return userLimitType.items.map(({ code }) => {
    const limit = set.rows.find(({ type }) => type === code);
    const usedNum = usage.rows.find(({ limitType }) => limitType === code)?.usedNum ?? 0;
    const totalNum = limitTotal(code, limit?.total ?? null, queries);
    return {
      limitType: code,
      totalNum,
      usedNum,
      leftNum: limitLeft(totalNum, usedNum),
      limitId: limit?.id ?? null,
      version: limit?.version ?? null,
    };
  });
}
