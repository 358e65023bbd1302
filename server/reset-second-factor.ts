import type { registry } from '@yikao/model/contexts/datasets.ts';
import { sql } from 'kysely';
import { runCommand } from './command.ts';
import { endSessionsOf } from './contexts/people/accounts/access-version.ts';
import { removeFactor } from './contexts/people/auth/second-factor/factor.ts';
import type { Columns } from './engine/table/columns.ts';
import type { Db } from './engine/table/sql.ts';
import { transact } from './engine/write/transaction.ts';

/**
 * `node server/reset-second-factor.ts ACCOUNT`: removes the second factor of an account whose owner has lost phone and
 * recovery codes, in case no other administrator can. Ends its logins, and is audited.
 */
async function reset(db: Db, userName: string | undefined): Promise<string> {
  if (!userName) throw new Error('Name the account: node server/reset-second-factor.ts admin');
  const found = await sql<Columns<typeof registry.adminUser, 'userId'>>`
    select user_id from t_admin_user where lower(user_name) = lower(${userName}) and not deleted`.execute(db);
  const userId = found.rows[0]?.userId;
  if (userId === undefined) throw new Error(`There is no account ${userName}`);
  return await transact(db, async transaction => {
    if (!(await removeFactor(transaction, userId))) return `${userName} has no second factor`;
    await endSessionsOf(transaction, [userId]);
    await sql`
      insert into t_audit_log (user_id, user_name, module, action, biz_id, content, result, cost_ms)
      values (${userId}, ${userName}, 'auth', 'call', ${String(userId)}, 'reset-second-factor', 1, 0)`.execute(
      transaction,
    );
    return `The second factor of ${userName} is off; the next login asks for the password alone`;
  });
}

await runCommand(db => reset(db, process.argv[2]));
