import { registry } from '@yikao/model/contexts/datasets.ts';
import { type Place, referenceCalls } from '@yikao/model/contexts/reference/reference.calls.ts';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import type { Engine } from '../../engine/engine.ts';
import { handle } from '../../engine/http/handle.ts';
import { options } from '../../engine/read/options.ts';
import { defineServer } from '../../engine/table/server-side.ts';

const { city } = registry;

async function readTree(engine: Engine): Promise<Place[]> {
  const found = await sql<Omit<Place, 'children'> & { parentCode: number }>`
    select code, city_name, level, parent_code
    from t_city where not deleted order by code`.execute(engine.db);
  const byParent = Map.groupBy(found.rows, row => row.parentCode);
  const branch = (parentCode: number): Place[] =>
    (byParent.get(parentCode) ?? []).map(({ code, cityName, level }) => ({
      code,
      cityName,
      level,
      children: branch(code),
    }));
  return branch(0);
}

function cityRoutes(app: FastifyInstance, engine: Engine): void {
  // Cities ship with the product and change only with its version, so a node reads them once.
  let tree: Promise<Place[]> | undefined;
  handle(app, referenceCalls.placeTree, () => {
    tree ??= readTree(engine).catch(error => {
      tree = undefined;
      throw error;
    });
    return tree;
  });
  handle(app, referenceCalls.cities, ({ actor, query }) =>
    options(engine, city, actor, { ...query, level: '2' }, { fields: ['cityId', 'cityName'] }),
  );
}

/** Server side of the cities. */
export const cityServer = defineServer(city, { routes: cityRoutes });
