import type { ImportMode } from '@yikao/model/calls/jobs.ts';
import { type AnyDataset, fieldOf } from '@yikao/model/kernel/dataset.ts';
import { defaultOf, isEmpty, type RowValues } from '@yikao/model/kernel/validate/validate.ts';
import { sql } from 'kysely';
import { integer } from '../../fields/packing.ts';
import type { Actor } from '../../scope/actor.ts';
import { scopeCondition } from '../../scope/scope.ts';
import { comparedValue } from '../../table/compared.ts';
import { columnName, tableName } from '../../table/naming.ts';
import { column, type Db } from '../../table/sql.ts';
import { naturalKeyPart } from '../../table/tables.ts';
import { canonicalColumn, rowSource } from '../../write/write.ts';
import type { ReadRow } from '../sheet/row-reader.ts';

/** The way rows are matched to the table: by natural key or primary key (domain 0.4, 2 and 6). */
export interface MatchRules {
  readonly dataset: AnyDataset;
  readonly actor: Actor;
  readonly by: 'naturalKey' | 'key';
  readonly mode: ImportMode;
  /** Fields that the file names, which are all an update touches. */
  readonly present: readonly string[];
}

/** A row of the table that matches a row of the file. */
export interface Existing {
  readonly key: number;
  readonly version: number;
  readonly inScope: boolean;
  /** True if the actor may see it. */
  readonly inReach: boolean;
  /** The looked-up fields with their stored values. */
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

/** The compared form of a row's match: a name in another width is the same row, in the file and in the table. */
export function matchKey(rules: MatchRules, match: Readonly<RowValues>): unknown[] {
  return Object.entries(match).map(([name, value]) => comparedValue(fieldOf(rules.dataset, name), value));
}

/** Reports whether a row names all it is matched by; an optional part may be empty, which counts as a value. */
export function isMatchable(rules: MatchRules, match: Readonly<RowValues>): boolean {
  const names = Object.keys(match);
  return (
    names.length > 0 &&
    names.every(
      name => !isEmpty(match[name]) || (rules.by === 'naturalKey' && !fieldOf(rules.dataset, name)?.required),
    )
  );
}

/** A row that matches a row of the file, under names that no field has, and the looked-up fields. */
interface MetRow extends Record<string, unknown> {
  /** Number of the row of the file. */
  readonly metBy: number;
  readonly rowKey: number;
  readonly rowVersion: number;
  readonly inScope: boolean;
  readonly inReach: boolean;
}

/**
 * The rows of the table that match a chunk's rows, by row number, with the fields of `lookUp`. With `lock` they stay
 * unchanged until the transaction ends.
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
  const found = await sql<MetRow>`
    select r.row_no as met_by, d.version as row_version, (${scopeCondition(dataset, rules.actor, 'd', 'write')}) as in_scope,
      (${scopeCondition(dataset, rules.actor, 'd')}) as in_reach,
      ${sql.join([sql`${column('d', columnName(dataset.key))} as row_key`, ...read])}
    from ${rowSource(
      dataset,
      fields,
      wanted.map(({ match }) => match),
      [numbers],
    )}
    join ${sql.table(tableName(dataset))} as d on ${sql.join(meet, sql` and `)}
    where not d.deleted
    ${purpose === 'lock' ? sql`for no key update of d` : sql``}`.execute(db);
  const existing = new Map<number, Existing>();
  for (const { metBy, rowVersion: version, inScope, inReach, rowKey: key, ...values } of found.rows) {
    existing.set(metBy, { key, version, inScope, inReach, values });
  }
  return existing;
}
