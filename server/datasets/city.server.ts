import { registry } from '@yikao/model/datasets/index.ts';
import { label } from '@yikao/model/kernel/label.ts';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import type { Engine } from '../engine/engine.ts';
import type { Query } from '../engine/filters.ts';
import { actorOf } from '../engine/http/actor.ts';
import { answer } from '../engine/http/answer.ts';
import { options } from '../engine/options.ts';
import { defineServer } from '../engine/server-side.ts';

const { city } = registry;

/** A place with those in it (domain B2). */
interface Place {
  readonly code: number;
  readonly cityName: string;
  readonly level: number;
  readonly children: Place[];
}

const docs = {
  tree: { summary: label('省市区县树', 'Tree of places'), tag: city },
  list: { summary: label('省内城市', 'Cities of a province'), tag: city },
} as const;

async function readTree(engine: Engine): Promise<Place[]> {
  const found = await sql<Omit<Place, 'children'> & { parentCode: number }>`
    select code, city_name as "cityName", level, parent_code as "parentCode"
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

function cityRoutes(app: FastifyInstance, engine: Engine): ReadonlySet<string> {
  // The places come with the product and change only with its version, so a node reads them once.
  let tree: Promise<Place[]> | undefined;
  app.get(`${city.path}/tree`, { config: { doc: docs.tree } }, async request => {
    tree ??= readTree(engine).catch(error => {
      tree = undefined;
      throw error;
    });
    return answer(request, await tree);
  });

  // A look-up of the spec, not the dataset's page of rows: the city level of one province (domain B2).
  app.get(`${city.path}/list`, { config: { doc: docs.list } }, async request => {
    const query = { ...(request.query as Query), level: '2' };
    const found = await options(engine, city, actorOf(request), query, { fields: ['cityId', 'cityName'] });
    return answer(request, found);
  });
  return new Set([`GET ${city.path}/list`]);
}

/** Server side of the cities. */
export const cityServer = defineServer(city, { routes: cityRoutes });
