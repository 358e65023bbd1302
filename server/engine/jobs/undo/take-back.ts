import { type Issue, issue } from '@yikao/model/kernel/validate/issues.ts';
import { sql } from 'kysely';
import { historyOps } from '../../history/history.ts';
import { isBound, scopeCondition } from '../../scope/scope.ts';
import { keptByState } from '../../steps/by-state.ts';
import {
  type GivenValues,
  storeCompared,
  type UpdateCounts,
  type WriteContext,
} from '../../store/compared.ts';
import { storeRestored } from '../../store/restored.ts';
import { columnName, tableName } from '../../table/naming.ts';
import { serverSideOf } from '../../table/server-side.ts';
import { column, type Db, readKeys } from '../../table/sql.ts';
import { lostFiles } from '../../write/files-of-rows.ts';
import {
  anchorFields,
  lostReferences,
  lostStoredReferences,
  protectingReferences,
} from '../../write/living-references.ts';
import { lockRows } from '../../write/lock-rows.ts';
import { type Removal, referencedKeys, removeRows } from '../../write/remove.ts';
import { RowIssues, RowRules } from '../../write/row-rules.ts';
import { TreeGuard } from '../../write/tree-guard.ts';
import { isUniqueViolation } from '../../write/unique.ts';
import { splitRestorable } from './restorable.ts';
import type { Entry } from './unchanged.ts';

/** A change that is reversed. */
export type Reversed = Pick<Entry, 'key' | 'op' | 'changes'>;

/** Where rows are taken back: in a transaction, within a change that was opened for it, by a job or a call. */
export interface TakingBack extends Removal {
  readonly now: Date;
}

/** The rows of a chunk that went back. */
export interface TakenBack {
  readonly removed: number;
  readonly restored: number;
  readonly updated: number;
  /** Rows that had their former values already, since a later job gave them the same label. */
  readonly same: number;
}

const adds = (op: number) => op === historyOps.added || op === historyOps.restored;

/**
 * Reverses the entries of a chunk, or the deletions of some rows, under the rules of a save: no dangling reference, no cycle or excess depth in a tree,
 * no row leaving the person's reach or taking another's key, and the dataset's hooks apply. The chunk is written,
 * checked as a whole, and written again without rows that violated a rule, since others may refer to those. Unchanged
 * rows are added to `refused` with the reason.
 */
export async function takeBack(
  taking: TakingBack,
  entries: readonly Reversed[],
  refused: Map<number, Issue>,
): Promise<TakenBack> {
  const { engine, db, dataset } = taking;
  const refuse = (found: ReadonlyMap<number, Issue>) => {
    for (const [key, why] of found) if (!refused.has(key)) refused.set(key, why);
  };
  const added = entries.filter(({ op }) => adds(op)).map(({ key }) => key);
  refuse(await keptByState(engine, db, dataset, added));
  refuse(await forbidden(taking, entries));
  for (;;) {
    const standing = entries.filter(({ key }) => !refused.has(key));
    const circles = await treeFaults(taking, standing);
    if (circles.size > 0) {
      refuse(circles);
      continue;
    }
    await sql`savepoint take_back`.execute(db);
    const written = await writeBack(taking, standing, refused);
    const broken = await brokenRules(taking, written);
    if (broken.size === 0) {
      await sql`release savepoint take_back`.execute(db);
      return settled(taking, written);
    }
    await sql`rollback to savepoint take_back`.execute(db);
    refuse(broken);
  }
}

/** The rows of a chunk that were written, before their check. */
interface Written {
  readonly removed: readonly number[];
  readonly restored: readonly number[];
  readonly updates: readonly GivenValues[];
  readonly counts: UpdateCounts;
}

async function writeBack(
  taking: TakingBack,
  entries: readonly Reversed[],
  refused: Map<number, Issue>,
): Promise<Written> {
  const { engine, db, dataset, actor, change, jobId } = taking;
  const write: WriteContext = { engine, dataset, actor, jobId, importBatch: undefined };
  const leaving = entries.filter(({ op }) => adds(op)).map(({ key }) => key);
  const removed = leaving.length === 0 ? [] : await removeRows(taking, leaving);
  const restored = await bringBack(
    taking,
    entries.filter(({ op }) => op === historyOps.deleted).map(({ key }) => key),
    refused,
  );
  const updates = entries.filter(({ op }) => op === historyOps.updated).map(formerValues);
  const fields = [...new Set(updates.flatMap(({ values }) => Object.keys(values)))];
  if (updates.length > 0) {
    await change.expect(
      'updated',
      updates.map(({ key }) => key),
      fields,
    );
  }
  const done: GivenValues[] = [];
  let counts: UpdateCounts = { updated: 0, same: 0 };
  await inPieces(db, updates, {
    async work(some) {
      const found = await storeCompared(db, write, some);
      counts = { updated: counts.updated + found.updated, same: counts.same + found.same };
      done.push(...some);
    },
    refuse: ({ key }) => refused.set(key, issue(dataset.key, 'takenSince')),
  });
  return { removed, restored, updates: done, counts };
}

