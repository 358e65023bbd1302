import { randomBytes } from 'node:crypto';
import { registry } from '@yikao/model/contexts/datasets.ts';
import { failure } from '@yikao/model/errors.ts';
import { sql } from 'kysely';
import type { Engine } from '../../../../engine/engine.ts';
import { elevated } from '../../../../engine/scope/actor.ts';
import type { Columns } from '../../../../engine/table/columns.ts';
import type { Db } from '../../../../engine/table/sql.ts';
import { add } from '../../../../engine/write/save.ts';
import type { SignOnProvider } from '../../../../platform/sign-on-config.ts';
import type { Claims } from './provider.ts';

/** PostgreSQL's code for a row that a unique index refuses. */
const uniqueViolation = '23505';

/** A recognisable name of the identity. */
function accountName({ email, userName, name, subject }: Claims): string {
  return (userName ?? email ?? name ?? subject).slice(0, 128);
}

/** The account linked to an identity; undefined if there is none, or if it was deleted. */
async function linkedAccount(db: Db, { issuer, subject }: Claims): Promise<number | undefined> {
  const found = await sql<Columns<typeof registry.adminUser, 'userId'>>`
    select i.user_id from t_user_identity as i join t_admin_user as u using (user_id)
    where i.issuer = ${issuer} and i.subject = ${subject} and not u.deleted`.execute(db);
  return found.rows[0]?.userId;
}

/**
 * The one account that an identity belongs to by the setting: an e-mail address counts only when the provider has
 * verified it, and only when no other account has the same.
 */
async function matchingAccount(
  db: Db,
  { match }: SignOnProvider,
  { email, emailVerified, userName }: Claims,
): Promise<number | undefined> {
  if (match === 'email' && email !== undefined && emailVerified) {
    const found = await sql<Columns<typeof registry.adminUser, 'userId'>>`
      select user_id from t_admin_user
      where lower(email) = lower(${email}) and not deleted limit 2`.execute(db);
    return found.rows.length === 1 ? found.rows[0]?.userId : undefined;
  }
  if (match === 'userName' && userName !== undefined) {
    const found = await sql<Columns<typeof registry.adminUser, 'userId'>>`
      select user_id from t_admin_user
      where lower(user_name) = lower(${userName}) and not deleted`.execute(db);
    return found.rows[0]?.userId;
  }
  return undefined;
}

/** A valid account name (domain A1), derived from the provider's name for the person. */
function newUserName({ userName, email }: Claims): string | undefined {
  const plain = (userName ?? email ?? '').replace(/[^\w.@-]/g, '').slice(0, 32);
  return /^[A-Za-z][\w.@-]{2,31}$/.test(plain) ? plain : undefined;
}

/**
 * Creates the account of a new identity, with the roles in the setting. It has no password: an administrator can set
 * one. Undefined if the name is taken or invalid.
 */
async function createAccount(
  engine: Engine,
  create: NonNullable<SignOnProvider['create']>,
  claims: Claims,
): Promise<number | undefined> {
  const userName = newUserName(claims);
  if (userName === undefined) return undefined;
  const roles = await sql<Columns<typeof registry.role, 'roleId'>>`
    select role_id from t_role where role_code = any(${create.roleCodes}::text[]) and not deleted`.execute(
    engine.db,
  );
  const values = {
    userName,
    // Never revealed, and removed before the account is used.
    password: `Aa1${randomBytes(24).toString('base64url')}`,
    nickName: (claims.name ?? userName).slice(0, 32),
    ...(claims.email !== undefined && claims.emailVerified && { email: claims.email.slice(0, 64) }),
    userType: create.userType,
    roleIds: roles.rows.map(({ roleId }) => roleId),
  };
  try {
    const made = await add(engine, registry.adminUser, elevated(), values);
    const userId = Number(made.userId);
    await sql`delete from t_credential where user_id = ${userId}`.execute(engine.db);
    return userId;
  } catch (cause) {
    throw failure('signOnUnknown', { cause });
  }
}

/**
 * Links an identity to an account. Throws `signOnTaken` when it is linked to another, or the account to another
 * identity of the provider.
 */
export async function link(
  db: Db,
  { key }: SignOnProvider,
  claims: Claims,
  userId: number,
  now: Date,
): Promise<void> {
  const { issuer, subject } = claims;
  try {
    // Links of deleted accounts must not block living ones.
    await sql`
      delete from t_user_identity as i using t_admin_user as u
      where u.user_id = i.user_id and u.deleted and i.issuer = ${issuer} and i.subject = ${subject}`.execute(
      db,
    );
    await sql`
      insert into t_user_identity (user_id, provider, issuer, subject, account, create_time)
      values (${userId}, ${key}, ${issuer}, ${subject}, ${accountName(claims)}, ${now})`.execute(db);
  } catch (cause) {
    const { code } = Object(cause) as { code?: unknown };
    throw code === uniqueViolation ? failure('signOnTaken', { cause }) : cause;
  }
}

/**
 * The account of an identity: the linked one, else the one that matches by the provider's setting, which is then
 * linked, else a new one if the setting allows it. Throws `signOnUnknown` and `signOnTaken`.
 */
export async function accountOf(
  engine: Engine,
  provider: SignOnProvider,
  claims: Claims,
  now: Date,
): Promise<number> {
  const { db } = engine;
  const { issuer, subject } = claims;
  const known = await linkedAccount(db, claims);
  const userId =
    known ??
    (await matchingAccount(db, provider, claims)) ??
    (provider.create && (await createAccount(engine, provider.create, claims)));
  if (userId === undefined) throw failure('signOnUnknown');
  if (known === undefined) await link(db, provider, claims, userId, now);
  await sql`
    update t_user_identity set last_login_time = ${now}, account = ${accountName(claims)}
    where issuer = ${issuer} and subject = ${subject}`.execute(db);
  return userId;
}
