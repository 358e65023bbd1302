import type { AnyDataset } from '@yikao/model/kernel/dataset.ts';
import type { RefField, RefsField } from '@yikao/model/kernel/field.ts';
import { type Issue, issue } from '@yikao/model/kernel/validate/issues.ts';
import type { RowValues } from '@yikao/model/kernel/validate/validate.ts';
import { type SqlBool, sql } from 'kysely';
import type { Engine } from '../engine.ts';
import type { Actor } from '../scope/actor.ts';
import { leadingCondition, scopeCondition } from '../scope/scope.ts';
import { columnName, tableName } from '../table/naming.ts';
import { allOf, type Condition, column, type Db } from '../table/sql.ts';

/** The rows that the actor may let the reference `name` of a dataset point at, as a condition on the table aliased as `x`. */
export function targetConditions(
  engine: Engine,
  dataset: AnyDataset,
  name: string,
  field: RefField | RefsField,
  actor: Actor,
): { target: AnyDataset; conditions: Condition[] } {
  const target = engine.dataset(field.to);
  const reach = [
    scopeCondition(target, actor, 'x', 'choose'),
    leadingCondition(dataset, name, target, actor, 'x'),
  ];
  const where = Object.entries(field.where ?? {}).map(
    ([part, value]) => sql<SqlBool>`${column('x', columnName(part))} = ${value}`,
  );
  return { target, conditions: [sql<SqlBool>`not x.deleted`, ...reach, ...where] };
}

/**
 * The references of a row that point to nothing the actor may refer to. `values` are the values to write, `row` the
 * complete row after the write, for the fields that limit a reference. One statement for all.
 */
export async function referenceIssues(
  engine: Engine,
  db: Db,
  dataset: AnyDataset,
  actor: Actor,
  values: Readonly<RowValues>,
  row: Readonly<RowValues>,
): Promise<Issue[]> {
  const asked = Object.entries(dataset.fields).flatMap(([name, field]) => {
    if (field.kind !== 'ref' && field.kind !== 'refs') return [];
    // Moving a row to another year or province also changes the limits of its references.
    const orAny = field.kind === 'ref' ? (field.orAny ?? []) : [];
    const touched = [name, ...(field.within ?? []), ...orAny];
    if (!touched.some(part => Object.hasOwn(values, part))) return [];
    const value = row[name];
    const ids = (Array.isArray(value) ? value : [value])
      .filter(id => id !== null && id !== undefined)
      .map(Number);
    if (ids.length === 0 || (field.kind === 'ref' && field.zero && ids[0] === 0)) return [];
    return [{ name, field, ids }];
  });
  if (asked.length === 0) return [];
  const counts = asked.map(({ name, field, ids }, index) => {
    const { target, conditions } = targetConditions(engine, dataset, name, field, actor);
    const within = (field.within ?? []).map(
      part => sql<SqlBool>`${column('x', columnName(part))} = ${row[part]}`,
    );
    const narrowed = (field.kind === 'ref' ? (field.orAny ?? []) : []).flatMap(part =>
      Number(row[part] ?? 0) > 0 ? [sql<SqlBool>`${column('x', columnName(part))} in (0, ${row[part]})`] : [],
    );
    const value = column('x', columnName(target.identity.value));
    // Locked, so that they cannot be deleted before the referring row is visible.
    return sql`(select count(distinct target.value) from (
      select ${value} as value from ${sql.table(tableName(target))} as x
      where ${value} = any(${ids}::bigint[]) and ${allOf([...conditions, ...within, ...narrowed])}
      for key share) as target) as ${sql.id(`c${index}`)}`;
  });
  const found = await sql<Record<string, number>>`select ${sql.join(counts)}`.execute(db);
  return asked.flatMap(({ name, ids }, index) =>
    Number(found.rows[0]?.[`c${index}`]) === new Set(ids).size
      ? []
      : [issue(name, 'unknownName', { value: ids.join(',').slice(0, 64) })],
  );
}

/** Datasets whose references protect rows of a dataset, with those fields. */
export function referrers(
  engine: Engine,
  dataset: AnyDataset,
): { from: AnyDataset; name: string; field: RefField | RefsField }[] {
  return engine.datasets.flatMap(from =>
    Object.entries(from.fields).flatMap(([name, field]) =>
      (field.kind === 'refs' || (field.kind === 'ref' && field.protects !== false)) &&
      field.to === dataset.name
        ? [{ from, name, field }]
        : [],
    ),
  );
}
