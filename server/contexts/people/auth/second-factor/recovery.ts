import { randomInt } from 'node:crypto';
import { limits } from '@yikao/model/limits.ts';
import { readableLetters } from '@yikao/model/rules/readable-code.ts';
import { sql } from 'kysely';
import type { Db } from '../../../../engine/table/sql.ts';
import type { Secrets } from '../../../../platform/secrets.ts';

const belongsTo = (userId: number) => `recovery/${userId}`;

/** A code in comparable form: ambiguous letters are never issued, so only case and hyphens vary. */
const plain = (code: string) => code.toUpperCase().replace(/[^0-9A-Z]/g, '');

function makeCode(): string {
  const letters = Array.from(
    { length: limits.recoveryCode },
    () => readableLetters[randomInt(readableLetters.length)],
  ).join('');
  const half = limits.recoveryCode / 2;
  return `${letters.slice(0, half)}-${letters.slice(half)}`;
}

/** Replaces a person's recovery codes. They are returned only here: only digests are stored. */
export async function renewRecoveryCodes(db: Db, secrets: Secrets, userId: number): Promise<string[]> {
  const codes = new Set<string>();
  while (codes.size < limits.recoveryCodes) codes.add(makeCode());
  const hashes = [...codes].map(code =>
    secrets.digest(plain(code), belongsTo(userId)).digest.toString('hex'),
  );
  await sql`delete from t_recovery_code where user_id = ${userId}`.execute(db);
  await sql`
    insert into t_recovery_code (user_id, code_hash, key_id)
    select ${userId}::bigint, decode(hash, 'hex'), ${secrets.keyId()} from unnest(${hashes}::text[]) as c(hash)`.execute(
    db,
  );
  return [...codes];
}

/** Uses a recovery code up, and answers whether there was one. */
export async function useRecoveryCode(
  db: Db,
  secrets: Secrets,
  userId: number,
  code: string,
): Promise<boolean> {
  const hashes = secrets.digests(plain(code), belongsTo(userId)).map(({ digest }) => digest.toString('hex'));
  const used = await sql`
    delete from t_recovery_code
    where user_id = ${userId} and encode(code_hash, 'hex') = any(${hashes}::text[])`.execute(db);
  return Number(used.numAffectedRows ?? 0n) === 1;
}
