import { failure } from '@yikao/model/errors.ts';
import { type AnyDataset, fieldOf, isStored, type UniqueKey } from '@yikao/model/kernel/dataset.ts';
import { type Issue, issue } from '@yikao/model/kernel/issues.ts';
import { isEmpty, type RowValues, validateRow } from '@yikao/model/kernel/validate.ts';
import { belongs } from '@yikao/model/kernel/when.ts';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { z } from 'zod';
import { authorise } from './access.ts';
import type { Actor } from './actor.ts';
import { openChange } from './change.ts';
import { filledIn } from './derived.ts';
import type { Engine } from './engine.ts';
import { serverKindOf } from './fields/index.ts';
import { fileIssues } from './files-of-rows.ts';
import { type Changes, changesBetween, recordHistory } from './history.ts';
import { findRow, infoFields, keyFrom } from './info.ts';
import { columnName, tableName } from './naming.ts';
import { presentRow } from './present.ts';
import { referenceIssues } from './references.ts';
import { sanitiseHtml } from './sanitise.ts';
import { scopeIssues, scopeValues } from './scope.ts';
import { sealed, sealedNew } from './sealing.ts';
import { serverSideOf } from './server-side.ts';
import { allOf, type Condition, column, type Db } from './sql.ts';
import { editIssues, startState, takeStepsOfEdits } from './steps/by-state.ts';
import { failureOf } from './steps/step-rows.ts';
import { naturalKeyPart, whereSql } from './tables.ts';
import { treeIssues } from './tree-rules.ts';
import { isUniqueViolation, namesOfKey, uniqueIssues, uniqueViolation } from './unique.ts';
import { canonicalRow, columnList, rowSource, sourceColumn } from './write.ts';

/** A row from outside: a JSON object, whatever is in it. */
const rowBody = z.record(z.string(), z.unknown());

/**
 * `POST {path}`: adds a row and answers its key. Throws `invalidFields` with every problem, and `duplicate`
 * naming the row that has the same natural key.
 */
export async function add(
  engine: Engine,
  dataset: AnyDataset,
  actor: Actor,
  body: unknown,
): Promise<Record<string, number>> {
  // Asked before a transaction is opened for it.
  authorise(actor, dataset, 'add');
  const values: RowValues = {};
  const work = (db: Db) => addWithin(engine, db, dataset, actor, body, values);
  return { [dataset.key]: await writing(engine, dataset, values, undefined, work) };
}

/**
 * Adds a row as {@link add} does, in a transaction of the caller's, and answers its key. `values` is filled with what
 * is stored. A unique index that speaks ends the transaction with PostgreSQL's own error.
 */
export async function addWithin(
  engine: Engine,
  db: Db,
  dataset: AnyDataset,
  actor: Actor,
  body: unknown,
  values: RowValues = {},
): Promise<number> {
  authorise(actor, dataset, 'add');
  const input = rowBody.parse(body ?? {});
  const now = engine.clock.now();
  const change = await openChange(engine, db, dataset, { actor, now });
  const forced = scopeValues(dataset, actor);
  const told = { ...forced, ...withoutEmpty(input, Object.keys(forced)) };
  const [given = told] = await filledIn(engine, db, dataset, actor, [told]);
  const { values: validated, issues } = validateRow(dataset, given, 'create', now);
  Object.assign(values, validated, startState(engine, dataset), unwritable(dataset, forced));
  issues.push(...scopeIssues(dataset, actor, values), ...(await treeIssues(db, dataset, undefined, values)));
  finish(engine, dataset, values, now, undefined);
  const side = serverSideOf(engine.servers, dataset);
  const [say] = (await side.before?.(db, [{ actor, now, values, row: values }])) ?? [];
  Object.assign(values, say?.values);
  await refuse(engine, db, dataset, actor, [...issues, ...(say?.issues ?? [])], values, values);
  await assertUnique(engine, db, dataset, values, undefined);
  await side.beforeInsert?.(db, [values]);
  await change.expect('added', []);
  const [kept = values] = await sealedNew(engine, db, dataset, [values]);
  const key = await insertRow(db, dataset, actor, kept);
  await side.saved?.(db, { actor, now, key, values, row: values });
  await change.settle('added', [key], Object.keys(values));
  const changes = withoutPrivate(dataset, changesBetween({}, values));
  await recordHistory(db, dataset, actor, [{ rowId: key, op: 'added', version: 1, changes }]);
  return key;
}

