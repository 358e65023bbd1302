import { consumerCalls } from '@yikao/model/calls/consumers.ts';
import { registry } from '@yikao/model/datasets/index.ts';
import { failure } from '@yikao/model/errors.ts';
import { dataYear } from '@yikao/model/rules/data-year.ts';
import type { FastifyInstance } from 'fastify';
import { type RawBuilder, sql } from 'kysely';
import type { Engine } from '../engine/engine.ts';
import { handle } from '../engine/http/handle.ts';
import { findRow } from '../engine/info.ts';
import { defineServer } from '../engine/server-side.ts';
import { column } from '../engine/sql.ts';
import { limitsOf } from './usage.ts';

const { userLimit, wishUser } = registry;

function routes(app: FastifyInstance, engine: Engine): void {
  handle(app, consumerCalls.limits, async ({ actor, query: { userId, dataYear: year } }) => {
    const user = await findRow(engine, engine.db, wishUser, actor, userId);
    if (!user) throw failure('notFound');
    const of = year ?? (Number(user.dataYear) || dataYear(engine.clock.now()));
    return { dataYear: of, limits: await limitsOf(engine.db, userId, of) };
  });
}

/** How often it was done by now. */
function used(alias: string): RawBuilder<unknown> {
  return sql`coalesce((
    select uses.used_num from t_user_usage as uses
    where uses.user_id = ${column(alias, 'user_id')} and uses.data_year = ${column(alias, 'data_year')}
      and uses.limit_type = ${column(alias, 'limit_type')}), 0)`;
}

/** Server side of the limits: what was used is counted apart from them (`usage.ts`). */
export const userLimitServer = defineServer(userLimit, {
  expressions: {
    usedNum: used,
    leftNum: alias => sql`greatest(0, ${column(alias, 'total_num')} - ${used(alias)})`,
  },
  routes,
});
