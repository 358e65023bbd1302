import type { AnyDataset } from '@yikao/model/kernel/dataset.ts';
import { type RawBuilder, sql } from 'kysely';
import { columnName } from './naming.ts';
import { column } from './sql.ts';

/** Signs that a brief name shows of the text. */
const briefSigns = 12;

/** SQL of the beginning of a text that a brief name shows, without the number of its row. */
export function beginningSql(dataset: AnyDataset, alias: string): RawBuilder<unknown> {
  return sql`left(${column(alias, columnName(dataset.identity.name))}, ${sql.lit(briefSigns)})`;
}

/**
 * SQL of the name by which rows on `alias` are shown to people who choose them or read rows that refer to them: the name,
 * or for rows whose name is their content (`identity.brief`) the number and the first signs.
 */
export function shownNameSql(dataset: AnyDataset, alias: string): RawBuilder<unknown> {
  const { name, value, brief } = dataset.identity;
  const whole = column(alias, columnName(name));
  if (!brief) return whole;
  const number = column(alias, columnName(value));
  return sql`concat(${sql.lit('#')}, ${number}, ' ', ${beginningSql(dataset, alias)},
    case when length(${whole}) > ${sql.lit(briefSigns)} then ${sql.lit('…')} else '' end)`;
}
