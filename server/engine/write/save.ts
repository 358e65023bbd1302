import { failure } from '@yikao/model/errors.ts';
import { type AnyDataset, type DraftOf, fieldOf } from '@yikao/model/kernel/dataset.ts';
import { type Issue, issue } from '@yikao/model/kernel/validate/issues.ts';
import { isEmpty, type RowValues } from '@yikao/model/kernel/validate/validate.ts';
import { z } from 'zod';
import type { Engine } from '../engine.ts';
import { type Changes, changesBetween } from '../history/history.ts';
import { filledIn } from '../read/derived.ts';
import { findRow, infoFields, keyFrom } from '../read/info.ts';
import { presentRow } from '../read/present.ts';
import { authorise } from '../scope/access.ts';
import type { Actor } from '../scope/actor.ts';
import { scopeValues } from '../scope/scope.ts';
import { takeStepsOfEdits } from '../steps/by-state.ts';
import { failureOf } from '../steps/step-rows.ts';
import { storeAdded } from '../store/added.ts';
import { storeChanged } from '../store/changed.ts';
import { serverSideOf } from '../table/server-side.ts';
import type { Tx } from '../table/sql.ts';
import { assertUnique } from './assert-unique.ts';
import { fileIssues } from './files-of-rows.ts';
import { differing, fitChange, fitNew, fittingOf, normalised, readBody, withoutUnchanged } from './fit.ts';
import { referenceIssues } from './references.ts';
import { RowIssues, RowRules } from './row-rules.ts';
import { transact } from './transaction.ts';
import { isUniqueViolation, uniqueViolation } from './unique.ts';
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
  const input = rowBody.parse(body ?? {});
  const key = await writing(engine, dataset, actor, db => addWithin(engine, db, dataset, actor, input));
  return { [dataset.key]: key };
}

/**
 * Adds a row as {@link add} does, in the caller's transaction, and returns its key. `set` are values that people do not
 * write, canonical.
 * @throws TakenKey for a violated unique index, which aborts the transaction.
 */
export async function addWithin<D extends AnyDataset>(
  engine: Engine,
  db: Tx,
  dataset: D,
  actor: Actor,
  input: NoInfer<DraftOf<D>>,
  set: Readonly<RowValues> = {},
): Promise<number> {
  return (await addRow(engine, db, dataset, actor, input, set)).key;
}

/** {@link addWithin}, with the values of the new row. */
export async function addRow<D extends AnyDataset>(
  engine: Engine,
  db: Tx,
  dataset: D,
  actor: Actor,
  input: NoInfer<DraftOf<D>>,
  set: Readonly<RowValues> = {},
): Promise<{ readonly key: number; readonly row: Readonly<RowValues> }> {
  authorise(actor, dataset, 'add');
  const now = engine.clock.now();
  const rules = new RowRules({ engine, dataset, context: { actor, now } });
  const change = await rules.open(db);
  const owner = scopeValues(dataset, actor);
  const told = { ...owner, ...withoutEmpty(input, Object.keys(owner)) };
  const [given = told] = await filledIn(engine, db, dataset, actor, [told]);
  const read = readBody(dataset, given, 'create');
  const fitting = fittingOf(engine, dataset, { actor, now });
  const fitted = { ...set, ...fitNew(fitting, read.values, read.issues) };
  const whole = normalised(fitting, fitted, undefined);
  const issues = new RowIssues();
  issues.add(only, [...read.issues, ...untakenOfNew(dataset, input, whole)]);
  const [draft = { number: only, values: whole }] = await rules.askServerSide(
    db,
    [{ number: only, values: whole }],
    issues,
  );
  await rules.checkTree(db, [draft], issues);
  const { values } = draft;
  await refuse(engine, db, dataset, actor, issues.of(only), values, values);
  await assertUnique(db, dataset, actor, values, undefined);
  await change?.expect('added', []);
  const changes = (row: Readonly<RowValues>) => withoutPrivate(dataset, changesBetween({}, row));
  const [key = 0] = await refusingTaken(values, undefined, () =>
    storeAdded(engine, db, dataset, [values], { by: actor, now, revives: true, changes }),
  );
  await serverSideOf(engine.servers, dataset).saved?.(db, { actor, now, key, values, row: values });
  await change?.settle('added', [key], Object.keys(values));
  return { key, row: values };
}

/** The number of the only row of a save. */
const only = 0;

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
  const input = rowBody.parse(body ?? {});
  return writing(engine, dataset, actor, db => updateWithin(engine, db, dataset, actor, input));
}

/**
 * Changes a row as {@link update} does, in the caller's transaction.
 * @throws TakenKey for a violated unique index, which aborts the transaction.
 */
