import { type changesPage as answerSchema, changesQuery } from '@yikao/model/calls/history.ts';
import { failure } from '@yikao/model/errors.ts';
import { endOfDay } from '@yikao/model/fields/parts/calendar.ts';
import type { AnyDataset } from '@yikao/model/kernel/dataset.ts';
import { permissionCode } from '@yikao/model/permissions.ts';
import { shanghaiTime } from '@yikao/model/rules/data-year.ts';
import { namingFields } from '@yikao/model/rules/names/row-name.ts';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { z } from 'zod';
import type { Engine } from '../engine.ts';
import type { Query } from '../read/filters.ts';
import { masked } from '../read/mask.ts';
import { presentRow } from '../read/present.ts';
import { selectRows } from '../read/select.ts';
import { byStaffCondition } from '../read/staff-names.ts';
import { authorise, holds } from '../scope/access.ts';
import type { Actor } from '../scope/actor.ts';
import { scopeCondition, scopeRules } from '../scope/scope.ts';
import { columnName, tableName } from '../table/naming.ts';
import { allOf, type Condition, column } from '../table/sql.ts';
import { historyOps } from './history.ts';
import { cameIntoReach, entryColumns, type Found, presentEntries } from './history-list.ts';

/**
 * Entries that are looked at in one statement, and the most in one call: rare changes are found page by page. Ten
 * thousand take 2 ms where a person or a kind rules them out, and 90 ms where their rows have to be looked up.
 */
const scanned = { atOnce: 10_000, most: 50_000 } as const;

interface FoundChange extends Found {
  readonly rowId: number;
  readonly rowCount: number;
  /** Rows of the entry within the reader's reach. */
  readonly rows: number;
}

/** The place in the order of changes, after which older ones follow. */
interface Place {
  readonly time: Date;
  readonly historyId: number;
}

/**
 * `GET {path}/changes`: every change of the dataset's rows, newest first, by person, time, field and kind. Shows the
 * rows, fields and entries that the history of each row shows (`history-list.ts`), and requires what that requires.
 * Throws `unknownFilter` for a field that the reader does not see, and for a person whom the reader may not know.
 */
export async function changes(
  engine: Engine,
  dataset: AnyDataset,
  actor: Actor,
  query: Query,
): Promise<z.input<typeof answerSchema>> {
  authorise(actor, dataset, 'list');
  const asked = changesQuery.parse(query);
  const conditions = entryConditions(dataset, actor, asked);
  const shown: FoundChange[] = [];
  let place = await placeAfter(engine, dataset, asked.after);
  let looked = 0;
  let ended = false;
  while (shown.length < asked.size && looked < scanned.most && !ended) {
    const step = await scan(engine, dataset, actor, {
      conditions,
      place,
      asked,
      size: asked.size - shown.length,
    });
    for (const change of step.found)
      if (await isWithinReach(engine, dataset, actor, change)) shown.push(change);
    looked += step.looked;
    place = step.place ?? place;
    ended = step.ended;
  }
  return {
    records: await presentChanges(engine, dataset, actor, shown),
    next: ended || !place ? null : place.historyId,
    seenTo: place ? shanghaiTime(place.time) : null,
  };
}

/** The conditions of the query on the entry `h` and its job `j`. */
function entryConditions(
  dataset: AnyDataset,
  actor: Actor,
  { userId = [], field, op, way }: z.output<typeof changesQuery>,
): Condition[] {
  const conditions: Condition[] = [];
  if (userId.length > 0) conditions.push(byStaffCondition(sql`h.user_id`, userId, actor));
  if (field !== undefined) {
    const declared = Object.hasOwn(dataset.fields, field) ? dataset.fields[field] : undefined;
    if (!declared || declared.private) throw failure('unknownFilter', { params: { name: field } });
    conditions.push(sql<SqlBool>`h.changes ? ${field}::text`);
  }
  if (op !== undefined) conditions.push(sql<SqlBool>`h.op = ${historyOps[op]}`);
  if (way === 'edit') conditions.push(sql<SqlBool>`h.job_id is null and h.step is null`);
  else if (way === 'step') conditions.push(sql<SqlBool>`h.step is not null`);
  else if (way !== undefined) conditions.push(sql<SqlBool>`j.op = ${way}`);
  return conditions;
}

/** The place of an entry of the dataset; undefined without one. Throws `notFound` for an entry that is not there. */
async function placeAfter(
  engine: Engine,
  dataset: AnyDataset,
  after: number | undefined,
): Promise<Place | undefined> {
  if (after === undefined) return undefined;
  const found = await sql<Place>`
    select time, history_id from t_row_history where history_id = ${after} and dataset = ${dataset.name}`.execute(
    engine.db,
  );
  if (!found.rows[0]) throw failure('notFound');
  return found.rows[0];
}

interface Scan {
  readonly conditions: readonly Condition[];
  readonly place: Place | undefined;
  readonly asked: z.output<typeof changesQuery>;
  readonly size: number;
}

