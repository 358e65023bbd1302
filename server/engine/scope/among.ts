import { failure } from '@yikao/model/errors.ts';
import { referenceTo } from '@yikao/model/kernel/cascade.ts';
import { type AnyDataset, fieldOf } from '@yikao/model/kernel/dataset.ts';
import type { Among } from '@yikao/model/kernel/field.ts';
import { issue } from '@yikao/model/kernel/validate/issues.ts';
import { validateValue } from '@yikao/model/kernel/validate/validate.ts';
import { type SqlBool, sql } from 'kysely';
import type { Engine } from '../engine.ts';
import { serverKindOf } from '../fields/index.ts';
import type { Query } from '../read/filters.ts';
import { columnName, tableName } from '../table/naming.ts';
import { allOf, type Condition, column } from '../table/sql.ts';
import type { Actor } from './actor.ts';
import { scopeCondition } from './scope.ts';

/** Finds the `among` option of a reference to `dataset` that offers rows named by `of`; undefined if there is none. */
function declaredAmong(engine: Engine, dataset: AnyDataset, of: string): Among | undefined {
  for (const { fields } of engine.datasets) {
    for (const field of Object.values(fields)) {
      if (field.kind === 'ref' && field.to === dataset.name && field.among?.of === of) return field.among;
    }
  }
  return undefined;
}

/**
 * Splits a look-up's query into the condition on rows that another dataset names, as `?among=examArea&examId=3`
 * requests the places of an exam (`among` of a reference), and the rest. Disabled rows, and rows out of the actor's
 * reach, name nothing. Throws `unknownFilter` if no reference declares it, and `invalidFields` for an invalid value.
 */
export function amongCondition(
  engine: Engine,
  dataset: AnyDataset,
  actor: Actor,
  query: Query,
): { readonly condition: Condition; readonly rest: Query } {
  const { among, ...asked } = query;
  if (typeof among !== 'string') throw failure('unknownFilter', { params: { name: 'among' } });
  const declared = declaredAmong(engine, dataset, among);
  if (!declared) throw failure('unknownFilter', { params: { name: 'among' } });
  const namer = engine.dataset(declared.of);
  // Boot has found that it refers to the dataset.
  const reference = referenceTo(namer, dataset.name) as string;
  const conditions: Condition[] = [
    sql<SqlBool>`${column('n', columnName(reference))} = ${column('d', columnName(dataset.identity.value))}`,
    sql<SqlBool>`not n.deleted`,
    scopeCondition(namer, actor, 'n', 'choose'),
  ];
  const { enabledBy } = namer.identity;
  if (enabledBy) conditions.push(sql<SqlBool>`${column('n', columnName(enabledBy))} = 1`);
  for (const name of declared.by) {
    const field = fieldOf(namer, name);
    if (!field) continue;
    const values = [asked[name] ?? asked[`${name}[]`]].flat().map(raw => validateValue(name, field, raw));
    const issues = values.flatMap(result =>
      'issue' in result ? [result.issue] : result.value === null ? [issue(name, 'required')] : [],
    );
    if (issues.length > 0) throw failure('invalidFields', { issues, labels: () => field.label });
    const kind = serverKindOf(field);
    const wanted = values.flatMap(result =>
      'value' in result ? [kind.toColumn(result.value as never)] : [],
    );
    conditions.push(
      sql<SqlBool>`${column('n', columnName(name))} = any(${wanted}::${sql.raw(kind.column(field))}[])`,
    );
  }
  const rest = Object.fromEntries(
    Object.entries(asked).filter(([key]) => !declared.by.includes(key.replace(/\[\]$/, ''))),
  );
  return {
    condition: sql<SqlBool>`exists (select 1 from ${sql.table(tableName(namer))} n where ${allOf(conditions)})`,
    rest,
  };
}
