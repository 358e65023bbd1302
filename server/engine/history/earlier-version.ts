import { type VersionDifference, versionBody, versionQuery } from '@yikao/model/calls/history.ts';
import { failure } from '@yikao/model/errors.ts';
import { type AnyDataset, isStored } from '@yikao/model/kernel/dataset.ts';
import { type Issue, issue, issueText } from '@yikao/model/kernel/validate/issues.ts';
import { type RowValues, writableFields } from '@yikao/model/kernel/validate/validate.ts';
import { sql } from 'kysely';
import type { Engine } from '../engine.ts';
import type { Query } from '../read/filters.ts';
import { findRow, keyFrom } from '../read/info.ts';
import { authorise } from '../scope/access.ts';
import type { Actor } from '../scope/actor.ts';
import { editIssues } from '../steps/by-state.ts';
import { fileIssues } from '../write/files-of-rows.ts';
import { referenceIssues } from '../write/references.ts';
import { update } from '../write/save.ts';
import { canonicalRow } from '../write/write.ts';
import { type Changes, changesBetween, entriesOfRow, historyOps } from './history.ts';
import { cameIntoReach, type Found, presentSides } from './history-list.ts';

/** A row, and what an earlier version of it would change. */
interface Earlier {
  readonly key: number;
  readonly historyId: number;
  readonly side: VersionDifference['side'];
  /** The present version. */
  readonly version: number;
  /** Values that differ from the present ones and may be set. */
  readonly values: RowValues;
  readonly changes: Changes;
  /** Fields that differ and stay as they are. */
  readonly kept: readonly Issue[];
}

/**
 * `GET {path}/version?{key}=&historyId=&side=`: the difference between a row and the version that an entry of its
 * history left it with, or found: rows that came with the product have no entry of their first state. Requires the right
 * to change the row, and its reach. Throws `notFound` for a row or an entry that is not there, and `versionGone` if the
 * row was added again since.
 */
export async function versionDifference(
  engine: Engine,
  dataset: AnyDataset,
  actor: Actor,
  query: Query,
): Promise<VersionDifference> {
  const { historyId, side, version, changes, kept } = await earlierVersion(engine, dataset, actor, query);
  return {
    ...{ historyId, side, version },
    ...(await presentSides(engine, dataset, actor, changes)),
    kept: kept.map(one => ({ field: one.field, reason: issueText(one, undefined, actor.language) })),
  };
}

/**
 * `PUT {path}/version`: gives a row the values of an earlier version, as a change by the actor: with every rule of a
 * save, and an entry in the history. Fields that may not be set stay as they are. Throws what `update` and
 * {@link versionDifference} throw.
 */
export async function takeVersion(
  engine: Engine,
  dataset: AnyDataset,
  actor: Actor,
  body: unknown,
): Promise<Record<string, number>> {
  const given = versionBody.parse(body ?? {});
  const { key, values } = await earlierVersion(engine, dataset, actor, given);
  // `update` compares the version, so that nothing is taken back that has changed since it was compared.
  return update(engine, dataset, actor, { ...values, [dataset.key]: key, version: given.version });
}

async function earlierVersion(
  engine: Engine,
  dataset: AnyDataset,
  actor: Actor,
  asked: Query,
): Promise<Earlier> {
  authorise(actor, dataset, 'update');
  const key = keyFrom(dataset, asked[dataset.key]);
  const wanted = versionQuery.safeParse(asked);
  const found = await findRow(engine, engine.db, dataset, actor, key, { stored: true });
  if (!found || !wanted.success) throw failure('notFound');
  const { historyId, side } = wanted.data;
  const entries = await sql<Pick<Found, 'historyId' | 'op' | 'changes'>>`
    select h.history_id, h.op, h.changes from ${entriesOfRow(dataset, sql`${key}::bigint`)} as h
    where h.history_id >= ${historyId} order by h.history_id desc`.execute(engine.db);
  const newer = side === 'before' ? entries.rows : entries.rows.slice(0, -1);
  const from = entries.rows.at(-1);
  // A deletion leaves no row, an addition finds none, and a restoration finds a deleted one.
  const isShown =
    from?.historyId === historyId &&
    (side === 'before' ? from.op === historyOps.updated : from.op !== historyOps.deleted);
  if (!isShown || historyId <= (await cameIntoReach(engine, dataset, actor, key))) throw failure('notFound');
  // A row that takes the place of a deleted one has its key, and nothing says what the other held.
  if (newer.some(({ op }) => op === historyOps.added)) throw failure('versionGone');
  const current = canonicalRow(dataset, found);
  const then: RowValues = {};
  for (const { changes } of newer) {
    for (const [name, [former]] of Object.entries(changes ?? {})) {
      const field = dataset.fields[name];
      if (field && !field.private) then[name] = former;
    }
  }
  const changes = changesBetween(current, then);
  const kept = await keptFields(engine, dataset, actor, current, changes);
  const stays = new Set(kept.map(({ field }) => field));
  const taken = Object.entries(changes).filter(([name]) => !stays.has(name));
  return {
    key,
    ...{ historyId, side },
    version: found.version,
    changes: Object.fromEntries(taken),
    values: Object.fromEntries(taken.map(([name, [, value]]) => [name, value])),
    kept,
  };
}

/**
 * Fields of the changes that stay as they are: those that people do not set, those that the state of the row locks, and
 * those whose rows or files are gone. Any other rule refuses the change as a whole, as it does in a form.
 */
async function keptFields(
  engine: Engine,
  dataset: AnyDataset,
  actor: Actor,
  current: Readonly<RowValues>,
  changes: Changes,
): Promise<Issue[]> {
  const writable = new Set(writableFields(dataset, 'update'));
  const isSet = (name: string) =>
    writable.has(name) && isStored(dataset.fields[name]) && dataset.fields[name]?.kind !== 'secret';
  const names = Object.keys(changes);
  const locked = [
    ...names.filter(name => !isSet(name)).map(name => issue(name, 'locked')),
    ...editIssues(engine, dataset, current, names.filter(isSet)),
  ];
  const stays = new Set(locked.map(({ field }) => field));
  const values = Object.fromEntries(
    Object.entries(changes).flatMap(([name, [, value]]) => (stays.has(name) ? [] : [[name, value]])),
  );
  const row = { ...current, ...values };
  return [
    ...locked,
    ...(await referenceIssues(engine, engine.db, dataset, actor, values, row)).filter(({ field }) =>
      Object.hasOwn(values, field),
    ),
    ...(await fileIssues(engine, engine.db, dataset, actor, values)),
  ];
}
