import { registry } from '@yikao/model/contexts/datasets.ts';
import { limitKey, referenceCalls } from '@yikao/model/contexts/reference/reference.calls.ts';
import { failure } from '@yikao/model/errors.ts';
import { shanghaiTime } from '@yikao/model/rules/data-year.ts';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import type { Engine } from '../../engine/engine.ts';
import { handle } from '../../engine/http/handle.ts';
import { findRow } from '../../engine/read/info.ts';
import { authorise } from '../../engine/scope/access.ts';
import { scopeCondition } from '../../engine/scope/scope.ts';
import type { Columns } from '../../engine/table/columns.ts';
import { defineServer } from '../../engine/table/server-side.ts';
import { add, update } from '../../engine/write/save.ts';

const { limitDate } = registry;

function limitDateRoutes(app: FastifyInstance, engine: Engine): void {
  handle(app, referenceCalls.limit, async ({ actor, query: { limitType, dataYear, provinceId } }) => {
    const found = await sql<
      Columns<typeof limitDate, 'startTime' | 'endTime' | 'message' | 'provinceId' | 'id'>
    >`
      select id, province_id, start_time, end_time, message
      from t_limit_date as d where limit_type = ${limitType} and data_year = ${dataYear}
        and province_id in (0, ${provinceId}) and not deleted and ${scopeCondition(limitDate, actor, 'd')}
      order by province_id desc limit 1`.execute(engine.db);
    const row = found.rows[0];
    return row === undefined
      ? null
      : {
          ...row,
          limitType,
          dataYear,
          startTime: shanghaiTime(row.startTime),
          endTime: shanghaiTime(row.endTime),
        };
  });

  handle(app, referenceCalls.saveLimit, async ({ actor, body, say }) => {
    const key = limitKey.safeParse({ ...body, provinceId: body.provinceId ?? actor.provinceId ?? 0 });
    const there = key.success
      ? await sql<Columns<typeof limitDate, 'id'>>`
          select id from t_limit_date where limit_type = ${key.data.limitType} and data_year = ${key.data.dataYear}
            and province_id = ${key.data.provinceId} and not deleted`.execute(engine.db)
      : undefined;
    const id = there?.rows[0]?.id;
    if (id === undefined) {
      say('added');
      return add(engine, limitDate, actor, body);
    }
    authorise(actor, limitDate, 'update');
    const row = await findRow(engine, engine.db, limitDate, actor, id);
    if (!row) throw failure('notFound');
    return update(engine, limitDate, actor, { version: row.version, ...body, id });
  });
}

/** Server side of the limits of dates. */
export const limitDateServer = defineServer(limitDate, { routes: limitDateRoutes });
