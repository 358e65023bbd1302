import { registry } from '@yikao/model/datasets/index.ts';
import { AppError } from '@yikao/model/errors.ts';
import { shanghaiTime } from '@yikao/model/rules/data-year.ts';
import { sql } from 'kysely';
import { elevated } from '../engine/actor.ts';
import type { Engine } from '../engine/engine.ts';
import { add } from '../engine/save.ts';
import { overlapping, type SettlePeriod, settleLines } from './settle-lines.ts';

/** The first and the last day of the month before a moment, in Asia/Shanghai. */
export function lastMonth(now: Date): { readonly periodStart: string; readonly periodEnd: string } {
  const [year = 0, month = 0] = shanghaiTime(now).split('-', 2).map(Number);
  const day = (time: number) => new Date(time).toISOString().slice(0, 10);
  return { periodStart: day(Date.UTC(year, month - 2, 1)), periodEnd: day(Date.UTC(year, month - 1, 0)) };
}

/** The outcome of {@link draftLastMonth}: settlements drawn, and partners of whom some days were settled already. */
export interface Drafted {
  readonly periodStart: string;
  readonly drawn: number;
  readonly settled: number;
}

/**
 * Draws the settlements of the last month for every partner that something is due to or from, over all of its channels
 * (domain 3.11). Partners of whom a settlement of those days stands are left alone, so that doing it again does
 * nothing, and whoever settles a partner channel by channel goes on doing so.
 */
export async function draftLastMonth(engine: Engine, signal: AbortSignal): Promise<Drafted> {
  const { db } = engine;
  const period = lastMonth(engine.clock.now());
  const found = await sql<{ partnersId: number }>`
    select partners_id as "partnersId" from t_partners where not deleted order by partners_id`.execute(db);
  let drawn = 0;
  let settled = 0;
  for (const row of found.rows) {
    signal.throwIfAborted();
    const asked = { partnersId: Number(row.partnersId), channelId: 0, ...period };
    if ((await overlapping(db, asked)) !== undefined) {
      settled += 1;
    } else if ((await settleLines(db, asked)).length > 0) {
      if (await draw(engine, asked)) drawn += 1;
      else settled += 1;
    }
  }
  return { periodStart: period.periodStart, drawn, settled };
}

/** Draws a settlement; false where somebody has drawn one of those days meanwhile. */
async function draw(engine: Engine, asked: SettlePeriod): Promise<boolean> {
  try {
    await add(engine, registry.partnersSettle, elevated(), asked);
    return true;
  } catch (error) {
    if (error instanceof AppError && error.code === 'invalidFields') return false;
    throw error;
  }
}
