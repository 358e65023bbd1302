import { label } from '@yikao/model/kernel/label.ts';
import { limits } from '@yikao/model/limits.ts';
import { type RawBuilder, sql } from 'kysely';
import type { ScheduledHandler } from '../shared/scheduled-handler.ts';

const dayMs = 86_400_000;

/**
 * Counts everything from scratch, corrects the daily roll-ups and reports the number of corrections: none, unless rows
 * were changed with the triggers disabled. Visit ids that can no longer repeat are forgotten.
 */
export const statCheck: ScheduledHandler = async ({ engine, signal }) => {
  const { db, clock } = engine;
  const counted = async (fn: RawBuilder<unknown>) => {
    signal.throwIfAborted();
    const found = await sql<{ count: number }>`select ${fn} as count`.execute(db);
    return found.rows[0]?.count ?? 0;
  };
  const profiles = await counted(sql`yikao_note_profiles(null, false)`);
  const held = await counted(sql`yikao_note_held(null)`);
  const figures = await counted(sql`yikao_stat_mend()`);
  const sums = await counted(sql`yikao_stat_mend_grains()`);
  const since = new Date(clock.now().getTime() - (limits.visitDays + 1) * dayMs);
  const forgotten = await sql`delete from yikao_visit_event where receive_time < ${since}`.execute(db);
  const events = Number(forgotten.numAffectedRows ?? 0n);
  const wrong = profiles + held + figures + sums;
  return wrong === 0
    ? label(`核对无差异，清理访问编号 ${events} 个`, `No differences; forgot the numbers of ${events} visits`)
    : label(
        `发现并修正差异 ${wrong} 处（资料 ${profiles}，结算 ${held}，明细 ${figures}，合计 ${sums}），清理访问编号 ${events} 个`,
        `Found and mended ${wrong} differences (profiles ${profiles}, settlements ${held}, figures ${figures}, sums ${sums}); forgot the numbers of ${events} visits`,
      );
};
