import { label } from '@yikao/model/kernel/label.ts';
import { sql } from 'kysely';
import { readParameter } from '../../../engine/read/parameter.ts';
import type { Db } from '../../../engine/table/sql.ts';
import type { ScheduledHandler } from '../../shared/scheduled-handler.ts';

/** Entries per statement: few enough that others do not wait. */
const batch = 5_000;

/** Days that runs of scheduled jobs are kept; some jobs run every minute. */
const runDays = 30;

/** A log whose key increases with time, so that the oldest entries are first by key. */
interface Log {
  readonly table: string;
  readonly key: string;
  readonly time: string;
}

/**
 * Removes entries of a log older than `before`, oldest first; returns the number. Stops at the first batch without any,
 * so that a run costs only what it removes.
 */
async function removeOld(
  db: Db,
  { table, key, time }: Log,
  before: Date,
  signal: AbortSignal,
): Promise<number> {
  let count = 0;
  for (;;) {
    signal.throwIfAborted();
    const done = await sql`
      delete from ${sql.table(table)} where ${sql.ref(key)} in (
        select ${sql.ref(key)} from ${sql.table(table)} order by ${sql.ref(key)} limit ${batch})
      and ${sql.ref(time)} < ${before}`.execute(db);
    const removed = Number(done.numAffectedRows ?? 0n);
    count += removed;
    if (removed < batch) return count;
  }
}

/**
 * Removes history entries and messages older than `history.keepDays`, audit lines older than `audit.keepDays` and lines of the vendor
 * log older than `gateway.keepDays`, and runs of scheduled jobs after {@link runDays}. A row whose deletion is forgotten
 * leaves the trash with it.
 */
export const historyClean: ScheduledHandler = async ({ engine, signal }) => {
  const { db, clock } = engine;
  const since = (days: number) => new Date(clock.now().getTime() - days * 86_400_000);
  const history = await removeOld(
    db,
    { table: 't_row_history', key: 'history_id', time: 'time' },
    since(await readParameter(db, 'history.keepDays')),
    signal,
  );
  const audit = await removeOld(
    db,
    { table: 't_audit_log', key: 'log_id', time: 'create_time' },
    since(await readParameter(db, 'audit.keepDays')),
    signal,
  );
  const vendor = await removeOld(
    db,
    { table: 't_gateway_log', key: 'log_id', time: 'create_time' },
    since(await readParameter(db, 'gateway.keepDays')),
    signal,
  );
  const told = since(await readParameter(db, 'history.keepDays'));
  const messages = await removeOld(
    db,
    { table: 't_message', key: 'message_id', time: 'create_time' },
    told,
    signal,
  );
  await removeOld(db, { table: 't_sys_job_log', key: 'log_id', time: 'fire_time' }, since(runDays), signal);
  await removeOld(db, { table: 't_notice', key: 'notice_id', time: 'create_time' }, told, signal);
  return label(
    `清理变更记录 ${history} 条，操作日志 ${audit} 条，接口日志 ${vendor} 条，消息 ${messages} 条`,
    `Removed ${history} history entries, ${audit} audit lines, ${vendor} lines of the vendor log and ${messages} messages`,
  );
};
