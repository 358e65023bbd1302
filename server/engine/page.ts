import type { Page } from '@yikao/model/calls/envelope.ts';
import { failure } from '@yikao/model/errors.ts';
import { type AnyDataset, fieldOf } from '@yikao/model/kernel/dataset.ts';
import { type Field, isPersonal } from '@yikao/model/kernel/field.ts';
import { type RawBuilder, sql } from 'kysely';
import { authorise } from './access.ts';
import type { Actor } from './actor.ts';
import type { Engine } from './engine.ts';
import { fieldSql } from './field-sql.ts';
import { serverKindOf } from './fields/index.ts';
import { filterConditions, pageKeys, type Query } from './filters.ts';
import { masked } from './mask.ts';
import { readPage } from './paging.ts';
import { presentRow } from './present.ts';
import { scopeCondition } from './scope.ts';
import { selectRows } from './select.ts';
import { allOf } from './sql.ts';
import { countRows } from './totals.ts';

/** Fields that a list shows: all that are not private and not long; those kept elsewhere or read of other rows only as a column. */
export function listFields(dataset: AnyDataset): string[] {
  const columns = [...dataset.list.columns, ...dataset.list.hidden];
  const fields = Object.entries(dataset.fields)
    .filter(([, field]) => !field.private && !field.computed && !serverKindOf(field).heavy)
    .filter(([name, field]) => !(field.elsewhere || field.derived) || columns.includes(name))
    .map(([name]) => name);
  const system = ['createTime', 'updateTime', 'importBatch'].filter(name => fieldOf(dataset, name));
  return [...new Set([dataset.key, ...fields, ...system])];
}

/**
 * The order asked for by `sort=-startTime,dataId`, else the declared one; the key breaks ties, so that
 * pages never repeat or lose a row. Throws `unknownSort`, also for the number of a person, whose place in an order
 * tells what the list masks.
 */
export function orderOf(
  engine: Engine,
  dataset: AnyDataset,
  sort: unknown,
  alias: string,
): RawBuilder<unknown> {
  const asked = String(sort ?? '').trim();
  const terms = asked === '' ? [...dataset.list.sort] : asked.split(',').map(term => term.trim());
  if (!terms.some(term => term.replace(/^-/, '') === dataset.key)) terms.push(`-${dataset.key}`);
  return sql.join(
    terms.map(term => {
      const name = term.replace(/^-/, '');
      const field = fieldOf(dataset, name);
      if (!field || !isOrdering(field)) {
        throw failure('unknownSort', { params: { name: name.slice(0, 64) } });
      }
      const value = fieldSql(engine, dataset, name, alias);
      return term.startsWith('-') ? sql`${value} desc` : sql`${value}`;
    }),
  );
}

/** Whether rows can be ordered by a field: it may be told, is cheap to read of all rows, and has an order. */
function isOrdering(field: Field): boolean {
  return (
    !field.private && !field.computed && !field.derived && !isPersonal(field) && serverKindOf(field).sortable
  );
}

/** `GET {path}/list`: one page of the rows the actor may see (domain 0.2). */
export async function page(
  engine: Engine,
  dataset: AnyDataset,
  actor: Actor,
  query: Query,
): Promise<Page<Record<string, unknown>>> {
  authorise(actor, dataset, 'list');
  const { current, size } = readPage(query);
  const where = allOf([
    scopeCondition(dataset, actor, 'd'),
    ...filterConditions(engine, dataset, query, 'd', { skip: pageKeys }),
  ]);
  const fields = listFields(dataset);
  const [rows, counted] = await Promise.all([
    selectRows(engine, dataset, {
      reader: actor,
      fields: [...fields, 'version'],
      where,
      orderBy: orderOf(engine, dataset, query.sort, 'd'),
      limit: size,
      offset: (current - 1) * size,
    }).execute(engine.db),
    countRows(engine, dataset, where, { exact: query.exact === '1' }),
  ]);
  return {
    records: rows.rows.map(row => masked(dataset, presentRow(dataset, row, fields, actor.language))),
    total: counted.total,
    current,
    size,
    ...(counted.estimated && { estimated: true }),
  };
}