/**
 * Runs the work on many rows at once; if a unique index refuses one, splits them in order until the refused rows are
 * single. An index checks rows one by one, so rows that pass keys to each other need that order.
 */
async function inPieces<One>(
  db: Db,
  all: readonly One[],
  { work, refuse }: { work(some: readonly One[]): Promise<void>; refuse(one: One): void },
): Promise<void> {
  const [only] = all;
  if (only === undefined) return;
  await sql`savepoint piece`.execute(db);
  try {
    await work(all);
    await sql`release savepoint piece`.execute(db);
    return;
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    await sql`rollback to savepoint piece`.execute(db);
    await sql`release savepoint piece`.execute(db);
  }
  if (all.length === 1) return refuse(only);
  const half = Math.ceil(all.length / 2);
  await inPieces(db, all.slice(0, half), { work, refuse });
  await inPieces(db, all.slice(half), { work, refuse });
}

/** Restores rows from the trash; one whose key was taken stays there. Returns the restored ones. */
async function bringBack(
  taking: TakingBack,
  keys: readonly number[],
  refused: Map<number, Issue>,
): Promise<number[]> {
  const { engine, db, dataset, actor, change, jobId, now } = taking;
  if (keys.length === 0) return [];
  const { free, taken } = await splitRestorable(db, dataset, keys);
  const refuse = (key: number) => refused.set(key, issue(dataset.key, 'takenSince'));
  for (const key of taken) refuse(key);
  if (free.length === 0) return [];
  await change.expect('restored', free);
  const restored: number[] = [];
  await inPieces(db, free, {
    async work(some) {
      restored.push(...(await storeRestored(engine, db, dataset, some, { by: actor, now, jobId })));
    },
    refuse,
  });
  return restored;
}

/** Notifies the server side of the rows that are finally reversed. */
async function settled({ change }: TakingBack, written: Written): Promise<TakenBack> {
  const { removed, restored, updates, counts } = written;
  const updated = updates.map(({ key }) => key);
  if (removed.length > 0) await change.settle('deleted', removed);
  if (restored.length > 0) await change.settle('restored', restored);
  if (updated.length > 0) await change.settle('updated', updated);
  return { removed: removed.length, restored: restored.length, updated: counts.updated, same: counts.same };
}

/** The rules violated by the written rows, by row. */
async function brokenRules(taking: TakingBack, written: Written): Promise<Map<number, Issue>> {
  const { engine, db, dataset, actor } = taking;
  const broken = new Map<number, Issue>();
  const { removed, restored, updates } = written;
  for (const key of await referencedKeys(engine, db, dataset, removed)) {
    broken.set(key, issue(dataset.key, 'referencedSince'));
  }
  const touched = [...removed, ...restored, ...updates.map(({ key }) => key)];
  for (const [key, why] of (await taking.change.wholes?.brokenRows(touched)) ?? [])
    broken.set(key, issue(dataset.key, 'rule', { zh: why.zh, en: why.en }));
  const standing = [...restored, ...updates.map(({ key }) => key)];
  if (standing.length === 0) return broken;
  for (const { at, name, value } of await lostOf(taking, written)) {
    broken.set(at, issue(name, 'lostReference', { id: value }));
  }
  if (isBound(dataset, actor)) {
    const key = column('d', columnName(dataset.key));
    const outside = await readKeys(
      db,
      sql`select ${key} as key from ${sql.table(tableName(dataset))} as d
          where ${key} = any(${standing}::bigint[]) and not coalesce(${scopeCondition(dataset, actor, 'd', 'write')}, false)`,
    );
    for (const one of outside) broken.set(one, issue(dataset.key, 'outOfScope'));
  }
  return broken;
}

/** References of rows that went back which point at no living row. */
async function lostOf({ engine, db, dataset }: TakingBack, { restored, updates }: Written) {
  const references = protectingReferences(dataset);
  const touched = references.filter(({ parts }) =>
    updates.some(({ values }) => parts.some(part => Object.hasOwn(values, part))),
  );
  const all = await lostStoredReferences(
    engine,
    db,
    dataset,
    restored,
    references.map(({ name }) => name),
  );
  if (touched.length === 0) return all;
  const valuesOf = new Map(updates.map(({ key, values }) => [key, values]));
  const plain = touched.filter(({ parts }) => parts.length === 1).map(({ name }) => name);
  // References limited by other fields are checked against the row as now stored.
  const within = touched.filter(({ parts }) => parts.length > 1);
  const rows = updates.map(({ values }) => values);
  const lost = (await lostReferences(engine, db, dataset, rows, plain)).map(one => ({
    ...one,
    at: updates[one.at]?.key ?? 0,
  }));
  const stored = await lostStoredReferences(
    engine,
    db,
    dataset,
    [...valuesOf.keys()],
    within.map(({ name }) => name),
  );
  // A reference that was already dangling before the job does not prevent the reversal.
  const own = stored.filter(({ at, name }) =>
    within.some(
      one => one.name === name && one.parts.some(part => Object.hasOwn(valuesOf.get(at) ?? {}, part)),
    ),
  );
  return [...all, ...lost, ...own];
}

