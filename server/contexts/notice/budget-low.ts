import { shanghaiTime } from '@yikao/model/rules/data-year.ts';
import { type SqlBool, sql } from 'kysely';
import type { Engine } from '../../engine/engine.ts';
import type { Tx } from '../../engine/table/sql.ts';
import { budgetsFor } from '../reach/texts/budget.ts';
import { holdersOf } from './people.ts';
import { tell } from './tell.ts';

/** Tells those who keep the templates, once a day, that the day's budget of texts runs low. */
export async function tellOfBudget(engine: Engine, db: Tx): Promise<void> {
  const now = engine.clock.now();
  const { all } = await budgetsFor(db, 0, now);
  if (!all.low) return;
  await tell(engine, db, 'textBudgetLow', {
    occasion: `smsBudget:${shanghaiTime(now).slice(0, 10)}`,
    people: holdersOf('feige:template:update', sql<SqlBool>`not u.deleted`),
    values: { used: String(all.used), max: String(all.max) },
  });
}