/** Of values that somebody's scope gives a new row, those of fields that nobody writes. */
function unwritable(dataset: AnyDataset, forced: Readonly<RowValues>): RowValues {
  return Object.fromEntries(Object.entries(forced).filter(([name]) => fieldOf(dataset, name)?.readOnly));
}

/**
 * `PUT {path}`: changes the fields that are sent of one row. The version that was read must come along;
 * when the row has moved on, `staleVersion` is thrown with the row as it now stands, and nothing is changed.
 */
export async function update(
  engine: Engine,
  dataset: AnyDataset,
  actor: Actor,
  body: unknown,
): Promise<Record<string, number>> {
  authorise(actor, dataset, 'update');
  const standing: RowValues = {};
  const key = keyFrom(dataset, rowBody.parse(body ?? {})[dataset.key]);
  const work = (db: Db) => updateWithin(engine, db, dataset, actor, body, standing);
  return writing(engine, dataset, standing, key, work);
}

/**
 * Changes a row as {@link update} does, in a transaction of the caller's. `standing` is filled with the row as it
 * will stand. A unique index that speaks ends the transaction with PostgreSQL's own error.
 */
export async function updateWithin(
  engine: Engine,
  db: Db,
  dataset: AnyDataset,
  actor: Actor,
  body: unknown,
  standing: RowValues = {},
): Promise<Record<string, number>> {
  authorise(actor, dataset, 'update');
  const input = rowBody.parse(body ?? {});
  const key = keyFrom(dataset, input[dataset.key]);
  const version = ['number', 'string'].includes(typeof input.version) ? Number(input.version) : Number.NaN;
  if (!Number.isSafeInteger(version) || isEmpty(input.version)) {
    throw failure('invalidFields', { issues: [issue('version', 'required')] });
  }
  const now = engine.clock.now();
  const watch = await openChange(engine, db, dataset, { actor, now });
  const side = serverSideOf(engine.servers, dataset);
  const found = await findRow(engine, db, dataset, actor, key, { stored: true, forUpdate: true });
  // What the actor reads and may not change is no secret.
  if (!found) throw failure((await findRow(engine, db, dataset, actor, key)) ? 'forbidden' : 'notFound');
  if (found.version !== version) {
    const shown = await findRow(engine, db, dataset, actor, key);
    throw failure('staleVersion', {
      data: { current: presentRow(dataset, shown ?? found, infoFields(dataset), actor.language) },
    });
  }
  const current = canonicalRow(dataset, found);
  const { values, issues } = validateRow(dataset, input, 'update', now, current);
  const edited = differing(current, values);
  const moved = { ...edited, [dataset.key]: key };
  issues.push(...scopeIssues(dataset, actor, moved), ...(await treeIssues(db, dataset, key, moved)));
  issues.push(...editIssues(engine, dataset, current, Object.keys(edited)));
  Object.assign(values, finish(engine, dataset, { ...current, ...values }, now, current));
  const change = { actor, now, key, before: current };
  const saved = { ...change, values: differing(current, values), row: { ...current, ...values } };
  const [say] = (await side.before?.(db, [saved])) ?? [];
  Object.assign(values, say?.values);
  const row = { ...current, ...values };
  Object.assign(standing, row);
  const problems = [...issues, ...(say?.issues ?? [])];
  await refuse(engine, db, dataset, actor, problems, differing(current, values), row);
  const changes = changesBetween(current, values);
  if (Object.keys(changes).length === 0) return { [dataset.key]: key, version };
  await assertUnique(engine, db, dataset, row, key);
  const steps = Object.keys(edited).length === 0 ? [] : [{ key, row: current }];
  const { taken, refused } = await takeStepsOfEdits(engine, db, dataset, actor, steps);
  if (refused[0]) throw failureOf(refused[0]);
  const next = version + 1 + taken.size;
  await watch.expect('updated', [key], Object.keys(changes));
  await updateRow(db, dataset, actor, key, now, sealed(engine, dataset, key, differing(current, values)));
  await side.saved?.(db, { ...change, values: differing(current, values), row });
  await watch.settle('updated', [key], Object.keys(changes));
  await recordHistory(db, dataset, actor, [
    { rowId: key, op: 'updated', version: next, changes: withoutPrivate(dataset, changes) },
  ]);
  return { [dataset.key]: key, version: next };
}

