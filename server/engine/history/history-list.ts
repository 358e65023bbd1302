import type { Page } from '@yikao/model/calls/envelope.ts';
import { type HistoryEntryRow, historyOperations } from '@yikao/model/calls/history.ts';
import type { JobOperation } from '@yikao/model/contexts/jobs.ts';
import { failure } from '@yikao/model/errors.ts';
import type { AnyDataset } from '@yikao/model/kernel/dataset.ts';
import type { ScopeKind } from '@yikao/model/kernel/scope.ts';
import type { RowValues } from '@yikao/model/kernel/validate/validate.ts';
import { permissionCode } from '@yikao/model/permissions.ts';
import { shanghaiTime } from '@yikao/model/rules/data-year.ts';
import { sql } from 'kysely';
import type { Engine } from '../engine.ts';
import { serverKindOf } from '../fields/index.ts';
import type { Query } from '../read/filters.ts';
import { keyFrom } from '../read/info.ts';
import { maskedFor } from '../read/mask.ts';
import { readPage } from '../read/paging.ts';
import { type PastNames, pastNames, withPastNames } from '../read/reference-names.ts';
import { shownPerson, staffNames } from '../read/staff-names.ts';
import { authorise, holds } from '../scope/access.ts';
import type { Actor } from '../scope/actor.ts';
import { scopeCondition, scopeRules } from '../scope/scope.ts';
import { columnName, tableName } from '../table/naming.ts';
import { column, countFrom, readKeys } from '../table/sql.ts';
import { type Changes, entriesOfRow, historyOps, type StepNote } from './history.ts';

/** The permission for seeing the addresses in others' entries. */
const auditCode = 'sys:audit:list';

/** An entry of the history with the job and the person behind it, as {@link entryColumns} reads it. */
export interface Found {
  readonly historyId: number;
  readonly op: number;
  readonly version: number;
  readonly time: Date;
  readonly changes: Changes | null;
  readonly step: StepNote | null;
  readonly userId: number | null;
  readonly userName: string | null;
  readonly address: string | null;
  readonly jobId: number | null;
  readonly jobOp: JobOperation | null;
  readonly title: string | null;
  readonly batch: string | null;
  readonly originName: string | null;
}

/** Columns of {@link Found}, of the entry `h` and its job `j`. */
export const entryColumns = sql`
  h.history_id, h.op, h.version, h.time, h.changes, h.step, h.user_id,
  coalesce(h.user_name, j.actor ->> 'userName') as user_name,
  coalesce(h.address, j.actor ->> 'address') as address, j.id as job_id, j.op as job_op, j.title,
  j.import_batch as batch, j.origin_name`;

/**
 * `GET {path}/history?{key}=`: the changes of one row, newest first. Requires the list permission and the row scope of
 * the current row; people who may delete also see the history of a row in the trash. Throws `notFound` for any other
 * row. Changes from before the row came into a bound person's reach are left out.
 */
export async function history(
  engine: Engine,
  dataset: AnyDataset,
  actor: Actor,
  query: Query,
): Promise<Page<HistoryEntryRow>> {
  authorise(actor, dataset, 'list');
  const key = keyFrom(dataset, query[dataset.key] ?? query.id);
  const { current, size } = readPage(query);
  const row = await sql<{ deleted: boolean }>`
    select d.deleted from ${sql.table(tableName(dataset))} as d
    where ${column('d', columnName(dataset.key))} = ${key} and ${scopeCondition(dataset, actor, 'd')}`.execute(
    engine.db,
  );
  const [standing] = row.rows;
  if (!standing || (standing.deleted && !holds(actor, permissionCode(dataset, 'delete')))) {
    throw failure('notFound');
  }
  const entries = sql`${entriesOfRow(dataset, sql`${key}::bigint`)} as h`;
  const where = sql`h.history_id > ${await cameIntoReach(engine, dataset, actor, key)}`;
  const [found, total] = await Promise.all([
    sql<Found>`
      select ${entryColumns} from ${entries} left join t_biz_log as j on j.id = h.job_id
      where ${where} order by h.history_id desc limit ${size} offset ${(current - 1) * size}`.execute(
      engine.db,
    ),
    countFrom(engine.db, sql`${entries} where ${where}`),
  ]);
  return {
    records: await presentEntries(engine, dataset, actor, found.rows),
    total,
    current,
    size,
  };
}

/** Entries as their reader may see them: fields that may leave, masked, with the names of references and people. */
export async function presentEntries(
  engine: Engine,
  dataset: AnyDataset,
  actor: Actor,
  entries: readonly Found[],
): Promise<HistoryEntryRow[]> {
  const sides = entries.map(entry => sidesOf(dataset, entry.changes));
  const [names, staff] = await Promise.all([
    pastNames(
      engine,
      dataset,
      sides.flatMap(side => [side.before, side.after]),
      actor,
    ),
    staffNames(
      engine.db,
      entries.map(({ userId }) => userId),
      actor,
    ),
  ]);
  return entries.map((entry, index) =>
    present(dataset, actor, entry, sides[index] ?? sidesOf(dataset, null), names, staff),
  );
}

