import { failure } from '@yikao/model/errors.ts';
import { type AnyDataset, type DraftOf, fieldOf } from '@yikao/model/kernel/dataset.ts';
import { type Issue, issue } from '@yikao/model/kernel/validate/issues.ts';
import { isEmpty, type RowValues, validateRow } from '@yikao/model/kernel/validate/validate.ts';
import { z } from 'zod';
import type { Engine } from '../engine.ts';
import { type Changes, changesBetween } from '../history/history.ts';
import { filledIn } from '../read/derived.ts';
import { findRow, infoFields, keyFrom } from '../read/info.ts';
import { presentRow } from '../read/present.ts';
import { authorise } from '../scope/access.ts';
import type { Actor } from '../scope/actor.ts';
import { scopeIssues, scopeValues } from '../scope/scope.ts';
import { editIssues, startState, takeStepsOfEdits } from '../steps/by-state.ts';
import { failureOf } from '../steps/step-rows.ts';
import { storeAdded } from '../store/added.ts';
import { storeChanged } from '../store/changed.ts';
import { serverSideOf } from '../table/server-side.ts';
import type { Db } from '../table/sql.ts';
import { assertUnique } from './assert-unique.ts';
import { openChange } from './change.ts';
import { fileIssues } from './files-of-rows.ts';
import { anchorFields, lockTree } from './living-references.ts';
import { referenceIssues } from './references.ts';
import { referencedKeys } from './remove.ts';
import { sanitiseHtml } from './sanitise.ts';
import { transact } from './transaction.ts';
import { treeIssues } from './tree-rules.ts';
import { isUniqueViolation } from './unique.ts';
import { untakenOfChange, untakenOfNew } from './untaken.ts';
import { canonicalRow } from './write.ts';

/** A row from outside: a JSON object with any content. */
const rowBody = z.record(z.string(), z.unknown());

/**
 * `POST {path}`: adds a row and answers its key. Throws `invalidFields` with every problem, and `duplicate`
 * naming the row that has the same natural key.
 */
export async function add(
  engine: Engine,
  dataset: AnyDataset,
  actor: Actor,
  body: unknown,
): Promise<Record<string, number>> {
  // Asked before a transaction is opened for it.
  authorise(actor, dataset, 'add');
  const values: RowValues = {};
  const input = rowBody.parse(body ?? {});
  const work = (db: Db) => addWithin(engine, db, dataset, actor, input, values);
  return { [dataset.key]: await writing(engine, dataset, actor, values, undefined, work) };
}

/**
 * Adds a row as {@link add} does, in the caller's transaction, and returns its key. `values` receives the stored
 * values. A violated unique index aborts the transaction with PostgreSQL's error.
 */
export async function addWithin<D extends AnyDataset>(
  engine: Engine,
  db: Db,
  dataset: D,
  actor: Actor,
  input: NoInfer<DraftOf<D>>,
  values: RowValues = {},
): Promise<number> {
  authorise(actor, dataset, 'add');
  const now = engine.clock.now();
  const change = await openChange(engine, db, dataset, { actor, now });
  await lockTree(db, dataset);
  const forced = scopeValues(dataset, actor);
  const told = { ...forced, ...withoutEmpty(input, Object.keys(forced)) };
  const [given = told] = await filledIn(engine, db, dataset, actor, [told]);
  const { values: validated, issues } = validateRow(dataset, given, 'create', now);
  Object.assign(values, validated, startState(engine, dataset), unwritable(dataset, forced));
  issues.push(...scopeIssues(dataset, actor, values), ...(await treeIssues(db, dataset, undefined, values)));
  finish(engine, dataset, values, now, undefined);
  issues.push(...untakenOfNew(dataset, input, values));
  const side = serverSideOf(engine.servers, dataset);
  const [say] = (await side.before?.(db, [{ actor, now, values, row: values }])) ?? [];
  Object.assign(values, say?.values);
  await refuse(engine, db, dataset, actor, [...issues, ...(say?.issues ?? [])], values, values);
  await assertUnique(db, dataset, actor, values, undefined);
  await change.expect('added', []);
  const changes = (row: Readonly<RowValues>) => withoutPrivate(dataset, changesBetween({}, row));
  const [key = 0] = await storeAdded(engine, db, dataset, [values], {
    by: actor,
    now,
    revives: true,
    changes,
  });
  await side.saved?.(db, { actor, now, key, values, row: values });
  await change.settle('added', [key], Object.keys(values));
  return key;
}

