import { sql } from 'kysely';
import { runCommand } from './command.ts';
import { forgetFailures } from './contexts/people/auth/locks/locks.ts';
import type { Db } from './engine/table/sql.ts';
import { transact } from './engine/write/transaction.ts';

/**
 * `node server/lift-locks.ts ACCOUNT`: forgets the failed logins that lock an account, in case nobody can log in to
 * lift the locks; `--all` forgets those of all accounts and connections. Audited.
 */
async function lift(db: Db, asked: string | undefined): Promise<string> {
  if (!asked) throw new Error('Name the account: node server/lift-locks.ts admin (or --all)');
  const userName = asked === '--all' ? undefined : asked;
  return await transact(db, async transaction => {
    const count = await forgetFailures(transaction, userName);
    await sql`
      insert into t_audit_log (user_name, module, action, content, result, cost_ms)
      values (${userName ?? 'system'}, 'auth', 'call', ${`lift-locks ${asked}: ${count}`}, 1, 0)`.execute(
      transaction,
    );
    return userName === undefined
      ? `All failed logins are forgotten (${count} counters)`
      : `The failed logins of ${userName} are forgotten (${count} counters)`;
  });
}

await runCommand(db => lift(db, process.argv[2]));
