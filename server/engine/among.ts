import { failure } from '@yikao/model/errors.ts';
import { referenceTo } from '@yikao/model/kernel/cascade.ts';
import { type AnyDataset, fieldOf } from '@yikao/model/kernel/dataset.ts';
import type { Among } from '@yikao/model/kernel/field.ts';
import { issue } from '@yikao/model/kernel/issues.ts';
import { validateValue } from '@yikao/model/kernel/validate.ts';
import { type SqlBool, sql } from 'kysely';
import type { Actor } from './actor.ts';
import type { Engine } from './engine.ts';
import { serverKindOf } from './fields/index.ts';
import type { Query } from './filters.ts';
import { columnName, tableName } from './naming.ts';
import { scopeCondition } from './scope.ts';
import { allOf, type Condition, column } from './sql.ts';

/** How some reference to `dataset` is declared to offer the rows that `of` names; undefined where none is. */
function declaredAmong(engine: Engine, dataset: AnyDataset, of: string): Among | undefined {
  for (const { fields } of engine.datasets) {
    for (const field of Object.values(fields)) {
      if (field.kind === 'ref' && field.to === dataset.name && field.among?.of === of) return field.among;
    }
  }
  return undefined;
}

/**
 * The part of a look-up that asks for the rows which another dataset names, as `?among=examArea&examId=3` asks for the
 * places of an exam (`among` of a reference): the condition on them, and what else was asked. Switched-off rows name
 * nothing, and neither do those out of the actor's reach. Throws `unknownFilter` for what no reference declares, and
 * `invalidFields` for a value that its field cannot hold.
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
