import type { ImportMode } from '@yikao/model/calls/jobs.ts';
import { type AnyDataset, fieldOf } from '@yikao/model/kernel/dataset.ts';
import { defaultOf, isEmpty, type RowValues } from '@yikao/model/kernel/validate.ts';
import { sql } from 'kysely';
import type { Actor } from '../../actor.ts';
import { integer } from '../../fields/packing.ts';
import { columnName, tableName } from '../../naming.ts';
import { scopeCondition } from '../../scope.ts';
import { column, type Db } from '../../sql.ts';
import { naturalKeyPart } from '../../tables.ts';
import { canonicalColumn, rowSource } from '../../write.ts';
import type { ReadRow } from '../sheet/row-reader.ts';

/** How rows meet the table: by the natural key, or by the primary key (domain 0.4, 2 and 6). */
export interface MatchRules {
  readonly dataset: AnyDataset;
  readonly actor: Actor;
  readonly by: 'naturalKey' | 'key';
  readonly mode: ImportMode;
  /** Fields that the file names, which are all an update touches. */
  readonly present: readonly string[];
}

/** A row of the table that a row of the file meets. */
export interface Existing {
  readonly key: number;
  readonly version: number;
  readonly inScope: boolean;
  /** The looked-up fields, as they stand. */
  readonly values: RowValues;
}

/** Fields that rows are matched by. */
function matchFields(rules: MatchRules): readonly string[] {
  return rules.by === 'key' ? [rules.dataset.key] : rules.dataset.naturalKey;
}

/** Values of the fields that rows are matched by; optional parts that are missing take their defaults, as a new row would. */
export function matchValues(rules: MatchRules, row: Readonly<RowValues>, now: Date): RowValues {
  const values: RowValues = {};
  for (const name of matchFields(rules)) {
    const field = rules.dataset.fields[name];
    values[name] = row[name] ?? (field && !field.required ? defaultOf(field, now) : null);
  }
  return values;
}

/** Whether a row names all it is matched by; an optional part may be empty, which counts as a value. */
export function isMatchable(rules: MatchRules, match: Readonly<RowValues>): boolean {
  const names = Object.keys(match);
  return (
    names.length > 0 &&
    names.every(
      name => !isEmpty(match[name]) || (rules.by === 'naturalKey' && !fieldOf(rules.dataset, name)?.required),
    )
  );
}

/**
 * The rows of the table that the rows of a chunk meet, by row number, with the fields of `lookUp`. To `lock` keeps
 * them as they are until the transaction ends.
 */
export async function findExisting(
  db: Db,
  rules: MatchRules,
  rows: readonly ReadRow[],
  lookUp: readonly string[],
  purpose: 'lock' | 'look' = 'lock',
): Promise<Map<number, Existing>> {
  const { dataset } = rules;
  const wanted = rows.filter(row => isMatchable(rules, row.match));
  if (wanted.length === 0) return new Map();
  const fields = matchFields(rules);
  const meet = fields.map(
    name =>
      sql`${sql.raw(naturalKeyPart(dataset, name, 'd.'))} = ${sql.raw(naturalKeyPart(dataset, name, 'r.'))}`,
  );
  const read = lookUp.map(name => sql`${sql.raw(canonicalColumn(dataset, name, 'd'))} as ${sql.id(name)}`);
  const numbers = { name: 'row_no', packing: integer, values: wanted.map(({ number }) => number) };
  const found = await sql<Record<string, unknown>>`
    select r.row_no, d.version as row_version, (${scopeCondition(dataset, rules.actor, 'd', 'write')}) as in_scope,
      ${sql.join([sql`${column('d', columnName(dataset.key))} as row_key`, ...read])}
    from ${rowSource(
      dataset,
      fields,
      wanted.map(({ match }) => match),
      [numbers],
    )}
    join ${sql.table(tableName(dataset))} as d on ${sql.join(meet, sql` and `)}
    where not d.deleted
    ${purpose === 'lock' ? sql`for update of d` : sql``}`.execute(db);
  const existing = new Map<number, Existing>();
  for (const { row_no, row_version, in_scope, row_key, ...values } of found.rows) {
    existing.set(Number(row_no), {
      key: Number(row_key),
      version: Number(row_version),
      inScope: in_scope === true,
      values,
    });
  }
  return existing;
}