/** Among the values that a scope gives a new row, those of read-only fields. */
function unwritable(dataset: AnyDataset, forced: Readonly<RowValues>): RowValues {
  return Object.fromEntries(Object.entries(forced).filter(([name]) => fieldOf(dataset, name)?.readOnly));
}

/**
 * `PUT {path}`: changes the given fields of one row. The version that was read is required; if the row has changed
 * since, throws `staleVersion` with the current row, and nothing is changed.
 */
export async function update(
  engine: Engine,
  dataset: AnyDataset,
  actor: Actor,
  body: unknown,
): Promise<Record<string, number>> {
  authorise(actor, dataset, 'update');
  const standing: RowValues = {};
  const input = rowBody.parse(body ?? {});
  const key = keyFrom(dataset, input[dataset.key]);
  const work = (db: Db) => updateWithin(engine, db, dataset, actor, input, standing);
  return writing(engine, dataset, actor, standing, key, work);
}

/**
 * Changes a row as {@link update} does, in the caller's transaction. `standing` receives the row after the change. A
 * violated unique index aborts the transaction with PostgreSQL's error.
 */
export async function updateWithin<D extends AnyDataset>(
  engine: Engine,
  db: Db,
  dataset: D,
  actor: Actor,
  body: NoInfer<DraftOf<D>> & { readonly version?: unknown },
  standing: RowValues = {},
): Promise<Record<string, number>> {
  authorise(actor, dataset, 'update');
  const input: Readonly<RowValues> = body;
  const key = keyFrom(dataset, input[dataset.key]);
  const version = ['number', 'string'].includes(typeof input.version) ? Number(input.version) : Number.NaN;
  if (!Number.isSafeInteger(version) || isEmpty(input.version)) {
    throw failure('invalidFields', { issues: [issue('version', 'required')] });
  }
  const now = engine.clock.now();
  const watch = await openChange(engine, db, dataset, { actor, now });
  await lockTree(db, dataset);
  const side = serverSideOf(engine.servers, dataset);
  const found = await findRow(engine, db, dataset, actor, key, { stored: true, forUpdate: true });
  // The actor can read the row, so its existence is not secret.
  if (!found) throw failure((await findRow(engine, db, dataset, actor, key)) ? 'forbidden' : 'notFound');
  if (found.version !== version) {
    const shown = await findRow(engine, db, dataset, actor, key);
    throw failure('staleVersion', {
      data: { current: presentRow(dataset, shown ?? found, infoFields(dataset), actor.language) },
    });
  }
  const current = canonicalRow(dataset, found);
  const { values, issues } = validateRow(dataset, input, 'update', now, current);
  const edited = differing(current, values);
  const moved = { ...edited, [dataset.key]: key };
  issues.push(...scopeIssues(dataset, actor, moved), ...(await treeIssues(db, dataset, key, moved)));
  issues.push(...editIssues(engine, dataset, current, Object.keys(edited)));
  issues.push(...(await untakenOfChange(engine, db, dataset, actor, input, current)));
  issues.push(...(await anchorIssues(engine, db, dataset, key, edited)));
  Object.assign(values, finish(engine, dataset, { ...current, ...values }, now, current));
  const change = { actor, now, key, before: current };
  const saved = { ...change, values: differing(current, values), row: { ...current, ...values } };
  const [say] = (await side.before?.(db, [saved])) ?? [];
  Object.assign(values, say?.values);
  const row = { ...current, ...values };
  Object.assign(standing, row);
  const problems = [...issues, ...(say?.issues ?? [])];
  await refuse(engine, db, dataset, actor, problems, differing(current, values), row);
  const changes = changesBetween(current, values);
  if (Object.keys(changes).length === 0) return { [dataset.key]: key, version };
  await assertUnique(db, dataset, actor, row, key);
  const steps = Object.keys(edited).length === 0 ? [] : [{ key, row: current }];
  const { taken, refused } = await takeStepsOfEdits(engine, db, dataset, actor, steps);
  if (refused[0]) throw failureOf(refused[0]);
  const next = version + 1 + taken.size;
  await watch.expect('updated', [key], Object.keys(changes));
  const written = differing(current, values);
  const stored = { key, version: next, values: written, changes: withoutPrivate(dataset, changes) };
  await storeChanged(engine, db, dataset, [stored], Object.keys(written), { by: actor, now });
  await side.saved?.(db, { ...change, values: written, row });
  await watch.settle('updated', [key], Object.keys(changes));
  return { [dataset.key]: key, version: next };
}

