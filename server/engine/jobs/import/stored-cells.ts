import { type AnyDataset, fieldOf } from '@yikao/model/kernel/dataset.ts';
import { cellText } from '@yikao/model/kernel/validate/cell.ts';
import { foldText } from '@yikao/model/rules/compare-text.ts';
import { type SqlBool, sql } from 'kysely';
import type { Cell, WriteValue } from '../../../excel/index.ts';
import type { Engine } from '../../engine.ts';
import { selectRows } from '../../read/select.ts';
import type { Actor } from '../../scope/actor.ts';
import { columnName } from '../../table/naming.ts';
import { column, type Db } from '../../table/sql.ts';
import { exportColumns } from '../export/columns.ts';
import { ReferredNames } from '../export/referred-names.ts';
import type { ReadRow } from '../sheet/row-reader.ts';
import type { Existing } from './match.ts';

/**
 * The rows without the problems of cells that say what an export writes for the stored value: such a cell changes
 * nothing, although its value could not be given today, such as a reference to a row that is no longer offered.
 */
export async function keepingStored(
  engine: Engine,
  db: Db,
  dataset: AnyDataset,
  actor: Actor,
  rows: readonly ReadRow[],
  existing: ReadonlyMap<number, Existing>,
): Promise<readonly ReadRow[]> {
  const asked = rows.flatMap(row => {
    const key = existing.get(row.number)?.key;
    return key === undefined || !row.unread ? [] : [{ row, key, unread: row.unread }];
  });
  if (asked.length === 0) return rows;
  const fields = [...new Set(asked.flatMap(({ unread }) => Object.keys(unread)))];
  const stored = await storedCells(
    engine,
    db,
    dataset,
    actor,
    fields,
    asked.map(({ key }) => key),
  );
  const kept = new Map<ReadRow, ReadonlySet<string>>();
  for (const { row, key, unread } of asked) {
    const names = Object.entries(unread).flatMap(([name, cell]) =>
      isWritten(fieldOf(dataset, name)?.kind, cell, stored.get(key)?.[name]) ? [name] : [],
    );
    if (names.length > 0) kept.set(row, new Set(names));
  }
  if (kept.size === 0) return rows;
  return rows.map(row => {
    const names = kept.get(row);
    return names ? { ...row, issues: row.issues.filter(({ field }) => !names.has(field)) } : row;
  });
}

/** The cells that an export writes for these fields, by the keys of the rows. */
async function storedCells(
  engine: Engine,
  db: Db,
  dataset: AnyDataset,
  actor: Actor,
  fields: readonly string[],
  keys: readonly number[],
): Promise<ReadonlyMap<number, Readonly<Record<string, WriteValue>>>> {
  const found = await selectRows(engine, dataset, {
    reader: actor,
    fields: [...new Set([dataset.key, ...fields])],
    where: sql<SqlBool>`${column('d', columnName(dataset.key))} = any(${[...keys]}::bigint[])`,
    canonical: true,
    withoutNames: true,
  }).execute(db);
  const names = new ReferredNames(engine, dataset, fields, actor, { form: 'plain', db });
  await names.learn(found.rows);
  const columns = exportColumns(dataset, fields, actor, 'label', names);
  return new Map(
    found.rows.map(row => [
      Number(row[dataset.key]),
      Object.fromEntries(fields.map((name, at) => [name, columns[at]?.cell(row) ?? null])),
    ]),
  );
}

/** Reports whether a cell has the text that was written for the stored value; names are compared as references are. */
function isWritten(kind: string | undefined, cell: Cell, written: WriteValue | undefined): boolean {
  if (written === null || written === undefined) return false;
  // Dates and decimals are objects with a single value.
  const text = String(typeof written === 'object' ? Object.values(written)[0] : written).trim();
  const given = cellText(cell);
  return kind === 'ref' || kind === 'refs' ? foldText(given) === foldText(text) : given === text;
}