/**
 * Runs a write in a transaction. Two people may add the same row at the same moment: then the unique index
 * speaks, and the second is told which row was first.
 */
async function writing<T>(
  engine: Engine,
  dataset: AnyDataset,
  row: Readonly<RowValues>,
  own: number | undefined,
  work: (db: Db) => Promise<T>,
): Promise<T> {
  try {
    return await engine.db.transaction().execute(work);
  } catch (error) {
    if (isUniqueViolation(error)) {
      await assertUnique(engine, engine.db, dataset, row, own);
    }
    throw error;
  }
}

/** The values that differ from those that stand. */
function differing(current: Readonly<RowValues>, values: Readonly<RowValues>): RowValues {
  return Object.fromEntries(Object.keys(changesBetween(current, values)).map(name => [name, values[name]]));
}

/** The fields that the history may keep: those that never leave the server are not written down there either. */
function withoutPrivate(dataset: AnyDataset, changes: Changes): Changes {
  return Object.fromEntries(
    Object.entries(changes).filter(([name]) => dataset.fields[name]?.private !== true),
  );
}

/** Sets the columns of one row; a row of which only what is kept elsewhere changes gets its new version. */
async function updateRow(
  db: Db,
  dataset: AnyDataset,
  actor: Actor,
  key: number,
  now: Date,
  values: Readonly<RowValues>,
): Promise<void> {
  const fields = Object.keys(values).filter(name => isStored(fieldOf(dataset, name)));
  const set = [
    ...fields.map(name => sql`${sql.id(columnName(name))} = ${sourceColumn(dataset, name)}`),
    sql`update_time = ${now}::timestamptz, update_by = ${actor.userId}::bigint, version = d.version + 1`,
  ];
  await sql`
    update ${sql.table(tableName(dataset))} as d set ${sql.join(set)}
    ${fields.length === 0 ? sql`` : sql`from ${rowSource(dataset, fields, [values])}`}
    where ${column('d', columnName(dataset.key))} = ${key}`.execute(db);
}

/** Inserts one row and answers its key. */
async function insertRow(
  db: Db,
  dataset: AnyDataset,
  actor: Actor,
  values: Readonly<RowValues>,
): Promise<number> {
  const fields = Object.keys(values).filter(name => isStored(fieldOf(dataset, name)));
  const inserted = await sql<{ key: number }>`
    insert into ${sql.table(tableName(dataset))} (${columnList(fields)}, create_by, update_by)
    select ${sql.join(fields.map(name => sourceColumn(dataset, name)))}, ${actor.userId}::bigint, ${actor.userId}::bigint
    from ${rowSource(dataset, fields, [values])}
    ${dataset.keyBy === 'given' ? revive(dataset, fields) : sql``}
    returning ${sql.id(columnName(dataset.key))} as key
  `.execute(db);
  const [made] = inserted.rows;
  // Somebody else has typed the same key at the same moment, and was first: told as a key that is taken always is.
  if (!made) throw Object.assign(new Error('The key is taken'), { code: uniqueViolation });
  return Number(made.key);
}

/** A key that people give may stand in the trash already: the row comes back with the new values. */
function revive(dataset: AnyDataset, fields: readonly string[]): RawBuilder<unknown> {
  const key = sql.id(columnName(dataset.key));
  const values = fields.map(name => sql`${sql.id(columnName(name))} = excluded.${sql.id(columnName(name))}`);
  const table = sql.table(tableName(dataset));
  return sql`on conflict (${key}) do update set ${sql.join(values)}, deleted = false,
    version = ${table}.version + 1, update_by = excluded.update_by where ${table}.deleted`;
}

