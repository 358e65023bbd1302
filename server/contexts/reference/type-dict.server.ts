import { registry } from '@yikao/model/contexts/datasets.ts';
import { referenceCalls, type TypeEntry } from '@yikao/model/contexts/reference/reference.calls.ts';
import { typeFlag } from '@yikao/model/contexts/shared/shared.codes.ts';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import type { Engine } from '../../engine/engine.ts';
import { handle } from '../../engine/http/handle.ts';
import { defineServer } from '../../engine/table/server-side.ts';
import { enabled } from '../shared/enabled.ts';

function typeDictRoutes(app: FastifyInstance, engine: Engine): void {
  handle(app, referenceCalls.typeTree, async ({ actor: { language }, query: { typeFlag: wanted } }) => {
    const found = await sql<Omit<TypeEntry, 'children'> & { parentId: number }>`
      select type_id, type_name, type_flag, parent_id
      from t_type_dict where status = ${enabled} and not deleted order by order_num, type_id`.execute(
      engine.db,
    );
    const byPlace = Map.groupBy(found.rows, row => `${row.typeFlag}/${row.parentId}`);
    const branch = (flag: number, parentId: number): TypeEntry[] =>
      (byPlace.get(`${flag}/${parentId}`) ?? []).map(row => ({
        typeId: row.typeId,
        typeName: row.typeName,
        typeFlag: row.typeFlag,
        children: branch(flag, row.typeId),
      }));
    return typeFlag.items
      .filter(({ code }) => wanted === undefined || code === wanted)
      .map(({ code, label }) => ({
        typeFlag: code,
        typeName: label[language],
        children: branch(code, 0),
      }));
  });
}

/** Server side of the type dictionary. */
export const typeDictServer = defineServer(registry.typeDict, { routes: typeDictRoutes });
