import {
  type ApiTokenBody,
  type ApiTokenMade,
  type ApiTokenRow,
  apiTokenCalls,
} from '@yikao/model/calls/api-tokens.ts';
import type { Page } from '@yikao/model/calls/envelope.ts';
import { registry } from '@yikao/model/datasets/index.ts';
import { failure } from '@yikao/model/errors.ts';
import { issue } from '@yikao/model/kernel/issues.ts';
import { limits } from '@yikao/model/limits.ts';
import { isPermissionCode } from '@yikao/model/permissions.ts';
import { shanghaiTime } from '@yikao/model/rules/data-year.ts';
import { type RawBuilder, sql } from 'kysely';
import { holds } from '../../../engine/access.ts';
import type { Actor } from '../../../engine/actor.ts';
import { scopeCondition } from '../../../engine/scope.ts';
import { type Db, likeLiteral } from '../../../engine/sql.ts';
import type { OnlineQuery } from '../session-list.ts';
import { makeApiToken } from './tokens.ts';

type Found = Omit<ApiTokenRow, 'createTime' | 'expireTime' | 'seenTime'> & {
  readonly createTime: Date;
  readonly expireTime: Date;
  readonly seenTime: Date | null;
};

async function read(db: Db, where: RawBuilder<unknown>, now: Date): Promise<ApiTokenRow[]> {
  const found = await sql<Found>`
    select t.token_id as "tokenId", t.user_id as "userId", u.user_name as "userName", u.nick_name as "nickName",
      t.name, t.hint, t.codes, t.read_only as "readOnly", t.create_time as "createTime",
      t.expire_time as "expireTime", t.expire_time <= ${now} as expired, t.seen_time as "seenTime",
      t.seen_ip as "seenIp"
    from t_api_token as t join t_admin_user as u using (user_id) where ${where}`.execute(db);
  return found.rows.map(row => ({
    ...row,
    createTime: shanghaiTime(row.createTime),
    expireTime: shanghaiTime(row.expireTime),
    seenTime: row.seenTime && shanghaiTime(row.seenTime),
  }));
}

/** A person's own tokens, the newest first; those that have run out stay until they are removed. */
export function ownTokens(db: Db, { userId }: Actor, now: Date): Promise<ApiTokenRow[]> {
  return read(db, sql`t.user_id = ${userId} order by t.token_id desc`, now);
}

/**
 * Makes a token and tells it, this once. Throws `invalidFields` for codes that the person
 * does not hold, and `notAllowedNow` past the most that one may have.
 */
export async function makeToken(db: Db, actor: Actor, input: ApiTokenBody, now: Date): Promise<ApiTokenMade> {
  const codes = [...new Set(input.codes)];
  if (!codes.every(code => isPermissionCode(code) && holds(actor, code))) {
    throw failure('invalidFields', {
      issues: [issue('codes', 'beyondYou')],
      labels: name => apiTokenCalls.make.names?.[name],
    });
  }
  const { token, hash, hint } = makeApiToken();
  const until = new Date(now.getTime() + input.days * 86_400_000);
  const made = await sql<{ id: number }>`
    insert into t_api_token (token_hash, user_id, name, hint, codes, read_only, create_time, expire_time)
    select ${hash}, ${actor.userId}, ${input.name}, ${hint}, ${codes}::text[], ${input.readOnly}, ${now}, ${until}
    where (select count(*) from t_api_token where user_id = ${actor.userId}) < ${limits.apiTokens}
    returning token_id as id`.execute(db);
  const id = made.rows[0]?.id;
  const row = id === undefined ? undefined : (await read(db, sql`t.token_id = ${id}`, now))[0];
  if (!row) throw failure('notAllowedNow');
  return { token, row };
}

/** Revokes tokens of one's own; those that are somebody else's stay as they are. Answers how many it were. */
export async function revokeOwn(db: Db, { userId }: Actor, ids: readonly number[]): Promise<number> {
  const gone = await sql`
    delete from t_api_token where user_id = ${userId} and token_id = any(${[...ids]}::bigint[])`.execute(db);
  return Number(gone.numAffectedRows ?? 0n);
}

/** The tokens of everybody within reach, the last used first. */
export async function allTokens(
  db: Db,
  actor: Actor,
  { keywords, current, size }: OnlineQuery,
  now: Date,
): Promise<Page<ApiTokenRow>> {
  const like = `%${likeLiteral(keywords)}%`;
  const where = sql`not u.deleted and ${scopeCondition(registry.adminUser, actor, 'u')}
    and (${keywords} = '' or u.user_name ilike ${like} or u.nick_name ilike ${like} or t.name ilike ${like}
      or t.hint like ${like} or t.seen_ip like ${like})`;
  const [records, counted] = await Promise.all([
    read(
      db,
      sql`${where} order by t.seen_time desc nulls last, t.token_id desc
        limit ${size} offset ${(current - 1) * size}`,
      now,
    ),
    sql<{ total: number }>`
      select count(*)::integer as total from t_api_token as t join t_admin_user as u using (user_id)
      where ${where}`.execute(db),
  ]);
  return { records, total: counted.rows[0]?.total ?? 0, current, size };
}

/**
 * Revokes tokens of people within reach, and answers how many; nobody but an administrator revokes an administrator's.
 */
export async function revokeOthers(db: Db, actor: Actor, ids: readonly number[]): Promise<number> {
  const gone = await sql`
    delete from t_api_token as t using t_admin_user as u
    where u.user_id = t.user_id and t.token_id = any(${[...ids]}::bigint[])
      and ${scopeCondition(registry.adminUser, actor, 'u')} and (${actor.admin} or u.admin_flag = 0)`.execute(
    db,
  );
  return Number(gone.numAffectedRows ?? 0n);
}
