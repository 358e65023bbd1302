import type { registry } from '@yikao/model/contexts/datasets.ts';
import { sql } from 'kysely';
import type { Columns } from '../../../../engine/table/columns.ts';
import type { Db } from '../../../../engine/table/sql.ts';
import { type Secrets, SecretsError } from '../../../../platform/secrets.ts';
import { belongsTo } from './factor.ts';

/** The outcome for the secrets of second factors. */
export interface Renewal {
  /** Number sealed again with the current key. */
  readonly renewed: number;
  /** Accounts whose secret no known key opens. */
  readonly lost: readonly string[];
  /** Accounts whose recovery codes still need a former key: a digest cannot be recomputed without the code. */
  readonly waiting: readonly string[];
}

/**
 * Seals every secret of a second factor with the current key. Safe to run alongside the product and repeatedly: a
 * secret that changes meanwhile is left alone.
 */
export async function renewFactors(db: Db, secrets: Secrets): Promise<Renewal> {
  const found = await sql<
    Columns<typeof registry.adminUser, 'userName'> & { userId: number; secret: string }
  >`
    select f.user_id, u.user_name, f.secret
    from t_second_factor as f join t_admin_user as u using (user_id)
    where split_part(f.secret, '.', 1) <> ${secrets.keyId()} order by f.user_id`.execute(db);
  let renewed = 0;
  const lost: string[] = [];
  for (const { userId, userName, secret } of found.rows) {
    try {
      const sealed = secrets.renew(secret, belongsTo(userId));
      const written = await sql`
        update t_second_factor set secret = ${sealed} where user_id = ${userId} and secret = ${secret}`.execute(
        db,
      );
      renewed += Number(written.numAffectedRows ?? 0n);
    } catch (error) {
      if (!(error instanceof SecretsError)) throw error;
      lost.push(userName);
    }
  }
  const waiting = await sql<Columns<typeof registry.adminUser, 'userName'>>`
    select distinct u.user_name from t_recovery_code as c join t_admin_user as u using (user_id)
    where c.key_id is distinct from ${secrets.keyId()} order by 1`.execute(db);
  return { renewed, lost, waiting: waiting.rows.map(({ userName }) => userName) };
}
