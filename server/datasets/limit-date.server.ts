import { registry } from '@yikao/model/datasets/index.ts';
import { failure } from '@yikao/model/errors.ts';
import { label } from '@yikao/model/kernel/label.ts';
import { shanghaiTime } from '@yikao/model/rules/data-year.ts';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { z } from 'zod';
import { authorise } from '../engine/access.ts';
import type { Engine } from '../engine/engine.ts';
import { actorOf } from '../engine/http/actor.ts';
import { answer } from '../engine/http/answer.ts';
import type { CallDoc } from '../engine/http/doc.ts';
import { findRow } from '../engine/info.ts';
import { add, rowBody, update } from '../engine/save.ts';
import { scopeCondition } from '../engine/scope.ts';
import { defineServer } from '../engine/server-side.ts';

const { limitDate } = registry;

const asked = z.object({
  limitType: z.coerce.number().int().min(1).max(4),
  dataYear: z.coerce.number().int().min(1900).max(2999),
  provinceId: z.coerce.number().int().min(0).default(0),
});

const docs = {
  get: {
    summary: label('某服务在某年某省的限制日期', 'The limit of a service in a year and province'),
    tag: limitDate,
    query: asked,
  },
  save: {
    summary: label(
      '按类型、年份、省份新增或修改限制日期',
      'Add or change the limit of a service, year and province',
    ),
    tag: limitDate,
  },
} as const satisfies Record<string, CallDoc>;

function limitDateRoutes(app: FastifyInstance, engine: Engine): ReadonlySet<string> {
  // The province's own window, where the person reaches it, else the one for all provinces, else none: null (domain A12).
  app.get('/api/base/get_limit_date', { config: { doc: docs.get } }, async request => {
    const actor = actorOf(request);
    const { limitType, dataYear, provinceId } = asked.parse(request.query);
    const found = await sql<{
      startTime: Date;
      endTime: Date;
      message: string | null;
      provinceId: number;
      id: number;
    }>`
      select id, province_id as "provinceId", start_time as "startTime", end_time as "endTime", message
      from t_limit_date as d where limit_type = ${limitType} and data_year = ${dataYear}
        and province_id in (0, ${provinceId}) and not deleted and ${scopeCondition(limitDate, actor, 'd')}
      order by province_id desc limit 1`.execute(engine.db);
    const row = found.rows[0];
    return answer(
      request,
      row === undefined
        ? null
        : {
            ...row,
            limitType,
            dataYear,
            startTime: shanghaiTime(row.startTime),
            endTime: shanghaiTime(row.endTime),
          },
    );
  });

  // One call adds and changes, found by its natural key (spec section 7).
  app.post('/api/base/save_limit_date', { config: { doc: docs.save } }, async request => {
    const actor = actorOf(request);
    const body = rowBody.parse(request.body ?? {});
    const key = asked.safeParse({ ...body, provinceId: body.provinceId ?? actor.provinceId ?? 0 });
    const there = key.success
      ? await sql<{ id: number }>`
          select id from t_limit_date where limit_type = ${key.data.limitType} and data_year = ${key.data.dataYear}
            and province_id = ${key.data.provinceId} and not deleted`.execute(engine.db)
      : undefined;
    const id = there?.rows[0]?.id;
    if (id === undefined) return answer(request, await add(engine, limitDate, actor, body), 'added');
    authorise(actor, limitDate, 'update');
    const row = await findRow(engine, engine.db, limitDate, actor, id);
    if (!row) throw failure('notFound');
    const changed = await update(engine, limitDate, actor, { version: row.version, ...body, id });
    return answer(request, changed, 'modified');
  });
  return new Set();
}

/** Server side of the limits of dates. */
export const limitDateServer = defineServer(limitDate, { routes: limitDateRoutes });
