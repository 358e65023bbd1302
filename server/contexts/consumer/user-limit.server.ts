import { consumerCalls } from '@yikao/model/contexts/consumer/consumers.calls.ts';
import { registry } from '@yikao/model/contexts/datasets.ts';
import { failure } from '@yikao/model/errors.ts';
import type { FastifyInstance } from 'fastify';
import { type RawBuilder, sql } from 'kysely';
import type { Engine } from '../../engine/engine.ts';
import { handle } from '../../engine/http/handle.ts';
import { findRow } from '../../engine/read/info.ts';
import { defineServer } from '../../engine/table/server-side.ts';
import { column } from '../../engine/table/sql.ts';
import { limitsOf } from '../sales/usage.ts';

const { userLimit, wishUser } = registry;

function routes(app: FastifyInstance, engine: Engine): void {
  handle(app, consumerCalls.limits, async ({ actor, query: { userId, dataYear: year } }) => {
    const user = await findRow(engine, engine.db, wishUser, actor, userId);
    if (!user) throw failure('notFound');
    const of = year ?? user.dataYear;
    return { dataYear: of, limits: await limitsOf(engine.db, userId, of) };
  });
}

/** The number used so far. */
function used(alias: string): RawBuilder<unknown> {
  return sql`coalesce((
    select uses.used_num from t_user_usage as uses
    where uses.user_id = ${column(alias, 'user_id')} and uses.data_year = ${column(alias, 'data_year')}
      and uses.limit_type = ${column(alias, 'limit_type')}), 0)`;
}

/** Server side of the limits: usage is counted separately (`usage.ts`). */
export const userLimitServer = defineServer(userLimit, {
  expressions: {
    usedNum: used,
    leftNum: alias => sql`greatest(0, ${column(alias, 'total_num')} - ${used(alias)})`,
  },
  routes,
});
