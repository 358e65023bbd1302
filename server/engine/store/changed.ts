import { type AnyDataset, fieldOf, isStored } from '@yikao/model/kernel/dataset.ts';
import type { RowValues } from '@yikao/model/kernel/validate/validate.ts';
import { sql } from 'kysely';
import type { Engine } from '../engine.ts';
import { bigint } from '../fields/packing.ts';
import { type Changes, historyOf, type StepNote } from '../history/history.ts';
import { withSearchColumns } from '../search/columns.ts';
import { columnName, tableName } from '../table/naming.ts';
import { column, type Db } from '../table/sql.ts';
import { sealed, withBesides } from '../write/sealing.ts';
import { rowSource, sourceColumn } from '../write/write.ts';
import type { Storing } from './storing.ts';

/** A locked row, and what becomes of it. */
export interface ChangedRow {
  readonly key: number;
  /** Its version after the change. */
  readonly version: number;
  /** The new values, and perhaps others of the row. */
  readonly values: Readonly<RowValues>;
  /** The changes that its history names. */
  readonly changes: Changes;
}

/** Options of {@link storeChanged}. */
export interface StoringChanges extends Storing {
  /** The step that changes them. */
  readonly step?: StepNote | undefined;
}

/**
 * The last stages of changed rows: secrets are sealed, and the values of `fields` are stored with their history, in one
 * statement. If only values that are stored elsewhere change, the rows still get a new version.
 */
export async function storeChanged(
  engine: Engine,
  db: Db,
  dataset: AnyDataset,
  rows: readonly ChangedRow[],
  fields: readonly string[],
  { by, now, jobId, step }: StoringChanges,
): Promise<void> {
  const kept = rows.map(({ key, values }) => sealed(engine, dataset, key, values));
  // A secret that stays as it is has been left out by the sealing.
  const stored = withBesides(dataset, fields).filter(
    name => isStored(fieldOf(dataset, name)) && kept.every(row => Object.hasOwn(row, name)),
  );
  const columns = withSearchColumns(dataset, stored);
  const set = columns.map(name => sql`${sql.id(columnName(name))} = ${sourceColumn(dataset, name)}, `);
  const entries = rows.map(({ key, version, changes }) => ({
    rowId: key,
    op: 'updated' as const,
    version,
    changes,
    ...(step && { step }),
  }));
  const keys = rows.map(({ key }) => key);
  await sql`
    with kept as (${historyOf(dataset, by, entries, jobId)})
    update ${sql.table(tableName(dataset))} as d
    set ${sql.join(set, sql``)} version = d.version + 1, update_time = ${now}::timestamptz,
      update_by = ${by.userId}::bigint
    from ${rowSource(dataset, columns, kept, [{ name: 'row_key', packing: bigint, values: keys }])}
    where ${column('d', columnName(dataset.key))} = r.row_key`.execute(db);
}