/** Looks at the next entries in order, and finds the first of them that meet the conditions. */
async function scan(
  engine: Engine,
  dataset: AnyDataset,
  actor: Actor,
  { conditions, place, asked, size }: Scan,
): Promise<{ found: FoundChange[]; looked: number; place: Place | undefined; ended: boolean }> {
  const { timeStart, timeEnd } = asked;
  const older = [
    ...(place
      ? [sql<SqlBool>`(time, history_id) < (${place.time}::timestamptz, ${place.historyId}::bigint)`]
      : []),
    ...(timeStart ? [sql<SqlBool>`time >= ${`${timeStart} 00:00:00+08`}::timestamptz`] : []),
    ...(timeEnd ? [sql<SqlBool>`time <= ${`${timeEnd} ${endOfDay}.999999+08`}::timestamptz`] : []),
  ];
  const looked = sql`
    select * from t_row_history where ${allOf([sql<SqlBool>`dataset = ${dataset.name}`, ...older])}
    order by time desc, history_id desc limit ${scanned.atOnce}`;
  // Read apart, so that the number of entries that were looked at is known whatever was found.
  const [found, extent] = await Promise.all([
    sql<FoundChange>`
      select ${entryColumns}, h.row_id, h.row_count, r.rows
      from (${looked}) as h left join t_biz_log as j on j.id = h.job_id
      cross join lateral (${rowsInReach(dataset, actor)}) as r
      where ${allOf([...conditions, sql<SqlBool>`r.rows > 0`])}
      order by h.time desc, h.history_id desc limit ${size}`.execute(engine.db),
    sql<{ count: number; time: Date | null; historyId: number | null }>`
      select count(*)::integer as count, min(time) as time,
        (array_agg(history_id order by time, history_id))[1] as history_id from (${looked}) as h`.execute(
      engine.db,
    ),
  ]);
  const last = found.rows.at(-1);
  const end = extent.rows[0];
  const count = end?.count ?? 0;
  // A full page ends before the entries that were looked at do.
  if (last && found.rows.length === size) {
    return {
      found: found.rows,
      looked: count,
      place: { time: last.time, historyId: last.historyId },
      ended: false,
    };
  }
  const until =
    end?.time && end.historyId !== null ? { time: end.time, historyId: end.historyId } : undefined;
  return { found: found.rows, looked: count, place: until, ended: count < scanned.atOnce };
}

/**
 * The number of rows of the entry `h` within the reader's reach. Of rows that were changed alike, those that have come
 * from elsewhere since are left out; of a single row, `cameIntoReach` decides.
 */
function rowsInReach(dataset: AnyDataset, actor: Actor): RawBuilder<unknown> {
  const key = column('d', columnName(dataset.key));
  const owners = scopeRules(dataset, actor, 'd').flatMap(({ field }) => (field === undefined ? [] : [field]));
  const came =
    owners.length === 0
      ? []
      : [
          sql<SqlBool>`(h.row_count = 1 or not exists (
            select 1 from t_row_history as m where m.dataset = ${dataset.name} and m.row_id = ${key}
              and m.history_id > h.history_id and m.op = ${sql.lit(historyOps.updated)}
              and m.changes ?| ${owners}::text[]))`,
        ];
  const trashed = holds(actor, permissionCode(dataset, 'delete')) ? [] : [sql<SqlBool>`not d.deleted`];
  return sql`select count(*)::integer as rows from ${sql.table(tableName(dataset))} as d
    where ${key} >= h.row_id and ${key} < h.row_id + h.row_count
      and ${allOf([scopeCondition(dataset, actor, 'd'), ...trashed, ...came])}`;
}

/** Reports whether the row of a change was within the reader's reach by then. */
async function isWithinReach(
  engine: Engine,
  dataset: AnyDataset,
  actor: Actor,
  { rowId, rowCount, historyId }: FoundChange,
): Promise<boolean> {
  return rowCount > 1 || historyId > (await cameIntoReach(engine, dataset, actor, rowId));
}

async function presentChanges(
  engine: Engine,
  dataset: AnyDataset,
  actor: Actor,
  found: readonly FoundChange[],
): Promise<z.input<typeof answerSchema>['records']> {
  const fields = namingFields(dataset);
  const key = column('d', columnName(dataset.key));
  const keys = found.filter(({ rowCount }) => rowCount === 1).map(({ rowId }) => rowId);
  const rowsOf = (trashed: boolean) =>
    selectRows(engine, dataset, {
      reader: actor,
      fields,
      where: allOf([
        sql<SqlBool>`${key} = any(${[...new Set(keys)]}::bigint[])`,
        scopeCondition(dataset, actor, 'd'),
      ]),
      trashed,
    }).execute(engine.db);
  const [entries, living, trashed] = await Promise.all([
    presentEntries(engine, dataset, actor, found),
    rowsOf(false),
    rowsOf(true),
  ]);
  const shown = new Map(
    [...trashed.rows, ...living.rows].map(row => [
      Number(row[dataset.key]),
      masked(dataset, presentRow(dataset, row, fields, actor.language)),
    ]),
  );
  const alive = new Set(living.rows.map(row => Number(row[dataset.key])));
  return found.flatMap(({ rowId, rowCount, rows }, at) => {
    const entry = entries[at];
    if (!entry) return [];
    const single = rowCount === 1;
    return [
      {
        ...entry,
        key: rowId,
        rows,
        row: single ? (shown.get(rowId) ?? null) : null,
        deleted: single && !alive.has(rowId),
      },
    ];
  });
}
