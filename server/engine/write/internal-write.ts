import { failure } from '@yikao/model/errors.ts';
import type { AnyDataset, DraftOf } from '@yikao/model/kernel/dataset.ts';
import { fieldOf, storedFields } from '@yikao/model/kernel/dataset.ts';
import { defaultOf, type RowValues } from '@yikao/model/kernel/validate/validate.ts';
import { withoutForeign } from '@yikao/model/kernel/validate/when.ts';
import { sql } from 'kysely';
import type { Engine } from '../engine.ts';
import { changesBetween, type StepNote } from '../history/history.ts';
import type { Actor } from '../scope/actor.ts';
import { stepServerOf } from '../steps/step-server.ts';
import { storeAdded } from '../store/added.ts';
import { storeChanged } from '../store/changed.ts';
import { columnName, tableName } from '../table/naming.ts';
import { type ChangeWatch, serverSideOf } from '../table/server-side.ts';
import type { Tx } from '../table/sql.ts';
import { openChange } from './change.ts';
import { lostReferences, protectingReferences } from './living-references.ts';
import type { LockedRow } from './lock-rows.ts';
import { scaled } from './scaled.ts';
import { secretFields } from './sealing.ts';

/**
 * The product's internal writes, apart from calls by people: they may set fields clients may not, and run history and
 * hooks as usual. Values are canonical and trusted; permission and scope are not checked.
 */
export interface InternalWrite {
  /** The person named in the history. */
  readonly by: Actor;
  /** The job named in the history, which can be undone. */
  readonly jobId?: number;
}

/**
 * Adds any number of rows in one statement, with history; returns their keys in order. Omitted fields get their
 * defaults. The server side sets values that need the database.
 * @throws Error naming a value that no column of the dataset holds.
 */
export async function insertRows<D extends AnyDataset>(
  engine: Engine,
  db: Tx,
  dataset: D,
  rows: readonly NoInfer<DraftOf<D>>[],
  { by, jobId }: InternalWrite,
): Promise<number[]> {
  if (rows.length === 0) return [];
  const now = engine.clock.now();
  const side = serverSideOf(engine.servers, dataset);
  const change = await openChange(engine, db, dataset, { actor: by, now });
  const fields = storedFields(dataset).filter(name => name !== dataset.key || dataset.keyBy === 'given');
  assertStored(dataset, rows, fields);
  const whole = rows.map((row: Readonly<RowValues>) => {
    const values: RowValues = {};
    for (const name of fields) {
      const field = dataset.fields[name];
      values[name] = row[name] !== undefined ? row[name] : field ? defaultOf(field, now) : null;
    }
    return withoutForeign(dataset, Object.assign(values, side.normalise?.(values, now, undefined)));
  });
  await assertLiving(engine, db, dataset, whole);
  const keys = await storeAdded(engine, db, dataset, whole, { by, now, jobId });
  await change.settle('added', keys, fields);
  return keys;
}

/** Refuses values without a column in the table: the compiler does not see surplus names of rows made elsewhere. */
function assertStored(
  dataset: AnyDataset,
  rows: readonly Readonly<RowValues>[],
  fields: readonly string[],
): void {
  const known = new Set(fields);
  for (const row of rows) {
    const lost = Object.keys(row).find(name => row[name] !== undefined && !known.has(name));
    if (lost !== undefined) throw new Error(`${dataset.name}.${lost} is no column that a write may set`);
  }
}

/**
 * Throws `goneMeanwhile` if rows would refer to one that is now in the trash; locks their targets against deletion. The
 * caller must know that the target existed.
 */
async function assertLiving(
  engine: Engine,
  db: Tx,
  dataset: AnyDataset,
  rows: readonly Readonly<RowValues>[],
  names?: readonly string[],
): Promise<void> {
  for (const { name, value } of await lostReferences(engine, db, dataset, rows, names)) {
    const field = fieldOf(dataset, name);
    if (field?.kind !== 'ref' && field?.kind !== 'refs') continue;
    const target = engine.dataset(field.to);
    const gone = await sql`
      select 1 from ${sql.table(tableName(target))}
      where ${sql.id(columnName(target.identity.value))} = any(${value.split(',')}::bigint[]) and deleted limit 1
    `.execute(db);
    const { zh, en } = field.label;
    if (gone.rows.length > 0) throw failure('goneMeanwhile', { params: { zh, en, id: value } });
  }
}

/** Options for writing locked rows: their change, and the step that moves them, if any. */
export interface LockedWrite extends InternalWrite {
  readonly change: ChangeWatch;
  readonly step?: StepNote;
}

/** A locked row, and its new values. */
export interface RowUpdate<D extends AnyDataset = AnyDataset> {
  readonly row: LockedRow<D>;
  readonly values: DraftOf<D>;
}

/**
 * Sets values of rows that `lockRows` has locked within `change`, in one statement, and records history, with the step
 * that changed them, if any. An unchanged row keeps its version, unless it takes a step.
 * @throws Error naming a value that no column of the dataset holds.
 */
export async function updateLocked<D extends AnyDataset>(
  engine: Engine,
  db: Tx,
  dataset: D,
  updates: readonly NoInfer<RowUpdate<D>>[],
  { by, change, step, jobId }: LockedWrite,
): Promise<void> {
  const now = engine.clock.now();
  const machine = stepServerOf(engine, dataset)?.machine;
  const state = machine?.toggle ? undefined : machine?.field;
  if (step === undefined && updates.some(({ values }) => state !== undefined && state in values)) {
    throw new Error(`${dataset.name}.${state} holds a state, which steps alone change`);
  }
  assertStored(
    dataset,
    updates.map(({ values }) => values),
    storedFields(dataset),
  );
  const differing = updates
    .map(({ row, values }) => {
      // Values that are not part of the row in its new state are cleared by the same change.
      const after = withoutForeign(dataset, { ...row, ...scaled(dataset, values) });
      return { row, after, changes: changesBetween(row, after) };
    })
    .filter(({ changes }) => step !== undefined || Object.keys(changes).length > 0);
  if (differing.length === 0) return;
  const fields = [...new Set(differing.flatMap(({ changes }) => Object.keys(changes)))];
  if (differing.length > 1 && secretFields(dataset).some(name => fields.includes(name))) {
    // A stored secret is not read, so it cannot be written back together with a new one.
    const write = { by, change, ...(step && { step }), ...(jobId !== undefined && { jobId }) };
    for (const one of updates) await updateLocked(engine, db, dataset, [one], write);
    return;
  }
  const references = protectingReferences(dataset).filter(({ name }) => fields.includes(name));
  for (const { name } of references) {
    const setting = differing.filter(({ changes }) => Object.hasOwn(changes, name)).map(({ after }) => after);
    await assertLiving(engine, db, dataset, setting, [name]);
  }
  const keys = differing.map(({ row }) => row.rowKey);
  await change.expect('updated', keys, fields);
  const changed = differing.map(({ row, after, changes }) => ({
    key: row.rowKey,
    version: row.version + 1,
    values: after,
    changes,
  }));
  await storeChanged(engine, db, dataset, changed, fields, { by, now, jobId, step });
  await change.settle('updated', keys, fields);
}
