import type { Page } from '@yikao/model/calls/envelope.ts';
import { restoreBody } from '@yikao/model/calls/history.ts';
import { failure } from '@yikao/model/errors.ts';
import { type AnyDataset, fieldOf } from '@yikao/model/kernel/dataset.ts';
import { shanghaiTime } from '@yikao/model/rules/data-year.ts';
import { type SqlBool, sql } from 'kysely';
import { authorise } from './access.ts';
import type { Actor } from './actor.ts';
import { openChange } from './change.ts';
import type { Engine } from './engine.ts';
import { filterConditions, pageKeys, type Query } from './filters.ts';
import { type Changes, changesBetween, historyOps, keysOfEntry, recordHistory } from './history.ts';
import { infoFields } from './info.ts';
import { masked } from './mask.ts';
import { columnName, tableName } from './naming.ts';
import { listFields } from './page.ts';
import { readPage } from './paging.ts';
import { presentRow } from './present.ts';
import { referenceIssues } from './references.ts';
import { assertUnique } from './save.ts';
import { scopeCondition } from './scope.ts';
import { type FoundRow, selectRows } from './select.ts';
import { serverSideOf } from './server-side.ts';
import { allOf, column, type Db } from './sql.ts';
import { canonicalRow, rowSource, sourceColumn } from './write.ts';

interface Deletion {
  readonly key: number;
  readonly time: Date;
  readonly by: string | null;
}

/**
 * `GET {path}/trash`: deleted rows within reach, the last deleted first, with who deleted them and when; asked by
 * the list's filters. The history leads there: a deletion whose entry has been cleaned away is final.
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
    ...filterConditions(engine, dataset, query, 'd', { skip: pageKeys }),
  ]);
  // The version tells the deletion that put the row there from those it has come back from.
  const deletions = sql`
    from t_row_history as h cross join ${keysOfEntry}
    join ${sql.table(tableName(dataset))} as d on ${key} = r.key and d.deleted and d.version = h.version
    left join t_biz_log as j on j.id = h.job_id
    where h.dataset = ${dataset.name} and h.op = ${sql.lit(historyOps.deleted)} and ${where}`;
  const [found, counted] = await Promise.all([
    sql<Deletion>`
      select r.key, h.time, coalesce(h.user_name, j.actor ->> 'userName') as by ${deletions}
      order by h.history_id desc, r.key desc limit ${size} offset ${(current - 1) * size}`.execute(engine.db),
    sql<{ total: number }>`select count(*)::integer as total ${deletions}`.execute(engine.db),
  ]);
  const fields = listFields(dataset);
  const rows = await selectRows(engine, dataset, {
    reader: actor,
    fields: [...fields, 'version'],
    where: sql<SqlBool>`${key} = any(${found.rows.map(row => row.key)}::bigint[])`,
    trashed: true,
  }).execute(engine.db);
  const byKey = new Map(rows.rows.map(row => [Number(row[dataset.key]), row]));
  return {
    records: found.rows.flatMap(({ key: rowKey, time, by }) => {
      const row = byKey.get(rowKey);
      // Somebody may have brought it back between the two statements.
      return row === undefined
        ? []
        : [
            {
              ...masked(dataset, presentRow(dataset, row, fields, actor.language)),
              deletedTime: shanghaiTime(time),
              deletedBy: by,
            },
          ];
    }),
    total: counted.rows[0]?.total ?? 0,
    current,
    size,
  };
}

/**
 * `POST {path}/restore`: brings rows back from the trash, all or none; answers how many. Throws `notFound` for one
 * that is not there or is none of the actor's, `duplicate` naming the row that has taken its natural key, and
 * `lostReference` when what it refers to is gone. A row and its children come back together when both are asked for.
 */
export async function restore(
  engine: Engine,
  dataset: AnyDataset,
  actor: Actor,
  body: unknown,
): Promise<number> {
  authorise(actor, dataset, 'delete');
  const ids = [...new Set(restoreBody.parse(body ?? {}).ids)];
  return engine.db.transaction().execute(async db => {
    const change = await openChange(engine, db, dataset, { actor, now: engine.clock.now() });
    const key = column('d', columnName(dataset.key));
    const found = await selectRows(engine, dataset, {
      reader: actor,
      fields: [...infoFields(dataset), 'version'],
      where: allOf([
        sql<SqlBool>`${key} = any(${ids}::bigint[])`,
        scopeCondition(dataset, actor, 'd', 'write'),
      ]),
      orderBy: key,
      stored: true,
      forUpdate: true,
      trashed: true,
    }).execute(db);
    if (found.rows.length !== ids.length) throw failure('notFound');
    await change.expect('restored', ids);
    for (const row of found.rows) {
      await assertUnique(engine, db, dataset, canonicalRow(dataset, row), Number(row[dataset.key]));
      await bringBack(engine, db, dataset, actor, Number(row[dataset.key]));
    }
    // Only now, so that rows that refer to each other come back together.
    for (const row of found.rows) await assertReferences(engine, db, dataset, actor, row);
    await recordHistory(
      db,
      dataset,
      actor,
      found.rows.map(row => ({
        rowId: Number(row[dataset.key]),
        op: 'restored',
        version: Number(row.version) + 1,
        changes: restoredChanges(engine, dataset, row),
      })),
    );
    await change.settle('restored', ids);
    return ids.length;
  });
}

async function bringBack(
  engine: Engine,
  db: Db,
  dataset: AnyDataset,
  actor: Actor,
  key: number,
): Promise<void> {
  const other = serverSideOf(engine.servers, dataset).restoredWith ?? {};
  const fields = Object.keys(other);
  const set = fields.map(name => sql`${sql.id(columnName(name))} = ${sourceColumn(dataset, name)}, `);
  await sql`
    update ${sql.table(tableName(dataset))} as d set ${sql.join(set, sql``)} deleted = false, version = d.version + 1,
      update_by = ${actor.userId}::bigint, update_time = ${engine.clock.now()}::timestamptz
    ${fields.length === 0 ? sql`` : sql`from ${rowSource(dataset, fields, [other])}`}
    where ${column('d', columnName(dataset.key))} = ${key}`.execute(db);
}

/** The values with which a row comes back otherwise than it was; null where it comes back as it was. */
function restoredChanges(engine: Engine, dataset: AnyDataset, row: FoundRow): Changes | null {
  const changes = changesBetween(
    canonicalRow(dataset, row),
    serverSideOf(engine.servers, dataset).restoredWith ?? {},
  );
  return Object.keys(changes).length === 0 ? null : changes;
}

async function assertReferences(
  engine: Engine,
  db: Db,
  dataset: AnyDataset,
  actor: Actor,
  row: FoundRow,
): Promise<void> {
  const values = canonicalRow(dataset, row);
  const [lost] = await referenceIssues(engine, db, dataset, actor, values, values);
  if (!lost) return;
  const field = fieldOf(dataset, lost.field)?.label[actor.language] ?? lost.field;
  throw failure('lostReference', {
    params: { id: Number(row[dataset.key]), field },
    data: { id: Number(row[dataset.key]), field: lost.field },
  });
}
