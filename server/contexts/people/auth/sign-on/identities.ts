import type { Identities } from '@yikao/model/contexts/people/sign-on.calls.ts';
import { failure } from '@yikao/model/errors.ts';
import { shanghaiTime } from '@yikao/model/rules/data-year.ts';
import { sql } from 'kysely';
import type { Actor } from '../../../../engine/scope/actor.ts';
import type { Db } from '../../../../engine/table/sql.ts';
import { transact } from '../../../../engine/write/transaction.ts';
import type { SignOnProvider } from '../../../../platform/sign-on-config.ts';

/** The name of a provider in both languages; the key of one no longer configured. */
function labelOf(providers: readonly SignOnProvider[], key: string) {
  const found = providers.find(provider => provider.key === key);
  return { zh: found?.labelZh ?? key, en: found?.labelEn ?? key };
}

/** The providers as pages show them. */
export function shownProviders(providers: readonly SignOnProvider[]) {
  return providers.map(({ key }) => ({ key, label: labelOf(providers, key) }));
}

type Identity = Identities['identities'][number];

type StoredIdentity = Pick<Identity, 'identityId' | 'provider' | 'account'> & {
  readonly createTime: Date;
  readonly lastLoginTime: Date | null;
};

/** Whom one is at which provider, and which providers there are. */
export async function ownIdentities(
  db: Db,
  providers: readonly SignOnProvider[],
  { userId }: Actor,
): Promise<Identities> {
  const found = await sql<StoredIdentity>`
    select identity_id, provider, account, create_time, last_login_time
    from t_user_identity where user_id = ${userId} order by identity_id`.execute(db);
  return {
    identities: found.rows.map(row => ({
      ...row,
      label: labelOf(providers, row.provider),
      createTime: shanghaiTime(row.createTime),
      lastLoginTime: row.lastLoginTime && shanghaiTime(row.lastLoginTime),
    })),
    providers: shownProviders(providers),
  };
}

/**
 * Unlinks identities of the caller; those of others are kept. Throws `notAllowedNow` if an account without a password
 * would have no way to log in.
 */
export async function unlink(db: Db, { userId }: Actor, ids: readonly number[]): Promise<number> {
  return transact(db, async transaction => {
    const gone = await sql`
      delete from t_user_identity where user_id = ${userId} and identity_id = any(${[...ids]}::bigint[])`.execute(
      transaction,
    );
    const left = await sql`
      select 1 from t_credential where user_id = ${userId}
      union all select 1 from t_user_identity where user_id = ${userId}`.execute(transaction);
    if (left.rows.length === 0) throw failure('notAllowedNow');
    return Number(gone.numAffectedRows ?? 0n);
  });
}
