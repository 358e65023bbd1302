import type { registry } from '@yikao/model/contexts/datasets.ts';
import { label } from '@yikao/model/kernel/label.ts';
import { sql } from 'kysely';
import type { Columns } from '../../../engine/table/columns.ts';
import { transact } from '../../../engine/write/transaction.ts';
import { enabled } from '../../shared/enabled.ts';
import type { ScheduledHandler } from '../../shared/scheduled-handler.ts';
import { beginSync } from './sync.ts';

/** Begins to synchronise the accounts that are collected automatically (domain 3.11 `officialSyncJob`, L2). */
export const officialSync: ScheduledHandler = async ({ engine, signal }) => {
  const found = await sql<Columns<typeof registry.officialAccounts, 'id'>>`
    select id from t_official_accounts
    where auto_flag = 1 and status = ${enabled} and not deleted and app_id is not null and app_secret is not null
    order by id`.execute(engine.db);
  let begun = 0;
  for (const { id } of found.rows) {
    signal.throwIfAborted();
    if (await transact(engine.db, db => beginSync(engine, db, id))) begun += 1;
  }
  return label(`开始同步 ${begun} 个公众号`, `Began to synchronise ${begun} official accounts`);
};
