import { type AppError, failure } from '@yikao/model/errors.ts';
import { type AnyDataset, fieldOf } from '@yikao/model/kernel/dataset.ts';
import { isPersonal } from '@yikao/model/kernel/field.ts';
import { type Issue, type IssueCode, issue } from '@yikao/model/kernel/validate/issues.ts';
import { limits } from '@yikao/model/limits.ts';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Engine } from '../engine.ts';
import { emptyCondition } from '../jobs/batch/empty-condition.ts';
import { keyFrom } from '../read/info.ts';
import { authorise } from '../scope/access.ts';
import type { Actor } from '../scope/actor.ts';
import { scopeCondition } from '../scope/scope.ts';
import { keptByState } from '../steps/by-state.ts';
import { storeRemoved } from '../store/removed.ts';
import { fieldSql } from '../table/field-sql.ts';
import { columnName, tableName } from '../table/naming.ts';
import type { ChangeWatch } from '../table/server-side.ts';
import { allOf, column, type Db, readKeys, type Tx } from '../table/sql.ts';
import { openChange } from './change.ts';
import { referrers } from './references.ts';
import { transact } from './transaction.ts';

/** Ids as a DELETE may bring them: `ids=1&ids=2` in the query, an array, or `{ids: […]}` as body (domain Q19). */
export function idsFrom(dataset: AnyDataset, query: unknown, body: unknown): number[] {
  const sources = [body, query].map(source =>
    Array.isArray(source)
      ? source
      : source !== null && typeof source === 'object'
        ? ((source as Record<string, unknown>).ids ??
          (source as Record<string, unknown>)['ids[]'] ??
          (source as Record<string, unknown>)[dataset.key])
        : undefined,
  );
  const given = sources.find(source => source !== undefined && source !== null);
  const list = (
    Array.isArray(given) ? given : given === undefined || given === null ? [] : String(given).split(',')
  ).filter(id => String(id).trim() !== '');
  if (list.length === 0) throw emptyCondition('delete');
  if (list.length > limits.idsMax) throw failure('badRequest');
  return [...new Set(list.map(id => keyFrom(dataset, id)))];
}

/**
 * `DELETE {path}`: moves rows and their descendants to the trash, all or none. Throws `notFound` for a row out of the
 * actor's reach, `keptInState` if a row's state forbids deletion, and `referenced` if another row refers to one of them
 * (domain 0.2, D).
 */
export async function remove(
  engine: Engine,
  dataset: AnyDataset,
  actor: Actor,
  ids: readonly number[],
): Promise<number> {
  authorise(actor, dataset, 'delete');
  return transact(engine.db, async db => {
    const change = await openChange(engine, db, dataset, { actor, now: engine.clock.now() });
    const key = column('d', columnName(dataset.key));
    const found = await readKeys(
      db,
      sql`select ${key} as key from ${sql.table(tableName(dataset))} as d
        where ${key} = any(${[...ids]}::bigint[]) and ${scopeCondition(dataset, actor, 'd', 'write')} and not d.deleted
        order by ${key} for update`,
    );
    if (found.length !== ids.length) throw failure('notFound');
    const all = await withDescendants(db, dataset, ids);
    if (all.length > ids.length) {
      await sql`select 1 from ${sql.table(tableName(dataset))} as d where ${key} = any(${all}::bigint[])
        order by ${key} for update`.execute(db);
    }
    const [kept] = await keptByState(engine, db, dataset, all);
    if (kept) throw failure('keptInState', { params: { id: kept[0], ...kept[1].params } });
    if (await isReferenced(engine, db, dataset, all)) throw await referencedFailure(engine, db, dataset, all);
    return removeForGood({ engine, db, dataset, actor, change }, all);
  });
}

/** The context of a deletion: its transaction, actor, and the change opened for it. */
export interface Removal {
  readonly engine: Engine;
  readonly db: Tx;
  readonly dataset: AnyDataset;
  readonly actor: Actor;
  readonly change: ChangeWatch;
  /** The job that removes them. */
  readonly jobId?: number;
}

/**
 * Marks rows within reach as deleted, with history; returns those that were. The caller notifies their server side
 * (`change.settle`) once the deletion is final.
 */
export async function removeRows(
  { engine, db, dataset, actor, change, jobId }: Removal,
  keys: readonly number[],
): Promise<number[]> {
  await change.expect('deleted', keys);
  const key = column('d', columnName(dataset.key));
  const condition = sql<SqlBool>`${key} = any(${[...keys]}::bigint[])`;
  const where = allOf([condition, scopeCondition(dataset, actor, 'd', 'write')]);
  return storeRemoved(db, dataset, where, { by: actor, now: engine.clock.now(), jobId });
}

async function removeForGood(removal: Removal, keys: readonly number[]): Promise<number> {
  const gone = await removeRows(removal, keys);
  if (gone.length > 0) await removal.change.settle('deleted', gone);
  return gone.length;
}

/** Removes the rows that nothing refers to; adds the others to `refused` under `code`. Returns the number removed. */
export async function removeUnreferenced(
  removal: Removal,
  keys: readonly number[],
  refused: Map<number, Issue>,
  code: Extract<IssueCode, 'referencedNow' | 'referencedSince'>,
): Promise<number> {
  const { engine, db, dataset } = removal;
  const [only] = keys;
  if (only === undefined) return 0;
  if (!(await isReferenced(engine, db, dataset, keys))) return removeForGood(removal, keys);
  if (keys.length === 1) {
    refused.set(only, issue(dataset.key, code));
    return 0;
  }
  // One of them is referred to: bisect to find the rows that must stay.
  const half = keys.length >> 1;
  const first = await removeUnreferenced(removal, keys.slice(0, half), refused, code);
  return first + (await removeUnreferenced(removal, keys.slice(half), refused, code));
}

