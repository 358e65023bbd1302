import { typeFlag } from '@yikao/model/codes/shared.ts';
import { registry } from '@yikao/model/datasets/index.ts';
import { label } from '@yikao/model/kernel/label.ts';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { z } from 'zod';
import type { Engine } from '../engine/engine.ts';
import { actorOf } from '../engine/http/actor.ts';
import { answer } from '../engine/http/answer.ts';
import { defineServer } from '../engine/server-side.ts';

const treeQuery = z.object({ typeFlag: z.coerce.number().int().min(1).max(4).optional() });

const treeDoc = {
  summary: label('类型树', 'Type tree'),
  tag: registry.typeDict,
  query: treeQuery,
};

/** An entry of the dictionary with those under it. */
interface Entry {
  readonly typeId: number;
  readonly typeName: string;
  readonly typeFlag: number;
  readonly children: Entry[];
}

function typeDictRoutes(app: FastifyInstance, engine: Engine): ReadonlySet<string> {
  // The four groups for the tree picker, or the one asked for (spec section 3, domain A14).
  app.get(`${registry.typeDict.path}/tree`, { config: { doc: treeDoc } }, async request => {
    const { language } = actorOf(request);
    const wanted = treeQuery.parse(request.query).typeFlag;
    const found = await sql<Omit<Entry, 'children'> & { parentId: number }>`
      select type_id as "typeId", type_name as "typeName", type_flag as "typeFlag", parent_id as "parentId"
      from t_type_dict where status = 1 and not deleted order by order_num, type_id`.execute(engine.db);
    const byPlace = Map.groupBy(found.rows, row => `${row.typeFlag}/${row.parentId}`);
    const branch = (flag: number, parentId: number): Entry[] =>
      (byPlace.get(`${flag}/${parentId}`) ?? []).map(row => ({
        typeId: row.typeId,
        typeName: row.typeName,
        typeFlag: row.typeFlag,
        children: branch(flag, row.typeId),
      }));
    return answer(
      request,
      typeFlag.items
        .filter(({ code }) => wanted === undefined || code === wanted)
        .map(({ code, label }) => ({
          typeFlag: code,
          typeName: label[language],
          children: branch(code, 0),
        })),
    );
  });
  return new Set();
}

/** Server side of the type dictionary. */
export const typeDictServer = defineServer(registry.typeDict, { routes: typeDictRoutes });
