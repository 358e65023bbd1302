import { registry } from '@yikao/model/contexts/datasets.ts';
import { AppError } from '@yikao/model/errors.ts';
import { shanghaiTime } from '@yikao/model/rules/data-year.ts';
import { instantOf } from '@yikao/model/rules/times.ts';
import { sql } from 'kysely';
import type { Engine } from '../../engine/engine.ts';
import { elevated } from '../../engine/scope/actor.ts';
import type { Columns } from '../../engine/table/columns.ts';
import { add } from '../../engine/write/save.ts';
import { overlapping, type SettlePeriod, settleLines } from './settle-lines.ts';

/** The first and the last day of the month before a moment, in Asia/Shanghai. */
export function lastMonth(now: Date): { readonly periodStart: string; readonly periodEnd: string } {
  const [year = 0, month = 0] = shanghaiTime(now).split('-', 2).map(Number);
  const day = (time: number) => instantOf(time).toISOString().slice(0, 10);
  return { periodStart: day(Date.UTC(year, month - 2, 1)), periodEnd: day(Date.UTC(year, month - 1, 0)) };
}

/** The result of {@link draftLastMonth}: settlements drawn up, and partners with days already settled. */
export interface Drafted {
  readonly periodStart: string;
  readonly drawn: number;
  readonly settled: number;
}

/**
 * Draws up last month's settlements for every partner with an amount due, over all its channels (domain 3.11). Partners
 * with a settlement of those days are skipped, so that it can run repeatedly, and partners settled channel by channel
 * stay so.
 */
export async function draftLastMonth(engine: Engine, signal: AbortSignal): Promise<Drafted> {
  const { db } = engine;
  const period = lastMonth(engine.clock.now());
  const found = await sql<Columns<typeof registry.partners, 'partnersId'>>`
    select partners_id from t_partners where not deleted order by partners_id`.execute(db);
  let drawn = 0;
  let settled = 0;
  for (const row of found.rows) {
    signal.throwIfAborted();
    const asked = { partnersId: row.partnersId, channelId: 0, ...period };
    if ((await overlapping(db, asked)) !== undefined) {
      settled += 1;
    } else if ((await settleLines(db, asked)).length > 0) {
      if (await draw(engine, asked)) drawn += 1;
      else settled += 1;
    }
  }
  return { periodStart: period.periodStart, drawn, settled };
}

/** Draws up a settlement; false if somebody has settled one of those days meanwhile. */
async function draw(engine: Engine, asked: SettlePeriod): Promise<boolean> {
  try {
    await add(engine, registry.partnersSettle, elevated(), asked);
    return true;
  } catch (error) {
    if (error instanceof AppError && error.code === 'invalidFields') return false;
    throw error;
  }
}
