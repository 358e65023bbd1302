import { type FoundRows, findCalls } from '@yikao/model/calls/find-calls.ts';
import type { AnyDataset } from '@yikao/model/kernel/dataset.ts';
import { isEmpty } from '@yikao/model/kernel/validate/validate.ts';
import { permissionCode } from '@yikao/model/permissions.ts';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import type { Engine } from '../engine.ts';
import { handle } from '../http/handle.ts';
import { holds } from '../scope/access.ts';
import type { Actor } from '../scope/actor.ts';
import { scopeCondition } from '../scope/scope.ts';
import { seenBy } from '../scope/seen.ts';
import { allOf } from '../table/sql.ts';
import { masked } from './mask.ts';
import { closestFirst, namedLike } from './options.ts';
import { orderOf } from './order.ts';
import { presentRow } from './present.ts';
import { selectRows } from './select.ts';

/** Most rows of a dataset in an answer. */
const mostEach = 5;

/** The call of the top bar's search. */
export function findRoutes(app: FastifyInstance, engine: Engine): void {
  handle(app, findCalls.find, ({ actor, query }) => findRows(engine, actor, query.keywords));
}

/**
 * Finds rows by name, pinyin, or another identifying field among the datasets that declare `identity.found`, as far as
 * the actor may list them. Datasets without a match are left out.
 */
export async function findRows(engine: Engine, actor: Actor, keywords: string): Promise<FoundRows[]> {
  const among = engine.datasets.filter(
    dataset => dataset.identity.found && holds(actor, permissionCode(dataset, 'list')),
  );
  const found = await Promise.all(
    among.map(async dataset => ({
      dataset: dataset.name,
      rows: await rowsNamed(engine, seenBy(dataset, actor), actor, keywords),
    })),
  );
  return found.filter(({ rows }) => rows.length > 0);
}

async function rowsNamed(
  engine: Engine,
  dataset: AnyDataset,
  actor: Actor,
  keywords: string,
): Promise<FoundRows['rows']> {
  const { key, identity } = dataset;
  const also = identity.also ?? [];
  const fields = [...new Set([key, identity.name, ...also])];
  const found = await selectRows(engine, dataset, {
    reader: actor,
    fields,
    where: allOf([scopeCondition(dataset, actor, 'd'), namedLike(engine, dataset, keywords)]),
    orderBy: sql`${closestFirst(engine, dataset, keywords)}, ${orderOf(engine, dataset, undefined, actor)}`,
    limit: mostEach,
  }).execute(engine.db);
  return found.rows.map(row => {
    const shown = masked(dataset, presentRow(dataset, row, fields, actor.language));
    return {
      key: Number(shown[key]),
      name: String(shown[identity.name] ?? ''),
      also: also.flatMap(name => (isEmpty(shown[name]) ? [] : [String(shown[name])])),
    };
  });
}