async function withDescendants(db: Db, dataset: AnyDataset, ids: readonly number[]): Promise<number[]> {
  if (!dataset.parent) return [...ids];
  const table = sql.table(tableName(dataset));
  const key = sql.id(columnName(dataset.key));
  return readKeys(
    db,
    sql`with recursive family as (
        select ${key} as key from ${table} where ${key} = any(${[...ids]}::bigint[])
        union
        select child.${key} from ${table} as child
        join family on child.${sql.id(columnName(dataset.parent))} = family.key where not child.deleted
      )
      select key from family`,
  );
}

/**
 * A reference that may point to rows, as a statement over the referring ones: `r` is the referring row, `x` its target.
 */
interface Pointing {
  readonly from: AnyDataset;
  readonly rows: RawBuilder<unknown>;
}

/** For each protecting reference, the rows outside `ids` that refer to one of them. */
function pointingAt(engine: Engine, dataset: AnyDataset, ids: readonly number[]): Pointing[] {
  return referrers(engine, dataset).map(({ from, name, field }) => {
    const target = sql.table(tableName(dataset));
    const value = column('x', columnName(dataset.identity.value));
    const pointer = fieldSql(engine, from, name, 'r');
    const meets =
      field.kind === 'refs'
        ? sql<SqlBool>`${value} = any(${pointer}::bigint[])`
        : sql<SqlBool>`${pointer} = ${value}`;
    const within = (field.kind === 'ref' ? (field.within ?? []) : []).map(
      part => sql<SqlBool>`${column('r', columnName(part))} = ${column('x', columnName(part))}`,
    );
    const outside =
      from.name === dataset.name
        ? [sql<SqlBool>`${column('r', columnName(dataset.key))} <> all(${[...ids]}::bigint[])`]
        : [];
    const rows = sql`from ${sql.table(tableName(from))} as r join ${target} as x on ${allOf([meets, ...within])}
      where ${column('x', columnName(dataset.key))} = any(${[...ids]}::bigint[]) and ${allOf(outside)} and not r.deleted`;
    return { from, rows };
  });
}

/** The rows that a living row outside of them refers to. */
export async function referencedKeys(
  engine: Engine,
  db: Db,
  dataset: AnyDataset,
  ids: readonly number[],
): Promise<number[]> {
  if (ids.length === 0 || !(await isReferenced(engine, db, dataset, ids))) return [];
  const key = column('x', columnName(dataset.key));
  const each = pointingAt(engine, dataset, ids).map(({ rows }) => sql`select ${key} as key ${rows}`);
  return readKeys(db, sql.join(each, sql` union `));
}

/** Reports whether a row outside `ids` refers to one of them. */
async function isReferenced(
  engine: Engine,
  db: Db,
  dataset: AnyDataset,
  ids: readonly number[],
): Promise<boolean> {
  const pointing = pointingAt(engine, dataset, ids).map(({ rows }) => sql`exists (select 1 ${rows})`);
  if (pointing.length === 0) return false;
  const found = await sql<{
    referenced: boolean;
  }>`select ${sql.join(pointing, sql` or `)} as referenced`.execute(db);
  return found.rows[0]?.referenced === true;
}

/** Rows that a message names before it counts. */
const namedRows = 3;

/** The failure for referenced rows: which of the requested ones, and the referring dataset. */
async function referencedFailure(
  engine: Engine,
  db: Db,
  dataset: AnyDataset,
  ids: readonly number[],
): Promise<AppError> {
  const pointing = pointingAt(engine, dataset, ids);
  const key = column('x', columnName(dataset.key));
  const field = fieldOf(dataset, dataset.identity.name);
  const name =
    field && isPersonal(field) ? sql`${key}::text` : column('x', columnName(dataset.identity.name));
  const each = pointing.map(
    ({ rows }, index) =>
      sql`select distinct ${key} as key, ${name}::text as name, ${sql.lit(index)} as by ${rows}`,
  );
  const found = await sql<{ key: number; name: string | null; by: number }>`
    ${sql.join(each, sql` union all `)} order by key`.execute(db);
  const names = [...new Map(found.rows.map(row => [row.key, row.name ?? String(row.key)])).values()];
  const by = [...new Set(found.rows.map(row => pointing[row.by]?.from))].flatMap(from => from?.label ?? []);
  const shown = names.slice(0, namedRows);
  const more = names.length - shown.length;
  const several = ids.length > 1;
  return failure('referenced', {
    params: {
      rowsZh: shown.join('、') + (more > 0 ? `等 ${names.length} 条` : ''),
      rowsEn: shown.join(', ') + (more > 0 ? ` and ${more} more` : ''),
      byZh: by.map(({ zh }) => zh).join('、'),
      byEn: by.map(({ en }) => en).join(', '),
      restZh: several ? '；所选记录都未删除，请取消勾选它们后再删' : '',
      restEn: several ? '; nothing was deleted: leave them out and try again' : '',
    },
  });
}
