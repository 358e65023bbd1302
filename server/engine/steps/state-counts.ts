import type { StateCounts } from '@yikao/model/calls/states.ts';
import type { AnyDataset } from '@yikao/model/kernel/dataset.ts';
import { statesOf } from '@yikao/model/kernel/states.ts';
import type { AnyMachine } from '@yikao/model/kernel/steps.ts';
import { limits } from '@yikao/model/limits.ts';
import { sql } from 'kysely';
import type { Engine } from '../engine.ts';
import { filterConditions, pageKeys, type Query } from '../read/filters.ts';
import { authorise } from '../scope/access.ts';
import type { Actor } from '../scope/actor.ts';
import { scopeCondition } from '../scope/scope.ts';
import { columnName, tableName } from '../table/naming.ts';
import { allOf, column } from '../table/sql.ts';

/**
 * `GET {path}/states`: the number of rows in each state, within the actor's scope and the list's other filters, in one
 * statement. Counting stops at a limit per state, so that a state with millions of rows costs no more than one with
 * thousands. Throws `forbidden`.
 */
export async function stateCounts(
  engine: Engine,
  machine: AnyMachine,
  dataset: AnyDataset,
  actor: Actor,
  query: Query,
): Promise<StateCounts> {
  authorise(actor, dataset, 'list');
  const state = columnName(machine.field);
  const ofState = dataset.list.filters.filter(({ field }) => field === machine.field).map(({ as }) => as);
  const where = allOf([
    scopeCondition(dataset, actor, 'd'),
    ...filterConditions(engine, dataset, query, 'd', {
      reader: actor,
      skip: new Set([...pageKeys, ...ofState]),
    }),
  ]);
  const asked = statesOf(machine).filter(({ name }) => name !== undefined && !machine.unused?.includes(name));
  const counts = asked.map(
    ({ code }, index) => sql`(
      select count(*)::integer from (
        select 1 from ${sql.table(tableName(dataset))} as d
        where ${column('d', state)} = ${code} and ${where} and not d.deleted limit ${limits.countedPerState}
      ) as bounded) as ${sql.id(`c${index}`)}`,
  );
  const found = await sql<Record<string, number>>`select ${sql.join(counts)}`.execute(engine.db);
  return asked.map(({ name = '', code }, index) => ({
    state: name,
    code,
    count: Number(found.rows[0]?.[`c${index}`] ?? 0),
  }));
}
