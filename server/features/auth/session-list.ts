import type { Page } from '@yikao/model/calls/envelope.ts';
import type { SessionRow } from '@yikao/model/calls/people.ts';
import { registry } from '@yikao/model/datasets/index.ts';
import { shanghaiTime } from '@yikao/model/rules/data-year.ts';
import { type RawBuilder, sql } from 'kysely';
import type { Actor } from '../../engine/actor.ts';
import type { PageAsked } from '../../engine/paging.ts';
import { scopeCondition } from '../../engine/scope.ts';
import { type Db, likeLiteral } from '../../engine/sql.ts';
import { hashOf } from './token-hash.ts';

/** Which of those who are let in at present are asked for. */
export type OnlineQuery = PageAsked & { readonly keywords: string };

type Found = Omit<SessionRow, 'createTime' | 'seenTime' | 'expireTime'> &
  Record<'createTime' | 'seenTime' | 'expireTime', Date>;

const columns = sql`
  s.session_id as "sessionId", s.user_id as "userId", u.user_name as "userName", u.nick_name as "nickName", s.ip,
  s.user_agent as "userAgent", s.remember, s.create_time as "createTime", s.seen_time as "seenTime",
  s.expire_time as "expireTime"`;

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

/** A person's own sessions that have not run out, the last used first. */
export function ownSessions(db: Db, actor: Actor, token: string, now: Date): Promise<SessionRow[]> {
  return read(
    db,
    sql`s.user_id = ${actor.userId} and s.expire_time > ${now} order by s.seen_time desc, s.session_id desc limit 200`,
    token,
  );
}

/** Ends sessions of one's own; those that are somebody else's, or over already, stay as they are. */
export async function endOwnSessions(db: Db, actor: Actor, ids: readonly number[]): Promise<void> {
  await sql`
    delete from t_session where user_id = ${actor.userId} and session_id = any(${[...ids]}::bigint[])`.execute(
    db,
  );
}

/** The sessions of everybody within reach who is logged in, the last used first. */
export async function onlineSessions(
  db: Db,
  actor: Actor,
  token: string,
  now: Date,
  { keywords, current, size }: OnlineQuery,
): Promise<Page<SessionRow>> {
  const like = `%${likeLiteral(keywords)}%`;
  const where = sql`s.expire_time > ${now} and u.status = 1 and not u.deleted
    and ${scopeCondition(registry.adminUser, actor, 'u')}
    and (${keywords} = '' or u.user_name ilike ${like} or u.nick_name ilike ${like} or s.ip like ${like})`;
  const [records, counted] = await Promise.all([
    read(
      db,
      sql`${where} order by s.seen_time desc, s.session_id desc limit ${size} offset ${(current - 1) * size}`,
      token,
    ),
    sql<{ total: number }>`
      select count(*)::integer as total from t_session as s join t_admin_user as u using (user_id)
      where ${where}`.execute(db),
  ]);
  return { records, total: counted.rows[0]?.total ?? 0, current, size };
}

/**
 * Ends sessions of people within reach, and answers how many; nobody but an administrator ends an administrator's.
 */
export async function kickOut(db: Db, actor: Actor, ids: readonly number[]): Promise<number> {
  const ended = await sql`
    delete from t_session as s using t_admin_user as u
    where u.user_id = s.user_id and s.session_id = any(${[...ids]}::bigint[])
      and ${scopeCondition(registry.adminUser, actor, 'u')} and (${actor.admin} or u.admin_flag = 0)`.execute(
    db,
  );
  return Number(ended.numAffectedRows ?? 0n);
}
