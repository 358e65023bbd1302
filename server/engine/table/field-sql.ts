import type { AnyDataset } from '@yikao/model/kernel/dataset.ts';
import type { RawBuilder } from 'kysely';
import type { Engine } from '../engine.ts';
import { columnName } from './naming.ts';
import { serverSideOf } from './server-side.ts';
import { column } from './sql.ts';

/** SQL of a field's value on the table aliased as `alias`: its column, or the server side's expression. */
export function fieldSql(
  engine: Engine,
  dataset: AnyDataset,
  field: string,
  alias: string,
): RawBuilder<unknown> {
  const expression = serverSideOf(engine.servers, dataset).expressions?.[field];
  return expression ? expression(alias, engine) : column(alias, columnName(field));
}
