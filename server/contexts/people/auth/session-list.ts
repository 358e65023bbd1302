import type { Page } from '@yikao/model/calls/envelope.ts';
import { registry } from '@yikao/model/contexts/datasets.ts';
import type { SessionRow } from '@yikao/model/contexts/people/people.calls.ts';
import { shanghaiTime } from '@yikao/model/rules/data-year.ts';
import { type RawBuilder, sql } from 'kysely';
import type { PageAsked } from '../../../engine/read/paging.ts';
import type { Actor } from '../../../engine/scope/actor.ts';
import { scopeCondition } from '../../../engine/scope/scope.ts';
import { containsWords } from '../../../engine/search/search-text.ts';
import { countFrom, type Db, likeLiteral } from '../../../engine/table/sql.ts';
import { enabled } from '../../shared/enabled.ts';
import { organisationOfAccountStands } from '../accounts/organisation.ts';
import { hashOf } from './token-hash.ts';

/** Filters for the people currently logged in. */
export type OnlineQuery = PageAsked & { readonly keywords: string };

type Found = Omit<SessionRow, 'createTime' | 'seenTime' | 'expireTime'> &
  Record<'createTime' | 'seenTime' | 'expireTime', Date>;

const columns = sql`
  s.session_id, s.user_id, u.user_name, u.nick_name, s.ip, s.user_agent, s.remember, s.create_time,
  s.seen_time, s.expire_time`;

async function read(db: Db, where: RawBuilder<unknown>, token: string): Promise<SessionRow[]> {
  const found = await sql<Found>`
    select ${columns}, s.token_hash = ${hashOf(token)} as current
    from t_session as s join t_admin_user as u using (user_id) where ${where}`.execute(db);
  return found.rows.map(row => ({
    ...row,
    createTime: shanghaiTime(row.createTime),
    seenTime: shanghaiTime(row.seenTime),
    expireTime: shanghaiTime(row.expireTime),
  }));
}

/** A person's own valid sessions, most recently used first. */
export function ownSessions(db: Db, actor: Actor, token: string, now: Date): Promise<SessionRow[]> {
  return read(
    db,
    sql`s.user_id = ${actor.userId} and s.expire_time > ${now} order by s.seen_time desc, s.session_id desc limit 200`,
    token,
  );
}

/** Ends the caller's own sessions; those of others, and ended ones, are left unchanged. */
export async function endOwnSessions(db: Db, actor: Actor, ids: readonly number[]): Promise<void> {
  await sql`
    delete from t_session where user_id = ${actor.userId} and session_id = any(${[...ids]}::bigint[])`.execute(
    db,
  );
}

/** The sessions of everyone within reach who is logged in, most recently used first. */
export async function onlineSessions(
  db: Db,
  actor: Actor,
  token: string,
  now: Date,
  { keywords, current, size }: OnlineQuery,
): Promise<Page<SessionRow>> {
  const like = `%${likeLiteral(keywords)}%`;
  const where = sql`s.expire_time > ${now} and u.status = ${enabled} and not u.deleted
    and ${organisationOfAccountStands('u')} and ${scopeCondition(registry.adminUser, actor, 'u')}
    and (${keywords} = '' or u.user_name ilike ${like} or ${containsWords(sql`u.nick_name`, keywords, sql`u.nick_name_search`)}
      or s.ip like ${like})`;
  const [records, total] = await Promise.all([
    read(
      db,
      sql`${where} order by s.seen_time desc, s.session_id desc limit ${size} offset ${(current - 1) * size}`,
      token,
    ),
    countFrom(
      db,
      sql`t_session as s join t_admin_user as u using (user_id)
        where ${where}`,
    ),
  ]);
  return { records, total, current, size };
}

/** Ends sessions of people within reach, and returns the number; only an administrator can end an administrator's. */
export async function kickOut(db: Db, actor: Actor, ids: readonly number[]): Promise<number> {
  const ended = await sql`
    delete from t_session as s using t_admin_user as u
    where u.user_id = s.user_id and s.session_id = any(${[...ids]}::bigint[])
      and ${scopeCondition(registry.adminUser, actor, 'u')} and (${actor.admin} or u.admin_flag = 0)`.execute(
    db,
  );
  return Number(ended.numAffectedRows ?? 0n);
}
