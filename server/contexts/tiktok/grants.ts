import { createHash, randomBytes } from 'node:crypto';
import { registry } from '@yikao/model/contexts/datasets.ts';
import { ttAuth } from '@yikao/model/contexts/tiktok/tiktok.codes.ts';
import { ttAccountSteps } from '@yikao/model/contexts/tiktok/tt-account.machine.ts';
import { type AppError, failure } from '@yikao/model/errors.ts';
import { limits } from '@yikao/model/limits.ts';
import { shanghaiTime } from '@yikao/model/rules/data-year.ts';
import { sql } from 'kysely';
import type { Engine } from '../../engine/engine.ts';
import { type Actor, elevated } from '../../engine/scope/actor.ts';
import { takeStep } from '../../engine/steps/take-step.ts';
import { codesOf } from '../../engine/table/codes-of.ts';
import type { Columns } from '../../engine/table/columns.ts';
import type { Db } from '../../engine/table/sql.ts';
import { insertRows } from '../../engine/write/internal-write.ts';
import { openSecret, sealed } from '../../engine/write/sealing.ts';
import { transact } from '../../engine/write/transaction.ts';
import {
  DouyinFailure,
  type DouyinGateway,
  type DouyinPerson,
  type Grant,
} from '../../platform/douyin/types.ts';
import type { Said } from '../../platform/vendor/failure.ts';

const ttAuthIs = codesOf(ttAuth);

const { ttAccount } = registry;

/** Milliseconds that a person has on the platform's page. */
const stateMs = 600_000;

const hashOf = (state: string) => createHash('sha256').update(state).digest('hex');

/** The failure of a call for the person who made it. */
export function failureFor(error: unknown): AppError | unknown {
  if (!(error instanceof DouyinFailure)) return error;
  if (error.reason === 'unreachable') return failure('douyinAway', { cause: error });
  return failure('douyinRefused', { params: { zh: error.said.zh, en: error.said.en }, cause: error });
}

/** Begins an authorisation: a state that is of this person, for ten minutes and once. */
export async function beginGrant(engine: Engine, actor: Actor, partnersId: number | null): Promise<string> {
  const state = randomBytes(24).toString('base64url');
  const now = engine.clock.now();
  await sql`delete from t_tiktok_state where expire_time < ${now}::timestamptz`.execute(engine.db);
  await sql`
    insert into t_tiktok_state (state_hash, user_id, partners_id, expire_time)
    values (${hashOf(state)}, ${actor.userId}, ${partnersId}::bigint,
      ${new Date(now.getTime() + stateMs)}::timestamptz)`.execute(engine.db);
  return state;
}

/** Uses up a state; throws `douyinState` for one that is unknown, used, over, or of another person than `userId`. */
async function takeState(engine: Engine, state: string, userId: number | undefined) {
  const found = await sql<{ userId: number; partnersId: number | null }>`
    delete from t_tiktok_state
    where state_hash = ${hashOf(state)} and expire_time >= ${engine.clock.now()}::timestamptz
      and (${userId ?? null}::bigint is null or user_id = ${userId ?? null}::bigint)
    returning user_id, partners_id`.execute(engine.db);
  const [taken] = found.rows;
  if (!taken) throw failure('douyinState');
  return taken;
}

/** Keeps the tokens of an account, sealed, with what a person has to know of them; they are no part of its history. */
async function keepTokens(engine: Engine, db: Db, id: number, grant: Grant, hint?: Said): Promise<void> {
  const { accessToken, refreshToken } = sealed(engine, ttAccount, id, {
    accessToken: grant.accessToken,
    refreshToken: grant.refreshToken,
  });
  await sql`
    update t_tt_account set access_token = ${String(accessToken)}, refresh_token = ${String(refreshToken)},
      scopes = ${grant.scopes.slice(0, limits.path)}, auth_time = ${engine.clock.now()}::timestamptz,
      expire_time = ${grant.expires}::timestamptz, refresh_until = ${grant.refreshUntil}::timestamptz,
      error_msg = ${hint?.zh.slice(0, limits.path) ?? null}
    where id = ${id}`.execute(db);
}

/**
 * Finishes an authorisation with the code that the platform gave: a new account, or a known one that is authorised again,
 * also after somebody had unbound it. `userId` is the person who asks; without one, it is the person of the state.
 */
