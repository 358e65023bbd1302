import type { Page } from '@yikao/model/calls/envelope.ts';
import type { AnyDataset } from '@yikao/model/kernel/dataset.ts';
import { shanghaiTime } from '@yikao/model/rules/data-year.ts';
import { type SqlBool, sql } from 'kysely';
import type { Engine } from '../engine.ts';
import { historyOps, keysOfEntry } from '../history/history.ts';
import { filterConditions, pageKeys, type Query } from '../read/filters.ts';
import { masked } from '../read/mask.ts';
import { listFields } from '../read/page.ts';
import { readPage } from '../read/paging.ts';
import { presentRow } from '../read/present.ts';
import { selectRows } from '../read/select.ts';
import { shownPerson, staffNames } from '../read/staff-names.ts';
import { authorise } from '../scope/access.ts';
import type { Actor } from '../scope/actor.ts';
import { scopeCondition } from '../scope/scope.ts';
import { columnName, tableName } from '../table/naming.ts';
import { allOf, column, countFrom } from '../table/sql.ts';

interface Deletion {
  readonly key: number;
  readonly time: Date;
  readonly userId: number | null;
  readonly by: string | null;
}

/**
 * `GET {path}/trash`: deleted rows within reach, latest first, with who deleted them and when; accepts the list's
 * filters. It is found through the history: a deletion whose entry was cleaned up is final.
 */
export async function trash(
  engine: Engine,
  dataset: AnyDataset,
  actor: Actor,
  query: Query,
): Promise<Page<Record<string, unknown>>> {
  authorise(actor, dataset, 'delete');
  const { current, size } = readPage(query);
  const key = column('d', columnName(dataset.key));
  const where = allOf([
    scopeCondition(dataset, actor, 'd'),
    ...filterConditions(engine, dataset, query, 'd', { reader: actor, skip: pageKeys }),
  ]);
  // The version identifies the current deletion among earlier ones that were restored.
  const deletions = sql`
    t_row_history as h cross join ${keysOfEntry}
    join ${sql.table(tableName(dataset))} as d on ${key} = r.key and d.deleted and d.version = h.version
    left join t_biz_log as j on j.id = h.job_id
    where h.dataset = ${dataset.name} and h.op = ${sql.lit(historyOps.deleted)} and ${where}`;
  const [found, total] = await Promise.all([
    sql<Deletion>`
      select r.key, h.time, h.user_id, coalesce(h.user_name, j.actor ->> 'userName') as by from ${deletions}
      order by h.history_id desc, r.key desc limit ${size} offset ${(current - 1) * size}`.execute(engine.db),
    countFrom(engine.db, deletions),
  ]);
  const fields = listFields(dataset);
  const rows = await selectRows(engine, dataset, {
    reader: actor,
    fields: [...fields, 'version'],
    where: sql<SqlBool>`${key} = any(${found.rows.map(row => row.key)}::bigint[])`,
    trashed: true,
  }).execute(engine.db);
  const staff = await staffNames(
    engine.db,
    found.rows.map(({ userId }) => userId),
    actor,
  );
  const byKey = new Map(rows.rows.map(row => [Number(row[dataset.key]), row]));
  return {
    records: found.rows.flatMap(({ key: rowKey, time, userId, by }) => {
      const row = byKey.get(rowKey);
      // It may have been restored between the two statements.
      return row === undefined
        ? []
        : [
            {
              ...masked(dataset, presentRow(dataset, row, fields, actor.language)),
              deletedTime: shanghaiTime(time),
              deletedBy: shownPerson({ userId, userName: by }, staff, actor).personName,
            },
          ];
    }),
    total,
    current,
    size,
  };
}