/** The row that a reference points to, by its key; undefined if the row is gone or has none. */
async function targetOf(
  engine: Engine,
  dataset: AnyDataset,
  name: string,
  key: number,
): Promise<{ dataset: AnyDataset; key: number } | undefined> {
  const field = dataset.fields[name];
  if (field?.kind !== 'ref') return undefined;
  const target = engine.dataset(field.to);
  const [found] = await readKeys(
    engine.db,
    sql`select ${column('t', columnName(target.key))} as key
      from ${sql.table(tableName(dataset))} as d join ${sql.table(tableName(target))} as t
        on ${column('t', columnName(target.identity.value))} = ${column('d', columnName(name))}
      where ${column('d', columnName(dataset.key))} = ${key} order by 1 limit 1`,
  );
  return found === undefined ? undefined : { dataset: target, key: found };
}

/**
 * The entry with which a row last entered the reach of a bound person, from another organisation or from none; 0 if it
 * was always within it. Earlier changes belong to the former organisation. A row owned through another row moves with
 * it. `only` limits the check to one kind of scope.
 */
export async function cameIntoReach(
  engine: Engine,
  dataset: AnyDataset,
  actor: Actor,
  key: number,
  only?: ScopeKind,
): Promise<number> {
  const rules = scopeRules(dataset, actor, 'd').filter(({ kind }) => only === undefined || kind === only);
  const bound = rules.flatMap(({ field, through, allowed }) => {
    // A row keeps its creator.
    if (field === undefined) return [];
    // Rows identified by their own key change owner with their parent row.
    if (field === dataset.key) return [{ field: dataset.parent ?? field, allowed: [] }];
    return [{ field, allowed: through ? [] : allowed }];
  });
  if (bound.length === 0) return 0;
  const moved = await sql<Pick<Found, 'historyId'> & { changes: Changes }>`
    select h.history_id, h.changes from t_row_history as h
    where h.dataset = ${dataset.name} and h.row_id = ${key} and h.op = ${historyOps.updated}
      and h.changes ?| ${bound.map(({ field }) => field)}::text[]
    order by h.history_id desc`.execute(engine.db);
  // The earlier target of a reference is unknown, so each change of it counts as coming from outside.
  const from = moved.rows.find(({ changes }) =>
    bound.some(({ field, allowed }) => {
      const old = changes[field]?.[0];
      return (
        changes[field] !== undefined && !(Array.isArray(old) ? old : [old]).some(id => allowed.includes(id))
      );
    }),
  );
  const carried = await Promise.all(
    rules
      .flatMap(({ field, kind, through }) => (through && field !== undefined ? [{ field, kind }] : []))
      .map(async ({ field, kind }) => {
        const target = await targetOf(engine, dataset, field, key);
        return target ? cameIntoReach(engine, target.dataset, actor, target.key, kind) : 0;
      }),
  );
  return Math.max(from?.historyId ?? 0, ...carried);
}

interface Sides {
  readonly fields: readonly string[];
  readonly before: RowValues;
  readonly after: RowValues;
}

/** Both sides of the fields that may leave. A field that is private, or declared no more, is left out. */
function sidesOf(dataset: AnyDataset, changes: Changes | null): Sides {
  const fields = Object.keys(dataset.fields).filter(
    name => changes?.[name] !== undefined && dataset.fields[name]?.private !== true,
  );
  const side = (index: 0 | 1) =>
    Object.fromEntries(fields.map(name => [name, changes?.[name]?.[index] ?? null]));
  return { fields, before: side(0), after: side(1) };
}

/** Both sides of some changes as their reader may see them: masked, with the names of references. */
export async function presentSides(
  engine: Engine,
  dataset: AnyDataset,
  actor: Actor,
  changes: Changes,
): Promise<Pick<HistoryEntryRow, 'fields' | 'before' | 'after'>> {
  const sides = sidesOf(dataset, changes);
  const names = await pastNames(engine, dataset, [sides.before, sides.after], actor);
  return shownSides(dataset, actor, sides, names);
}

function shownSides(
  dataset: AnyDataset,
  actor: Actor,
  { fields, before, after }: Sides,
  names: PastNames,
): Pick<HistoryEntryRow, 'fields' | 'before' | 'after'> {
  const wire = (values: RowValues) => {
    const named = withPastNames(dataset, values, names, actor.language);
    for (const name of fields) {
      const field = dataset.fields[name];
      // Values in the history are canonical, as the field's kind requires.
      if (field && values[name] !== null) named[name] = serverKindOf(field).toWire(values[name] as never);
    }
    return named;
  };
  return {
    fields: [...fields],
    before: maskedFor(dataset, actor, wire(before)),
    after: maskedFor(dataset, actor, wire(after)),
  };
}

function present(
  dataset: AnyDataset,
  actor: Actor,
  entry: Found,
  sides: Sides,
  names: PastNames,
  staff: ReadonlyMap<number, string>,
): HistoryEntryRow {
  return {
    historyId: entry.historyId,
    op: historyOperations[entry.op - 1] ?? 'updated',
    time: shanghaiTime(entry.time),
    ...shownPerson(entry, staff, actor),
    address: holds(actor, auditCode) ? entry.address : null,
    version: entry.version,
    step: entry.step,
    job:
      entry.jobId === null || entry.jobOp === null
        ? null
        : {
            id: entry.jobId,
            op: entry.jobOp,
            title: entry.title ?? '',
            batch: entry.batch,
            originName: entry.originName,
          },
    ...shownSides(dataset, actor, sides, names),
  };
}
