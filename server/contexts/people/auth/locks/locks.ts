import type { Page } from '@yikao/model/calls/envelope.ts';
import { registry } from '@yikao/model/contexts/datasets.ts';
import type { LockRow } from '@yikao/model/contexts/people/locks.calls.ts';
import { shanghaiTime } from '@yikao/model/rules/data-year.ts';
import { type RawBuilder, sql } from 'kysely';
import type { PageAsked } from '../../../../engine/read/paging.ts';
import type { Actor } from '../../../../engine/scope/actor.ts';
import { scopeCondition } from '../../../../engine/scope/scope.ts';
import { containsWords } from '../../../../engine/search/search-text.ts';
import { countFrom, type Db, likeLiteral } from '../../../../engine/table/sql.ts';
import { type LockKind, loginLimits } from './login-limits.ts';

type Found = Omit<LockRow, 'until'> & { readonly until: Date };

/**
 * The locks in force, with the account that each is on: `kind`, `name` (of the account, as it was typed) and `network`
 * are read from the key, as `login-limits.ts` writes it.
 */
function locks(now: Date): RawBuilder<unknown> {
  const bounds = Object.entries(loginLimits).map(
    ([kind, { max }]) => sql`when ${`login-${kind}`} then ${max}::integer`,
  );
  return sql`(
    select r.key, r.count, r.reset_time, k.kind,
      case k.kind when 'account' then k.rest when 'network' then substr(k.rest, strpos(k.rest, '|') + 1) end as name,
      case k.kind when 'address' then k.rest when 'network' then split_part(k.rest, '|', 1) end as network,
      case k.kind when 'device' then k.rest end as device
    from t_rate_limit as r cross join lateral (
      select substr(split_part(r.key, ':', 1), 7) as kind, substr(r.key, strpos(r.key, ':') + 1) as rest) as k
    where r.key like 'login-%' and r.reset_time > ${now}
      and r.count >= case split_part(r.key, ':', 1) ${sql.join(bounds, sql` `)} end) as l
    left join t_known_device as d on d.device_id::text = l.device
    left join t_admin_user as u
      on (lower(u.user_name) = l.name and not u.deleted) or (l.name is null and u.user_id = d.user_id)`;
}

/**
 * The locks a person sees and may lift: those on accounts within reach. Only administrators see locks on administrators,
 * on connections and on names without an account.
 */
function withinReach(actor: Actor): RawBuilder<unknown> {
  if (actor.admin) return sql`true`;
  return sql`(u.user_id is not null and u.admin_flag = 0 and ${scopeCondition(registry.adminUser, actor, 'u')})`;
}

/** The current locks on logins, the last to expire first. */
export async function readLocks(
  db: Db,
  actor: Actor,
  now: Date,
  { keywords, current, size }: PageAsked & { readonly keywords: string },
): Promise<Page<LockRow>> {
  const like = `%${likeLiteral(keywords)}%`;
  const found = sql`${locks(now)} where ${withinReach(actor)} and (${keywords} = ''
    or l.name ilike ${like} or l.network like ${like} or u.user_name ilike ${like}
    or ${containsWords(sql`u.nick_name`, keywords, sql`u.nick_name_search`)})`;
  const [rows, total] = await Promise.all([
    sql<Found>`
      select l.key, l.kind, coalesce(u.user_name, l.name) as user_name, u.nick_name, l.network,
        l.reset_time as until from ${found}
      order by l.reset_time desc, l.key limit ${size} offset ${(current - 1) * size}`.execute(db),
    countFrom(db, found),
  ]);
  const records = rows.rows.map(row => ({ ...row, until: shanghaiTime(row.until) }));
  return { records, total, current, size };
}

/** Lifts locks within reach, and returns their number. */
export async function liftLocks(db: Db, actor: Actor, now: Date, lifted: readonly string[]): Promise<number> {
  const gone = await sql`
    delete from t_rate_limit where key in (
      select l.key from ${locks(now)} where l.key = any(${[...lifted]}::text[]) and ${withinReach(actor)})`.execute(
    db,
  );
  return Number(gone.numAffectedRows ?? 0n);
}

/**
 * Forgets all failed logins of an account, from any device and network; without an account, of all accounts and
 * connections.
 */
export async function forgetFailures(db: Db, userName: string | undefined): Promise<number> {
  const name = userName?.toLowerCase();
  const ofOne = sql`(key in (${`login-account:${name}`}, ${`login-siege:${name}`})
    or (key like any(array['login-network:%', 'login-siege-network:%']) and substr(key, strpos(key, '|') + 1) = ${name ?? ''})
    or key in (select 'login-device:' || d.device_id from t_known_device as d join t_admin_user as u using (user_id)
      where lower(u.user_name) = ${name ?? ''}))`;
  const gone = await sql`
    delete from t_rate_limit where key like 'login-%' and ${name === undefined ? sql`true` : ofOne}`.execute(
    db,
  );
  return Number(gone.numAffectedRows ?? 0n);
}

/** A lock that prevents logins to an account. */
interface AccountLock {
  readonly kind: LockKind;
  readonly until: Date;
}

/** The locks on one account, the last to expire first. */
export async function locksOn(db: Db, userId: number, now: Date): Promise<readonly AccountLock[]> {
  const found = await sql<AccountLock>`
    select l.kind, l.reset_time as until from ${locks(now)} where u.user_id = ${userId}
    order by l.reset_time desc`.execute(db);
  return found.rows;
}