/** The problems of changing fields that references to the row depend on. */
async function anchorIssues(
  engine: Engine,
  db: Db,
  dataset: AnyDataset,
  key: number,
  edited: Readonly<RowValues>,
): Promise<Issue[]> {
  const moved = anchorFields(engine, dataset).filter(name => Object.hasOwn(edited, name));
  if (moved.length === 0 || (await referencedKeys(engine, db, dataset, [key])).length === 0) return [];
  return moved.map(name => issue(name, 'referredBy'));
}

/**
 * Runs a write in a transaction, again if it lost a race. If two people add the same row at once, the unique index
 * refuses the second, who is told which row was first.
 */
async function writing<T>(
  engine: Engine,
  dataset: AnyDataset,
  actor: Actor,
  row: Readonly<RowValues>,
  own: number | undefined,
  work: (db: Db) => Promise<T>,
): Promise<T> {
  try {
    return await transact(engine.db, work);
  } catch (error) {
    if (isUniqueViolation(error)) {
      await assertUnique(engine.db, dataset, actor, row, own);
    }
    throw error;
  }
}

/** The values that differ from the stored ones. */
function differing(current: Readonly<RowValues>, values: Readonly<RowValues>): RowValues {
  return Object.fromEntries(Object.keys(changesBetween(current, values)).map(name => [name, values[name]]));
}

/** Leaves out private fields, which the history does not record either. */
function withoutPrivate(dataset: AnyDataset, changes: Changes): Changes {
  return Object.fromEntries(
    Object.entries(changes).filter(([name]) => dataset.fields[name]?.private !== true),
  );
}

/** Sanitises rich text and runs the server side's hooks; returns the changed values. */
function finish(
  engine: Engine,
  dataset: AnyDataset,
  row: RowValues,
  now: Date,
  before: Readonly<RowValues> | undefined,
): RowValues {
  const changed: RowValues = {};
  for (const [name, field] of Object.entries(dataset.fields)) {
    const value = row[name];
    if (field.kind === 'richText' && typeof value === 'string') changed[name] = sanitiseHtml(value) || null;
  }
  Object.assign(row, changed);
  const own = serverSideOf(engine.servers, dataset).normalise?.(row, now, before) ?? {};
  Object.assign(row, own);
  return { ...changed, ...own };
}

/**
 * Throws `invalidFields` with every problem of the values: those found so far, dangling references and invalid files.
 * Unchanged values are not looked up again, because the person may not see their targets.
 */
async function refuse(
  engine: Engine,
  db: Db,
  dataset: AnyDataset,
  actor: Actor,
  found: readonly Issue[],
  values: Readonly<RowValues>,
  row: Readonly<RowValues>,
): Promise<void> {
  const failed = new Set(found.map(one => one.field));
  const sound = Object.fromEntries(Object.entries(values).filter(([name]) => !failed.has(name)));
  const issues = [
    ...found,
    ...(await referenceIssues(engine, db, dataset, actor, sound, row)),
    ...(await fileIssues(engine, db, dataset, actor, sound)),
  ];
  if (issues.length > 0) {
    throw failure('invalidFields', { issues, labels: name => fieldOf(dataset, name)?.label });
  }
}

function withoutEmpty(input: Readonly<RowValues>, names: readonly string[]): RowValues {
  return Object.fromEntries(
    Object.entries(input).filter(([name, value]) => !names.includes(name) || !isEmpty(value)),
  );
}
