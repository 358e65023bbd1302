import type { AnyDataset } from '@yikao/model/kernel/dataset.ts';
import type { RefField, RefsField } from '@yikao/model/kernel/field.ts';
import { refNameKey } from '@yikao/model/kernel/field.ts';
import type { Language } from '@yikao/model/kernel/label.ts';
import type { RowValues } from '@yikao/model/kernel/validate/validate.ts';
import { sql } from 'kysely';
import type { Engine } from '../engine.ts';
import type { Actor } from '../scope/actor.ts';
import { scopeCondition } from '../scope/scope.ts';
import { shownNameSql } from '../table/name-sql.ts';
import { columnName, tableName } from '../table/naming.ts';
import { column } from '../table/sql.ts';

/** Names of rows by dataset and by the value that others refer to them by. */
export type PastNames = ReadonlyMap<string, ReadonlyMap<number, string>>;

function references(dataset: AnyDataset, values: Readonly<RowValues>) {
  return Object.keys(values).flatMap(
    (name): { name: string; field: RefField | RefsField; ids: number[] }[] => {
      const field = dataset.fields[name];
      if (field?.kind !== 'ref' && field?.kind !== 'refs') return [];
      const value = values[name];
      const ids = (Array.isArray(value) ? value : [value]).map(Number).filter(id => Number.isSafeInteger(id));
      return value === null || value === undefined ? [] : [{ name, field, ids }];
    },
  );
}

/**
 * The names of all rows that some values refer to, one statement per dataset. The values are historical: a row deleted
 * since still has its name, and one that changes within a year or a province matches any. Rows of other organisations
 * are left out.
 */
export async function pastNames(
  engine: Engine,
  dataset: AnyDataset,
  rows: readonly Readonly<RowValues>[],
  reader: Actor,
): Promise<PastNames> {
  const wanted = new Map<string, Set<number>>();
  for (const { field, ids } of rows.flatMap(row => references(dataset, row))) {
    const known = wanted.get(field.to) ?? new Set();
    for (const id of ids) known.add(id);
    wanted.set(field.to, known);
  }
  const found = await Promise.all(
    [...wanted].map(async ([to, ids]) => {
      const target = engine.dataset(to);
      const value = column('x', columnName(target.identity.value));
      const named = await sql<{ id: number; name: string | null }>`
        select distinct on (${value}) ${value} as id, ${shownNameSql(target, 'x')}::text as name
        from ${sql.table(tableName(target))} as x where ${value} = any(${[...ids]}::bigint[])
          and ${scopeCondition(target, reader, 'x', 'name')}
        order by ${value}, x.deleted, ${column('x', columnName(target.key))} desc`.execute(engine.db);
      return [to, new Map(named.rows.map(row => [row.id, row.name ?? '']))] as const;
    }),
  );
  return new Map(found);
}

/** Adds the names of referenced rows to values, under the same keys as in a row. */
export function withPastNames(
  dataset: AnyDataset,
  values: Readonly<RowValues>,
  names: PastNames,
  language: Language,
): RowValues {
  const out: RowValues = {};
  for (const { name, field, ids } of references(dataset, values)) {
    const of = names.get(field.to);
    const zero = field.kind === 'ref' && field.zero && ids[0] === 0 ? field.zero[language] : undefined;
    out[refNameKey(name)] = zero ?? ids.map(id => of?.get(id) || String(id)).join(',');
  }
  return { ...values, ...out };
}