export async function finishGrant(
  engine: Engine,
  gateway: DouyinGateway,
  { code, state }: { readonly code: string; readonly state: string },
  userId?: number,
): Promise<{ id: number; nickName: string | null }> {
  const { partnersId, userId: owner } = await takeState(engine, state, userId);
  let grant: Grant;
  let person: DouyinPerson;
  try {
    grant = await gateway.exchange(code);
    person = await gateway.person(grant.accessToken, grant.openId);
  } catch (error) {
    throw failureFor(error);
  }
  const by = { ...elevated(), userId: owner };
  const id = await transact(engine.db, async db => {
    await sql`select pg_advisory_xact_lock(hashtextextended(${`douyin:${grant.openId}`}, 0))`.execute(db);
    const found = await sql<Columns<typeof registry.ttAccount, 'id' | 'partnersId'>>`
      select id, partners_id from t_tt_account where open_id = ${grant.openId} and not deleted`.execute(db);
    const known = found.rows[0];
    // The account of a partner does not become another's by an authorisation.
    if (known && known.partnersId !== partnersId) throw failure('douyinState');
    const shown = {
      nickName: person.nickName.slice(0, limits.name) || null,
      avatar: person.avatar.length <= limits.pageUrl ? person.avatar || null : null,
      douyinNo: person.douyinNo.slice(0, limits.name) || null,
    };
    const [key] = known
      ? [known.id]
      : await insertRows(
          engine,
          db,
          ttAccount,
          [{ ...shown, openId: grant.openId, partnersId, authStatus: ttAuth.is.none }],
          { by },
        );
    if (key === undefined) throw new Error('No account was written');
    await keepTokens(engine, db, key, grant);
    await takeStep(engine, ttAccountSteps, 'grant', {
      keys: key,
      by: { kind: 'vendor', actor: by, cause: 'douyin:authorize' },
      within: db,
    });
    return key;
  });
  return { id, nickName: person.nickName || null };
}

/** Hours before its end from which a refresh token is extended. */
export const extendHours = 72;

/**
 * The grant with a refresh token for another 30 days, if its own ends soon. The platform allows that five times; where it
 * refuses, the account says so while there is time to authorise it again.
 */
async function extended(engine: Engine, gateway: DouyinGateway, grant: Grant): Promise<[Grant, Said?]> {
  const left = grant.refreshUntil.getTime() - engine.clock.now().getTime();
  if (left > extendHours * 3_600_000) return [grant];
  try {
    return [{ ...grant, ...(await gateway.extend(grant.refreshToken)) }];
  } catch (error) {
    if (!(error instanceof DouyinFailure)) throw error;
    // An answer that did not come is asked for again by the next renewal.
    if (error.reason === 'unreachable') return [grant];
    const until = shanghaiTime(grant.refreshUntil).slice(0, 16);
    return [
      grant,
      {
        zh: `授权将于 ${until} 到期，无法自动续期：${error.said.zh}`,
        en: `The authorisation ends at ${until} and cannot be extended: ${error.said.en}`,
      },
    ];
  }
}

/**
 * Renews an account's authorisation: the access token, and the refresh token if it ends soon. One that the platform has
 * ended is marked as expired.
 */
export async function renewGrant(engine: Engine, gateway: DouyinGateway, id: number): Promise<void> {
  const token = await openSecret(engine, engine.db, ttAccount, 'refreshToken', id);
  try {
    if (token === undefined) throw failure('notAllowedNow');
    const renewed = await gateway.renew(token);
    const [grant, hint] = await extended(engine, gateway, renewed);
    await transact(engine.db, async db => {
      await sql`select 1 from t_tt_account where id = ${id} for update`.execute(db);
      // Renewed by another call meanwhile: its tokens may have ended these.
      if ((await openSecret(engine, db, ttAccount, 'refreshToken', id)) !== token) return;
      await takeStep(engine, ttAccountSteps, 'renew', {
        keys: id,
        by: { kind: 'vendor', cause: 'douyin:refresh' },
        within: db,
      });
      await keepTokens(engine, db, id, grant, hint);
    });
  } catch (error) {
    if (error instanceof DouyinFailure && error.reason !== 'unreachable') {
      await noteFailure(engine, id, error);
    }
    throw failureFor(error);
  }
}

/** Notes in an account why the platform did not take its authorisation, which has ended. */
export async function noteFailure(engine: Engine, id: number, error: DouyinFailure): Promise<void> {
  await transact(engine.db, async db => {
    await sql`update t_tt_account set error_msg = ${error.said.zh.slice(0, limits.path)} where id = ${id}`.execute(
      db,
    );
    const found = await sql`select 1 from t_tt_account where id = ${id}
      and auth_status = ${ttAuthIs.authorised}`.execute(db);
    if (error.reason !== 'expired' || found.rows.length === 0) return;
    await takeStep(engine, ttAccountSteps, 'expire', {
      keys: id,
      by: { kind: 'vendor', cause: 'douyin:refresh' },
      within: db,
    });
  });
}
