import type { AnyDataset } from '@yikao/model/kernel/dataset.ts';
import { storedFields } from '@yikao/model/kernel/dataset.ts';
import { defaultOf, type RowValues } from '@yikao/model/kernel/validate.ts';
import { withoutForeign } from '@yikao/model/kernel/when.ts';
import { sql } from 'kysely';
import type { Actor } from './actor.ts';
import { openChange } from './change.ts';
import type { Engine } from './engine.ts';
import { bigint } from './fields/packing.ts';
import { changesBetween, historyFrom, historyOf, type StepNote } from './history.ts';
import type { LockedRow } from './lock-rows.ts';
import { columnName, tableName } from './naming.ts';
import { sealed, sealedNew, secretFields } from './sealing.ts';
import { type ChangeWatch, serverSideOf } from './server-side.ts';
import type { Db } from './sql.ts';
import { stepServerOf } from './steps/step-server.ts';
import { columnList, rowSource, sourceColumn } from './write.ts';

/**
 * The product's own road for writing, apart from the calls of people: it may set what a client may not, and keeps
 * history and hooks like any other. Values are canonical and trusted; nobody's permission or scope is asked.
 */
export interface InternalWrite {
  /** In whose name the history tells it. */
  readonly by: Actor;
  /** The job that the history tells it of, whose undo takes it back. */
  readonly jobId?: number;
}

/**
 * Adds rows, as many as there are in one statement, with their history; answers their keys in the order of the rows.
 * A field that a row does not name gets its default. The server side fills what only the database can give.
 */
export async function insertRows(
  engine: Engine,
  db: Db,
  dataset: AnyDataset,
  rows: readonly Readonly<RowValues>[],
  { by, jobId }: InternalWrite,
): Promise<number[]> {
  if (rows.length === 0) return [];
  const now = engine.clock.now();
  const side = serverSideOf(engine.servers, dataset);
  const change = await openChange(engine, db, dataset, { actor: by, now });
  const fields = storedFields(dataset).filter(name => name !== dataset.key || dataset.keyBy === 'given');
  const whole = rows.map(row => {
    const values: RowValues = {};
    for (const name of fields) {
      const field = dataset.fields[name];
      values[name] = row[name] !== undefined ? row[name] : field ? defaultOf(field, now) : null;
    }
    return withoutForeign(dataset, Object.assign(values, side.normalise?.(values, now, undefined)));
  });
  await side.beforeInsert?.(db, whole);
  const kept = await sealedNew(engine, db, dataset, whole);
  const columns = kept === whole ? fields : [...new Set([dataset.key, ...fields])];
  const key = sql.id(columnName(dataset.key));
  const added = await sql<{ key: number }>`
    with added as (
      insert into ${sql.table(tableName(dataset))} (${columnList(columns)}, create_by, update_by)
      select ${sql.join(columns.map(name => sourceColumn(dataset, name)))}, ${by.userId}::bigint, ${by.userId}::bigint
      from ${rowSource(dataset, columns, kept)}
      returning ${key} as key, version
    ), kept as (${historyFrom(dataset, by, 'added', 'added', jobId ?? null, { single: rows.length === 1 })})
    select key from added`.execute(db);
  const keys = added.rows.map(row => Number(row.key));
  await change.settle('added', keys, fields);
  return keys;
}

/** How locked rows are written: within their change, by the step that moves them where there is one. */
export interface LockedWrite extends InternalWrite {
  readonly change: ChangeWatch;
  readonly step?: StepNote;
}

/** A row under lock, and the values it is to have. */
export interface RowUpdate {
  readonly row: LockedRow;
  readonly values: Readonly<RowValues>;
}

/**
 * Sets values of rows that `lockRows` has locked within `change`, in one statement, and keeps the history, with
 * the step by which they changed where there is one. A row of which nothing differs keeps its version, unless it takes a step.
 */
export async function updateLocked(
  engine: Engine,
  db: Db,
  dataset: AnyDataset,
  updates: readonly RowUpdate[],
  { by, change, step, jobId }: LockedWrite,
): Promise<void> {
  const now = engine.clock.now();
  const machine = stepServerOf(engine, dataset)?.machine;
  const state = machine?.toggle ? undefined : machine?.field;
  if (step === undefined && updates.some(({ values }) => state !== undefined && state in values)) {
    throw new Error(`${dataset.name}.${state} holds a state, which steps alone change`);
  }
  const differing = updates
    .map(({ row, values }) => {
      // What is no part of the row in its new state goes with the change that made it so.
      const after = withoutForeign(dataset, { ...row, ...values });
      return { row, after, changes: changesBetween(row, after) };
    })
    .filter(({ changes }) => step !== undefined || Object.keys(changes).length > 0);
  if (differing.length === 0) return;
  const fields = [...new Set(differing.flatMap(({ changes }) => Object.keys(changes)))];
  if (differing.length > 1 && secretFields(dataset).some(name => fields.includes(name))) {
    // A secret that stands is not read, and so cannot be written beside one that is new.
    const write = { by, change, ...(step && { step }), ...(jobId !== undefined && { jobId }) };
    for (const one of updates) await updateLocked(engine, db, dataset, [one], write);
    return;
  }
  const key = sql.id(columnName(dataset.key));
  const set = fields.map(name => sql`${sql.id(columnName(name))} = ${sourceColumn(dataset, name)}, `);
  const keys = differing.map(({ row }) => row.rowKey);
  await change.expect('updated', keys, fields);
  const entries = differing.map(({ row, changes }) => ({
    rowId: row.rowKey,
    op: 'updated' as const,
    version: row.version + 1,
    changes,
    ...(step && { step }),
  }));
  await sql`
    with kept as (${historyOf(dataset, by, entries, jobId)})
    update ${sql.table(tableName(dataset))} as d
    set ${sql.join(set, sql``)} version = d.version + 1, update_time = ${now}::timestamptz,
      update_by = ${by.userId}::bigint
    from ${rowSource(
      dataset,
      fields,
      differing.map(({ row, after }) => sealed(engine, dataset, row.rowKey, after)),
      [{ name: 'row_key', packing: bigint, values: keys }],
    )}
    where d.${key} = r.row_key`.execute(db);
  await change.settle('updated', keys, fields);
}