export async function updateWithin<D extends AnyDataset>(
  engine: Engine,
  db: Tx,
  dataset: D,
  actor: Actor,
  body: NoInfer<DraftOf<D>> & { readonly version?: unknown },
): Promise<Record<string, number>> {
  authorise(actor, dataset, 'update');
  const input: Readonly<RowValues> = body;
  const key = keyFrom(dataset, input[dataset.key]);
  const version = versionOf(input);
  const now = engine.clock.now();
  const rules = new RowRules({ engine, dataset, context: { actor, now } });
  const change = await rules.open(db);
  const current = canonicalRow(dataset, await lockedRow(engine, db, dataset, actor, key, version));
  const read = readBody(dataset, withoutUnchanged(input, current), 'update');
  const fitting = fittingOf(engine, dataset, { actor, now });
  const fitted = fitChange(fitting, key, read.values, current, read.issues);
  const isEdited = Object.keys(differing(current, fitted)).length > 0;
  const whole = normalised(fitting, fitted, current);
  const issues = new RowIssues();
  issues.add(only, [...read.issues, ...(await untakenOfChange(engine, db, dataset, actor, input, current))]);
  const given = { number: only, key, before: current, values: differing(current, whole) };
  await rules.checkAnchors(db, [given], issues);
  const [draft = given] = await rules.askServerSide(db, [given], issues);
  await rules.checkTree(db, [draft], issues);
  const changes = changesBetween(current, draft.values);
  const values = differing(current, draft.values);
  const row = { ...current, ...draft.values };
  await refuse(engine, db, dataset, actor, issues.of(only), values, row);
  if (Object.keys(changes).length === 0) return { [dataset.key]: key, version };
  await assertUnique(db, dataset, actor, row, key);
  const steps = isEdited ? [{ key, row: current }] : [];
  const { taken, refused } = await takeStepsOfEdits(engine, db, dataset, actor, steps);
  if (refused[0]) throw failureOf(refused[0]);
  const next = version + 1 + taken.size;
  await change?.expect('updated', [key], Object.keys(changes));
  const stored = { key, version: next, values, changes: withoutPrivate(dataset, changes) };
  await refusingTaken(row, key, () =>
    storeChanged(engine, db, dataset, [stored], Object.keys(values), { by: actor, now }),
  );
  const saved = { actor, now, key, before: current, values, row };
  await serverSideOf(engine.servers, dataset).saved?.(db, saved);
  await change?.settle('updated', [key], Object.keys(changes));
  return { [dataset.key]: key, version: next };
}

/** The version of the row that a body was made from. */
function versionOf({ version }: Readonly<RowValues>): number {
  const number = ['number', 'string'].includes(typeof version) ? Number(version) : Number.NaN;
  if (!Number.isSafeInteger(number) || isEmpty(version)) {
    throw failure('invalidFields', { issues: [issue('version', 'required')] });
  }
  return number;
}

/** The stored row, locked. Throws `forbidden`, `notFound`, or `staleVersion` with the row as it is now. */
async function lockedRow(
  engine: Engine,
  db: Tx,
  dataset: AnyDataset,
  actor: Actor,
  key: number,
  version: number,
): Promise<Readonly<RowValues>> {
  const found = await findRow(engine, db, dataset, actor, key, { stored: true, forUpdate: true });
  // The actor can read the row, so its existence is not secret.
  if (!found) throw failure((await findRow(engine, db, dataset, actor, key)) ? 'forbidden' : 'notFound');
  if (found.version === version) return found;
  const shown = await findRow(engine, db, dataset, actor, key);
  throw failure('staleVersion', {
    data: { current: presentRow(dataset, shown ?? found, infoFields(dataset), actor.language) },
  });
}

/** A row that a unique index has refused. */
class TakenKey extends Error {
  readonly code = uniqueViolation;
  readonly constraint: unknown;
  readonly row: Readonly<RowValues>;
  readonly own: number | undefined;

  constructor(row: Readonly<RowValues>, own: number | undefined, cause: unknown) {
    super('A unique index refused the row', { cause });
    this.constraint = (cause as { constraint?: unknown }).constraint;
    this.row = row;
    this.own = own;
  }
}

/** Runs a write of one row; if a unique index refuses it, throws {@link TakenKey} with the row. */
async function refusingTaken<T>(
  row: Readonly<RowValues>,
  own: number | undefined,
  write: () => Promise<T>,
): Promise<T> {
  try {
    return await write();
  } catch (error) {
    throw isUniqueViolation(error) ? new TakenKey(row, own, error) : error;
  }
}

/**
 * Runs a write in a transaction, again if it lost a race. If two people add the same row at once, the unique index
 * refuses the second, and the answer names the row that was first.
 */
async function writing<T>(
  engine: Engine,
  dataset: AnyDataset,
  actor: Actor,
  work: (db: Tx) => Promise<T>,
): Promise<T> {
  try {
    return await transact(engine.db, work);
  } catch (error) {
    if (error instanceof TakenKey) await assertUnique(engine.db, dataset, actor, error.row, error.own);
    throw error;
  }
}

/** Leaves out private fields, which the history does not record either. */
function withoutPrivate(dataset: AnyDataset, changes: Changes): Changes {
  return Object.fromEntries(
    Object.entries(changes).filter(([name]) => dataset.fields[name]?.private !== true),
  );
}

/**
 * Throws `invalidFields` with every problem of the values: those found so far, dangling references and invalid files.
 * Unchanged values are not looked up again, because the person may not see their targets.
 */
async function refuse(
  engine: Engine,
  db: Tx,
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
