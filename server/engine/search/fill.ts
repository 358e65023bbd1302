import type { AnyDataset } from '@yikao/model/kernel/dataset.ts';
import { sql } from 'kysely';
import type { Logger } from '../../platform/logger.ts';
import { createLoop, type Loop } from '../../platform/loop.ts';
import type { Engine } from '../engine.ts';
import { columnName, tableName } from '../table/naming.ts';
import { transact } from '../write/transaction.ts';
import { searchColumn, searchedFields, unfilledSql } from './columns.ts';
import { searchText } from './search-text.ts';

/** Rows per transaction: it takes a few milliseconds, so that nobody waits for it. */
const chunkRows = 500;

/** Milliseconds between two looks for rows that lack a search column: a node of the previous version may have written some. */
const everyMs = 60_000;

/** Calculates the search columns of at most a chunk of rows without them; returns the number of rows. */
async function fillChunk(engine: Engine, dataset: AnyDataset): Promise<number> {
  const fields = searchedFields(dataset);
  const missing = unfilledSql(dataset);
  if (missing === undefined) return 0;
  const table = sql.table(tableName(dataset));
  const key = sql.id(columnName(dataset.key));
  return transact(engine.db, async db => {
    const found = await sql<Record<string, unknown>>`
      select ${key} as key, ${sql.join(fields.map(name => sql`${sql.id(columnName(name))} as ${sql.id(name)}`))}
      from ${table} where ${sql.raw(missing)} order by ${key} limit ${chunkRows} for update skip locked`.execute(
      db,
    );
    if (found.rows.length === 0) return 0;
    const texts = fields.map(name =>
      found.rows.map(row => (typeof row[name] === 'string' ? searchText(row[name]) : null)),
    );
    const names = fields.map(name => sql.id(searchColumn(name)));
    // No field of the row changes: it keeps its version and has no history of this.
    await sql`
      update ${table} as d set ${sql.join(names.map(name => sql`${name} = r.${name}`))}
      from unnest(${found.rows.map(row => Number(row.key))}::bigint[], ${sql.join(texts.map(values => sql`${values}::text[]`))})
        as r(key, ${sql.join(names)})
      where d.${key} = r.key`.execute(db);
    return found.rows.length;
  });
}

/**
 * Sets the search columns of every row without them: rows from before the columns existed, or written by a node of the
 * previous version. Several nodes may run it at once without taking the same rows, and finished rows stay finished.
 * `goesOn` stops it between two chunks.
 */
export async function fillSearchColumns(engine: Engine, goesOn: () => boolean = () => true): Promise<number> {
  let filled = 0;
  for (const dataset of engine.datasets) {
    for (let rows = chunkRows; rows === chunkRows && goesOn(); filled += rows) {
      rows = await fillChunk(engine, dataset);
    }
  }
  return filled;
}

/** Something that rows lack and that is worked out beside the work of people. */
export interface Filling {
  /** Works it out for the rows that lack it, until `goesOn` says no; gives how many rows it filled. */
  readonly fill: (engine: Engine, goesOn: () => boolean) => Promise<number>;
  /** Says in the log that rows were filled. */
  readonly done: string;
}

/** Search columns: the words and sounds by which rows are found. */
export const searchFilling: Filling = {
  fill: fillSearchColumns,
  done: 'Search words filled in',
};

/**
 * Keeps rows filled on a node that works. Once it is stopped it begins no further chunk, and waits for the one under way.
 */
export function createFiller(
  engine: Engine,
  logger: Logger,
  works: boolean,
  fillings: readonly Filling[],
): Loop {
  let stopped = false;
  const loop = createLoop({
    ...{ logger, works, name: 'Filling in what rows lack', afterFailureMs: everyMs },
    async look() {
      for (const { fill, done } of fillings) {
        try {
          const rows = await fill(engine, () => !stopped);
          if (rows > 0) logger.info({ rows }, done);
        } catch (error) {
          logger.error({ err: error, filling: done }, 'Filling in what rows lack failed');
        }
      }
      return everyMs;
    },
  });
  return {
    start: loop.start,
    stop() {
      stopped = true;
      return loop.stop();
    },
  };
}
