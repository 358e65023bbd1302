import { registry } from '@yikao/model/contexts/datasets.ts';
import { voluntaryCalls } from '@yikao/model/contexts/voluntary/voluntary.calls.ts';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import type { Engine } from '../../engine/engine.ts';
import { handle } from '../../engine/http/handle.ts';
import { defineServer } from '../../engine/table/server-side.ts';
import { candidatesOf } from './list/candidates.ts';
import { generate, saveItems, sheetOf } from './list/sheet.ts';

const { voluntaryList } = registry;

/** The further calls of voluntary lists. */
function voluntaryRoutes(app: FastifyInstance, engine: Engine): void {
  handle(app, voluntaryCalls.sheet, ({ actor, query }) => sheetOf(engine, actor, query.listId));
  handle(app, voluntaryCalls.candidates, ({ actor, query: { listId, ...filter }, page }) =>
    candidatesOf(engine, actor, listId, filter, page),
  );
  handle(app, voluntaryCalls.generate, ({ actor, body }) => generate(engine, actor, body));
  handle(app, voluntaryCalls.save, ({ actor, body }) => saveItems(engine, actor, body));
}

/** Server side of the voluntary lists: their numbers, and the calls of the editor. */
export const voluntaryListServer = defineServer(voluntaryList, {
  routes: voluntaryRoutes,
  async beforeInsert(db, rows) {
    const found = await sql<{ number: number }>`
      select nextval('t_voluntary_list_no')::int as number from generate_series(1, ${rows.length})`.execute(
      db,
    );
    for (const [index, row] of rows.entries()) {
      const year = String(row.dataYear ?? 0).slice(-2);
      const province = String(row.provinceId ?? 0).slice(0, 2);
      row.listNo = `ZY${year}${province}${String(found.rows[index]?.number).padStart(6, '0')}`;
    }
  },
});
