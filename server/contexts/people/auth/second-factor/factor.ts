import { limits } from '@yikao/model/limits.ts';
import { sql } from 'kysely';
import { Secret, TOTP } from 'otpauth';
import { readParameter } from '../../../../engine/read/parameter.ts';
import type { Db } from '../../../../engine/table/sql.ts';
import type { Secrets } from '../../../../platform/secrets.ts';
import { enabled } from '../../../shared/enabled.ts';
import { useRecoveryCode } from './recovery.ts';

/** State of a person's second factor. */
export interface Factor {
  readonly on: boolean;
  readonly since: Date | null;
  readonly recoveryLeft: number;
  /** One of the person's roles requires it, or the parameters do for everyone. */
  readonly demanded: boolean;
}

/** Bytes of a secret, as RFC 4226 recommends. */
const secretBytes = 20;
/** Time steps by which the phone's clock may be off. */
const drift = 1;

/** The sealing context of a person's secret. */
export const belongsTo = (userId: number) => `second-factor/${userId}`;

function totp(secret: Secret, label = ''): TOTP {
  return new TOTP({
    issuer: 'Yikao',
    label,
    secret,
    algorithm: 'SHA1', // the one that every authenticator app knows
    digits: limits.secondFactorDigits,
    period: limits.secondFactorSeconds,
  });
}

/** Reads the state of a person's second factor. */
export async function readFactor(db: Db, userId: number): Promise<Factor> {
  const everybody = await readParameter(db, 'login.secondFactor');
  const found = await sql<{ since: Date | null; left: number; role: boolean }>`
    select (select confirmed_time from t_second_factor where user_id = ${userId}) as since,
      (select count(*)::integer from t_recovery_code where user_id = ${userId}) as left,
      exists (select 1 from t_user_role join t_role as r using (role_id)
        where user_id = ${userId} and r.second_factor_flag = 1 and r.status = ${enabled} and not r.deleted) as role
  `.execute(db);
  const row = found.rows[0];
  const since = row?.since ?? null;
  return {
    on: since !== null,
    since,
    recoveryLeft: row?.left ?? 0,
    demanded: everybody || row?.role === true,
  };
}

/**
 * Creates a secret that takes effect once a code confirms it, and returns it with the address for apps to scan.
 * Undefined if the second factor is already on.
 */
export async function startFactor(
  db: Db,
  secrets: Secrets,
  person: { readonly userId: number; readonly userName: string },
): Promise<{ readonly secret: string; readonly uri: string } | undefined> {
  const secret = new Secret({ size: secretBytes });
  const sealed = secrets.seal(secret.base32, belongsTo(person.userId));
  const written = await sql`
    insert into t_second_factor as f (user_id, secret) values (${person.userId}, ${sealed})
    on conflict (user_id) do update set secret = excluded.secret where f.confirmed_time is null`.execute(db);
  if (Number(written.numAffectedRows ?? 0n) === 0) return undefined;
  return { secret: secret.base32, uri: totp(secret, person.userName).toString() };
}

/**
 * Uses up an app code and returns whether it was right: from the current time step or a neighbouring one, and from a
 * later step than the last code used, so that an observed code is useless. `pending` checks the unconfirmed secret. A
 * secret sealed with another key is sealed again.
 */
export async function useAppCode(
  db: Db,
  secrets: Secrets,
  userId: number,
  code: string,
  { now, pending = false }: { readonly now: Date; readonly pending?: boolean },
): Promise<boolean> {
  const found = await sql<{ secret: string }>`
    select secret from t_second_factor
    where user_id = ${userId} and (confirmed_time is null) = ${pending}`.execute(db);
  const sealed = found.rows[0]?.secret;
  if (sealed === undefined) return false;
  const generator = totp(Secret.fromBase32(secrets.open(sealed, belongsTo(userId))));
  const timestamp = now.getTime();
  const delta = generator.validate({ token: code, timestamp, window: drift });
  if (delta === null) return false;
  const step = generator.counter({ timestamp }) + delta;
  // The condition lets only the first of two calls with one code pass; the secret is still the one read.
  const used = await sql`
    update t_second_factor set last_step = ${step}, confirmed_time = coalesce(confirmed_time, ${now}),
      secret = ${secrets.renew(sealed, belongsTo(userId))}
    where user_id = ${userId} and last_step < ${step} and secret = ${sealed}
      and (confirmed_time is null) = ${pending}`.execute(db);
  return Number(used.numAffectedRows ?? 0n) === 1;
}

/** Uses up an app code or a recovery code, depending on its format, and returns whether it was right. */
export async function useCode(
  db: Db,
  secrets: Secrets,
  userId: number,
  typed: string,
  now: Date,
): Promise<boolean> {
  const code = typed.replace(/[\s-]/g, '');
  if (/^\d{6}$/.test(code)) return useAppCode(db, secrets, userId, code, { now });
  return useRecoveryCode(db, secrets, userId, code);
}

/** Turns the second factor off, with all its recovery codes; answers whether there was anything to turn off. */
export async function removeFactor(db: Db, userId: number): Promise<boolean> {
  await sql`delete from t_recovery_code where user_id = ${userId}`.execute(db);
  const removed = await sql`delete from t_second_factor where user_id = ${userId}`.execute(db);
  return Number(removed.numAffectedRows ?? 0n) > 0;
}
