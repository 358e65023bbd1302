import type { Page } from '@yikao/model/calls/envelope.ts';
import { registry } from '@yikao/model/contexts/datasets.ts';
import {
  type ApiTokenBody,
  type ApiTokenMade,
  type ApiTokenRow,
  apiTokenCalls,
} from '@yikao/model/contexts/people/api-tokens.calls.ts';
import { failure } from '@yikao/model/errors.ts';
import { issue } from '@yikao/model/kernel/validate/issues.ts';
import { limits } from '@yikao/model/limits.ts';
import { isPermissionCode } from '@yikao/model/permissions.ts';
import { shanghaiTime } from '@yikao/model/rules/data-year.ts';
import { type RawBuilder, sql } from 'kysely';
import { holds } from '../../../../engine/scope/access.ts';
import type { Actor } from '../../../../engine/scope/actor.ts';
import { scopeCondition } from '../../../../engine/scope/scope.ts';
import { containsWords } from '../../../../engine/search/search-text.ts';
import { countFrom, type Db, likeLiteral } from '../../../../engine/table/sql.ts';
import type { OnlineQuery } from '../session-list.ts';
import { makeApiToken } from './tokens.ts';

type Found = Omit<ApiTokenRow, 'createTime' | 'expireTime' | 'seenTime'> & {
  readonly createTime: Date;
  readonly expireTime: Date;
  readonly seenTime: Date | null;
};

async function read(db: Db, where: RawBuilder<unknown>, now: Date): Promise<ApiTokenRow[]> {
  const found = await sql<Found>`
    select t.token_id, t.user_id, u.user_name, u.nick_name, t.name, t.hint, t.codes, t.read_only,
      t.create_time,
      t.expire_time, t.expire_time <= ${now} as expired, t.seen_time,
      t.seen_ip
    from t_api_token as t join t_admin_user as u using (user_id) where ${where}`.execute(db);
  return found.rows.map(row => ({
    ...row,
    createTime: shanghaiTime(row.createTime),
    expireTime: shanghaiTime(row.expireTime),
    seenTime: row.seenTime && shanghaiTime(row.seenTime),
  }));
}

/** A person's own tokens, newest first; expired ones are listed until removed. */
export function ownTokens(db: Db, { userId }: Actor, now: Date): Promise<ApiTokenRow[]> {
  return read(db, sql`t.user_id = ${userId} order by t.token_id desc`, now);
}

/**
 * Creates a token and returns its secret, only once. Throws `invalidFields` for codes that the person does not hold,
 * and `notAllowedNow` beyond the allowed number.
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
  const made = await sql<Pick<ApiTokenRow, 'tokenId'>>`
    insert into t_api_token (token_hash, user_id, name, hint, codes, read_only, create_time, expire_time)
    select ${hash}, ${actor.userId}, ${input.name}, ${hint}, ${codes}::text[], ${input.readOnly}, ${now}, ${until}
    where (select count(*) from t_api_token where user_id = ${actor.userId}) < ${limits.apiTokens}
    returning token_id`.execute(db);
  const id = made.rows[0]?.tokenId;
  const row = id === undefined ? undefined : (await read(db, sql`t.token_id = ${id}`, now))[0];
  if (!row) throw failure('notAllowedNow');
  return { token, row };
}

/** Revokes the caller's own tokens; those of others are left unchanged. Returns the number. */
export async function revokeOwn(db: Db, { userId }: Actor, ids: readonly number[]): Promise<number> {
  const gone = await sql`
    delete from t_api_token where user_id = ${userId} and token_id = any(${[...ids]}::bigint[])`.execute(db);
  return Number(gone.numAffectedRows ?? 0n);
}

/** The tokens of everyone within reach, most recently used first. */
export async function allTokens(
  db: Db,
  actor: Actor,
  { keywords, current, size }: OnlineQuery,
  now: Date,
): Promise<Page<ApiTokenRow>> {
  const like = `%${likeLiteral(keywords)}%`;
  const where = sql`not u.deleted and ${scopeCondition(registry.adminUser, actor, 'u')}
    and (${keywords} = '' or u.user_name ilike ${like} or ${containsWords(sql`u.nick_name`, keywords, sql`u.nick_name_search`)}
      or ${containsWords(sql`t.name`, keywords)} or t.hint like ${like} or t.seen_ip like ${like})`;
  const [records, total] = await Promise.all([
    read(
      db,
      sql`${where} order by t.seen_time desc nulls last, t.token_id desc
        limit ${size} offset ${(current - 1) * size}`,
      now,
    ),
    countFrom(
      db,
      sql`t_api_token as t join t_admin_user as u using (user_id)
        where ${where}`,
    ),
  ]);
  return { records, total, current, size };
}

/**
 * Revokes tokens of people within reach, and returns the number; only an administrator can revoke an administrator's.
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