/** Rows that would be below themselves, or deeper than the dataset allows. */
async function treeFaults(
  { db, dataset }: TakingBack,
  entries: readonly Reversed[],
): Promise<Map<number, Issue>> {
  const { parent } = dataset;
  if (parent === undefined) return new Map();
  const updates = entries.filter(({ op, changes }) => op === historyOps.updated && changes?.[parent]);
  const restored = entries.filter(({ op }) => op === historyOps.deleted).map(({ key }) => key);
  const parents = await parentsOf(db, dataset.key, restored, tableName(dataset), parent);
  const moves = [
    ...updates.map(({ key, changes }) => ({ key, parent: Number(changes?.[parent]?.[0] ?? 0), back: false })),
    ...restored.map(key => ({ key, parent: parents.get(key) ?? 0, back: true })),
  ].map((move, at) => ({ ...move, number: at, isNew: false }));
  const faults = await new TreeGuard(dataset, parent, false).check(db, moves);
  return new Map([...faults].map(([at, why]) => [moves[at]?.key ?? 0, why]));
}

async function parentsOf(
  db: Db,
  key: string,
  keys: readonly number[],
  table: string,
  parent: string,
): Promise<Map<number, number>> {
  if (keys.length === 0) return new Map();
  const found = await sql<{ key: number; parent: number | null }>`
    select ${column('d', columnName(key))} as key, ${column('d', columnName(parent))} as parent
    from ${sql.table(table)} as d where ${column('d', columnName(key))} = any(${[...keys]}::bigint[])`.execute(
    db,
  );
  return new Map(found.rows.map(row => [row.key, Number(row.parent ?? 0)]));
}

/**
 * Rows that can never be reversed, whatever happens to the others: because of the dataset's hooks, files, or dependent
 * data.
 */
async function forbidden(taking: TakingBack, entries: readonly Reversed[]): Promise<Map<number, Issue>> {
  const { engine, db, dataset, actor, now, jobId } = taking;
  const found = new Map<number, Issue>();
  const updates = entries.filter(({ op }) => op === historyOps.updated).map(formerValues);
  const anchors = anchorFields(engine, dataset);
  const moved = updates.filter(({ values }) => anchors.some(name => Object.hasOwn(values, name)));
  for (const key of await referencedKeys(
    engine,
    db,
    dataset,
    moved.map(({ key }) => key),
  )) {
    found.set(key, issue(dataset.key, 'referencedSince'));
  }
  const holdsFiles = Object.values(dataset.fields).some(field => fileKinds.has(field.kind));
  const { before } = serverSideOf(engine.servers, dataset);
  const restored = entries.filter(({ op }) => op === historyOps.deleted).map(({ key }) => key);
  const trashed =
    restored.length > 0 && (holdsFiles || before)
      ? await lockRows(engine, db, dataset, restored, actor, { trashed: true })
      : [];
  if (holdsFiles) {
    const held = [...updates, ...trashed.map(row => ({ key: row.rowKey, values: row }))];
    const lost = await lostFiles(
      db,
      dataset,
      held.map(({ values }) => values),
    );
    for (const [at, name] of lost) found.set(held[at]?.key ?? 0, issue(name, 'fileGone'));
  }
  if (!before || updates.length + trashed.length === 0) return found;
  const standing = await lockRows(
    engine,
    db,
    dataset,
    updates.map(({ key }) => key),
    actor,
  );
  const rowOf = new Map(standing.map(row => [row.rowKey, row]));
  const drafts = [
    ...trashed.map(row => ({ number: row.rowKey, key: row.rowKey, values: row })),
    ...updates.flatMap(({ key, values }) => {
      const row = rowOf.get(key);
      return row ? [{ number: key, key, values, before: row }] : [];
    }),
  ];
  const context = { actor, now, ...(jobId !== undefined && { jobId }) };
  const issues = new RowIssues();
  // Values added by the hook are left out: the row must be as it was.
  await new RowRules({ engine, dataset, context }).askServerSide(db, drafts, issues);
  for (const { key } of drafts) {
    const [why] = issues.of(key);
    if (why) found.set(key, why);
  }
  return found;
}

const fileKinds: ReadonlySet<string> = new Set(['image', 'images', 'file', 'files']);

function formerValues(entry: Reversed): GivenValues {
  const before = Object.entries(entry.changes ?? {}).map(([name, [old]]) => [name, old] as const);
  return { number: 0, key: entry.key, values: Object.fromEntries(before) };
}