/** Cleans rich text and lets the server side have its say; answers the values that changed by it. */
function finish(
  engine: Engine,
  dataset: AnyDataset,
  row: RowValues,
  now: Date,
  before: Readonly<RowValues> | undefined,
): RowValues {
  const changed: RowValues = {};
  for (const [name, field] of Object.entries(dataset.fields)) {
    const value = row[name];
    if (field.kind === 'richText' && typeof value === 'string') changed[name] = sanitiseHtml(value) || null;
  }
  Object.assign(row, changed);
  const own = serverSideOf(engine.servers, dataset).normalise?.(row, now, before) ?? {};
  Object.assign(row, own);
  return { ...changed, ...own };
}

/**
 * Throws `invalidFields` with every problem of the values: those found so far, lost references and files. A value
 * that stood there before is not looked up again: the person may not even see what it refers to.
 */
async function refuse(
  engine: Engine,
  db: Db,
  dataset: AnyDataset,
  actor: Actor,
  found: readonly Issue[],
  values: Readonly<RowValues>,
  row: Readonly<RowValues>,
): Promise<void> {
  const failed = new Set(found.map(one => one.field));
  const sound = Object.fromEntries(Object.entries(values).filter(([name]) => !failed.has(name)));
  const issues = [
    ...found,
    ...(await referenceIssues(engine, db, dataset, actor, sound, row)),
    ...(await fileIssues(db, dataset, sound)),
  ];
  if (issues.length > 0) {
    throw failure('invalidFields', { issues, labels: name => fieldOf(dataset, name)?.label });
  }
}

/** The condition that a row on `alias` has the same values as `row` in the fields of a key. */
function sameKey(
  dataset: AnyDataset,
  fields: readonly string[],
  row: Readonly<RowValues>,
  alias: string,
): Condition {
  return allOf(
    fields.map(name => {
      const field = fieldOf(dataset, name);
      const value = row[name];
      const part = sql.raw(naturalKeyPart(dataset, name, `${alias}.`));
      if (isEmpty(value) || !field) {
        // An empty part counts as a value: the index holds '' or 0 for it (domain 2, head).
        return sql<SqlBool>`${part} = ${sql.raw(naturalKeyPart(dataset, name).includes("''") ? "''" : '0')}`;
      }
      return sql<SqlBool>`${part} = ${serverKindOf(field).toColumn(value as never)}`;
    }),
  );
}

/** Throws `duplicate`, naming the row, when another one has the natural key of `row`, or one of its unique keys. */
export async function assertUnique(
  _engine: Engine,
  db: Db,
  dataset: AnyDataset,
  row: Readonly<RowValues>,
  own: number | undefined,
): Promise<void> {
  const taking = dataset.uniqueKeys.filter(
    ({ fields, where }) => fields.every(name => !isEmpty(row[name])) && belongs({ when: where }, row),
  );
  for (const unique of [{ fields: dataset.naturalKey, where: {} }, ...taking]) {
    if (unique.fields.length > 0) await assertNoOther(db, dataset, unique, row, own);
  }
}

async function assertNoOther(
  db: Db,
  dataset: AnyDataset,
  unique: UniqueKey,
  row: Readonly<RowValues>,
  own: number | undefined,
): Promise<void> {
  const { fields } = unique;
  const key = column('d', columnName(dataset.key));
  const found = await sql<{ key: number }>`
    select ${key} as key from ${sql.table(tableName(dataset))} as d
    where ${sameKey(dataset, fields, row, 'd')} and not d.deleted ${sql.raw(whereSql(unique, 'd.'))} ${own === undefined ? sql`` : sql`and ${key} <> ${own}`}
    limit 1`.execute(db);
  const other = found.rows[0];
  if (!other) return;
  const { zh, en } = namesOfKey(dataset, unique);
  throw failure('duplicate', {
    params: { id: other.key, zh, en },
    issues: uniqueIssues(dataset, unique, other.key),
    labels: name => fieldOf(dataset, name)?.label,
    data: { id: other.key },
  });
}

function withoutEmpty(input: Readonly<RowValues>, names: readonly string[]): RowValues {
  return Object.fromEntries(
    Object.entries(input).filter(([name, value]) => !names.includes(name) || !isEmpty(value)),
  );
}
