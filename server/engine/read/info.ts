import { failure } from '@yikao/model/errors.ts';
import { type AnyDataset, fieldOf } from '@yikao/model/kernel/dataset.ts';
import { issue } from '@yikao/model/kernel/validate/issues.ts';
import { isEmpty, validateValue } from '@yikao/model/kernel/validate/validate.ts';
import { type SqlBool, sql } from 'kysely';
import type { Engine } from '../engine.ts';
import { authorise } from '../scope/access.ts';
import type { Actor } from '../scope/actor.ts';
import { scopeCondition } from '../scope/scope.ts';
import type { Columns } from '../table/columns.ts';
import { columnName } from '../table/naming.ts';
import { allOf, column, type Db } from '../table/sql.ts';
import { fieldNamed } from '../write/write.ts';
import { maskedFor } from './mask.ts';
import { presentRow } from './present.ts';
import { selectRows } from './select.ts';

/**
 * Parses a key from outside. Throws `invalidFields` naming the key if it is missing or not a number; `notFound` for a
 * number that no row can have.
 */
export function keyFrom(dataset: AnyDataset, raw: unknown): number {
  const { key } = dataset;
  const field = fieldNamed(dataset, key);
  const given = Array.isArray(raw) ? raw[0] : raw;
  const result = isEmpty(given) ? { issue: issue(key, 'required') } : validateValue(key, field, given);
  if ('issue' in result) {
    if (['tooSmall', 'tooBig'].includes(result.issue.code)) throw failure('notFound');
    throw failure('invalidFields', { issues: [result.issue], labels: () => field.label });
  }
  return Number(result.value);
}

/** All fields of a row that may leave, long texts included. */
export function infoFields(dataset: AnyDataset): string[] {
  const system = ['createTime', 'updateTime', 'updateBy', 'importBatch'].filter(name =>
    fieldOf(dataset, name),
  );
  return [...Object.keys(dataset.fields).filter(name => !dataset.fields[name]?.private), ...system];
}

/** A row as read: its columns as the database returns them, and the names of the rows that it refers to. */
export type Found<D extends Pick<AnyDataset, 'fields'>> = Readonly<Columns<D, keyof D['fields']>> & {
  readonly version: number;
};

/**
 * A row within the actor's reach, or undefined. Rows out of reach are treated as missing (domain 0.3). With `forUpdate`
 * it must be one that the actor may change.
 */
export async function findRow<D extends AnyDataset>(
  engine: Engine,
  db: Db,
  dataset: D,
  actor: Actor,
  key: number,
  options: { readonly stored?: boolean; readonly forUpdate?: boolean } = {},
): Promise<Found<D> | undefined> {
  const found = await selectRows(engine, dataset, {
    reader: actor,
    fields: [...infoFields(dataset), 'version'],
    where: allOf([
      sql<SqlBool>`${column('d', columnName(dataset.key))} = ${key}`,
      scopeCondition(dataset, actor, 'd', options.forUpdate ? 'write' : 'read'),
    ]),
    ...options,
  }).execute(db);
  // Every field except private ones was read, under its own name.
  return found.rows[0] as Found<D> | undefined;
}

/** `GET {path}/info?{key}=`: one whole row. Throws `notFound` also for a row outside the actor's scope. */
export async function info(
  engine: Engine,
  dataset: AnyDataset,
  actor: Actor,
  rawKey: unknown,
): Promise<Record<string, unknown>> {
  authorise(actor, dataset, 'list');
  const row = await findRow(engine, engine.db, dataset, actor, keyFrom(dataset, rawKey));
  if (!row) throw failure('notFound');
  return maskedFor(dataset, actor, presentRow(dataset, row, infoFields(dataset), actor.language));
}
