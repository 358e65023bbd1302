/**
 * A job's process for the tests: runs the job in its argument as the job's title says: `dies` at once, `steps` five
 * steps further and dies after each, anything else succeeds.
 */
import { label } from '@yikao/model/kernel/label.ts';
import { advanceJob, claimJob, finishJob } from '../../engine/jobs/lifecycle/job.ts';
import type { DynamicTables } from '../../engine/table/sql.ts';
import { transact } from '../../engine/write/transaction.ts';
import { openServer } from '../../platform/database/open.ts';
import { silentLogger } from '../../platform/logger.ts';

const database = openServer<DynamicTables>(process.env.JOB_DATABASE_URL ?? '', 1, silentLogger());
const job = await claimJob(database.kysely, Number(process.argv[2]));
if (job?.title === 'dies') process.kill(process.pid, 'SIGKILL');
if (job?.title === 'steps' && job.position < 5) {
  const none = { bytesDone: 0, bytesTotal: 0, inserted: 0, updated: 0, same: 0, failed: 0 };
  await transact(database.kysely, tx =>
    advanceJob(tx, job, { ...none, done: 0, checkpoint: 0, total: null, position: job.position + 1 }),
  );
  process.kill(process.pid, 'SIGKILL');
}
if (job) await finishJob(database.kysely, job, { status: 'success', message: label('', '') });
await database.close();
process.disconnect?.();
