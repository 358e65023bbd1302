import { failure } from '@yikao/model/errors.ts';
import { type AnyDataset, fieldOf } from '@yikao/model/kernel/dataset.ts';
import { issue } from '@yikao/model/kernel/issues.ts';
import { isEmpty, validateValue } from '@yikao/model/kernel/validate.ts';
import { type SqlBool, sql } from 'kysely';
import { authorise } from './access.ts';
import type { Actor } from './actor.ts';
import type { Engine } from './engine.ts';
import { maskedFor } from './mask.ts';
import { columnName } from './naming.ts';
import { presentRow } from './present.ts';
import { scopeCondition } from './scope.ts';
import { type FoundRow, selectRows } from './select.ts';
import { allOf, column, type Db } from './sql.ts';
import { fieldNamed } from './write.ts';

/**
 * Reads a key from outside. Throws `invalidFields` naming the key where none is given, or one that is no number;
 * `notFound` for a number that no row can have.
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
  const system = ['createTime', 'updateTime', 'importBatch'].filter(name => fieldOf(dataset, name));
  const kept = Object.keys(dataset.fields).filter(name => !dataset.fields[name]?.computed);
  return [...kept.filter(name => !dataset.fields[name]?.private), ...system];
}

/**
 * A row within the actor's reach, or undefined. A foreign row is as one that does not exist (domain 0.3). A row that is
 * to be changed (`forUpdate`) must be one that the actor may change.
 */
export async function findRow(
  engine: Engine,
  db: Db,
  dataset: AnyDataset,
  actor: Actor,
  key: number,
  options: { readonly stored?: boolean; readonly forUpdate?: boolean } = {},
): Promise<FoundRow | undefined> {
  const found = await selectRows(engine, dataset, {
    reader: actor,
    fields: [...infoFields(dataset), 'version'],
    where: allOf([
      sql<SqlBool>`${column('d', columnName(dataset.key))} = ${key}`,
      scopeCondition(dataset, actor, 'd', options.forUpdate ? 'write' : 'read'),
    ]),
    ...options,
  }).execute(db);
  return found.rows[0];
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
