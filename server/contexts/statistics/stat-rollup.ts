import { label } from '@yikao/model/kernel/label.ts';
import { sql } from 'kysely';
import type { ScheduledHandler } from '../shared/scheduled-handler.ts';

/** Changes per statement. */
const most = 50_000;

/** Adds changes since the last run to the daily roll-ups; figures are correct without it, and cheaper with it. */
export const visitRollup: ScheduledHandler = async ({ engine, signal }) => {
  let count = 0;
  for (;;) {
    signal.throwIfAborted();
    const done = await sql<{ count: number }>`select yikao_stat_fold(${most}) as count`.execute(engine.db);
    const folded = done.rows[0]?.count ?? 0;
    count += folded;
    if (folded < most) break;
  }
  return label(`汇总统计变动 ${count} 条`, `Added ${count} changes up`);
};
