import { type AnyDataset, fieldOf } from '@yikao/model/kernel/dataset.ts';
import { scopeField, scopeKinds, scopeReference } from '@yikao/model/kernel/scope.ts';
import type { Issue } from '@yikao/model/kernel/validate/issues.ts';
import {
  type Completion,
  completeChange,
  completeNew,
  completionOf,
  fieldsOf,
  readRow,
  type Validated,
} from '@yikao/model/kernel/validate/row.ts';
import { isEmpty, type RowValues } from '@yikao/model/kernel/validate/validate.ts';
import type { Engine } from '../engine.ts';
import { changesBetween, isSet } from '../history/history.ts';
import type { Actor } from '../scope/actor.ts';
import { isBound, scopeIssues, scopeValues } from '../scope/scope.ts';
import { editIssues, fieldsOfEdits, startState } from '../steps/by-state.ts';
import { type ChangeContext, serverSideOf } from '../table/server-side.ts';
import { isHeard } from './change.ts';
import { htmlOfCell, sanitiseHtml } from './sanitise.ts';
import { scaled } from './scaled.ts';

/*
 * The first stages of a row that people write, by a form, a file or a batch: they need no other row and no database.
 * Values go in, values and issues come out.
 */

/** The facts of a write that are the same for all its rows. */
export interface Fitting {
  readonly engine: Engine;
  readonly dataset: AnyDataset;
  readonly actor: Actor;
  readonly completion: Completion;
  /** Values of a new row that people do not write: its first state, and an owner that the form does not show. */
  readonly start: Readonly<RowValues>;
  /** True if the actor may not write every row. */
  readonly bound: boolean;
  /** Fields of the stored row that decide whether a change is allowed, among those that the rows give. */
  readonly deciding: readonly string[];
  /** True if rules look at the values of a change, so that those equal to the stored ones are taken out first. */
  readonly isJudged: boolean;
}

/** Prepares fitting rows that give the fields `present`, by default any. */
export function fittingOf(
  engine: Engine,
  dataset: AnyDataset,
  { actor, now }: Pick<ChangeContext, 'actor' | 'now'>,
  present: readonly string[] = Object.keys(dataset.fields),
): Fitting {
  const owners = Object.entries(scopeValues(dataset, actor)).filter(
    ([name]) => fieldOf(dataset, name)?.readOnly,
  );
  const bound = isBound(dataset, actor);
  const reaching = bound ? scopeParts(dataset).filter(name => present.includes(name)) : [];
  const deciding = [...fieldsOfEdits(engine, dataset, present), ...reaching];
  const completion = completionOf(dataset, now, present);
  return {
    engine,
    dataset,
    actor,
    bound,
    completion,
    start: { ...startState(engine, dataset), ...Object.fromEntries(owners) },
    deciding,
    isJudged:
      deciding.length > 0 ||
      completion.changesConditions ||
      dataset.checks !== undefined ||
      followsChanges(engine, dataset),
  };
}

/** Reports whether the server side or a listener looks at the changes of rows. */
export function followsChanges(engine: Engine, dataset: AnyDataset): boolean {
  const { before, changed, watch } = serverSideOf(engine.servers, dataset);
  return [before, changed, watch].some(rule => rule !== undefined) || isHeard(engine, dataset, 'updated');
}

/** Fields that decide who reaches a row. */
function scopeParts(dataset: AnyDataset): string[] {
  const fields = scopeKinds.flatMap(kind => [scopeField(dataset, kind), scopeReference(dataset.scope, kind)]);
  return [...fields, dataset.parent].filter(name => name !== undefined);
}

/** Reads the values of a JSON body: canonical, with rich text sanitised. */
export function readBody(
  dataset: AnyDataset,
  input: Readonly<RowValues>,
  mode: 'create' | 'update',
): Validated {
  const read = readRow(dataset, input, mode);
  for (const [name, value] of Object.entries(read.values)) {
    if (dataset.fields[name]?.kind === 'richText' && typeof value === 'string')
      read.values[name] = sanitiseHtml(value) || null;
  }
  return read;
}

/**
 * The values of a new row with those that nobody gives; `issues` receives what a declaration, a condition, a check or
 * the actor's reach refuses. `unread` are fields that were given but could not be looked up.
 */
export function fitNew(
  { dataset, actor, bound, completion, start }: Fitting,
  given: Readonly<RowValues>,
  issues: Issue[],
  unread?: ReadonlySet<string>,
): RowValues {
  const values = { ...completeNew(completion, given, issues, unread), ...start };
  if (bound) addFurther(issues, scopeIssues(dataset, actor, values));
  return values;
}

/**
 * The values that a change sets in the row `key`; otherwise as {@link fitNew}, and by the state of the row. Values equal
 * to the stored ones are no change, and no rule is asked about them.
 */
export function fitChange(
  { engine, dataset, actor, bound, completion, deciding, isJudged }: Fitting,
  key: number,
  given: Readonly<RowValues>,
  before: Readonly<RowValues>,
  issues: Issue[],
): RowValues {
  const changed = isJudged ? withoutStored(dataset, given, before) : given;
  const values = completeChange(completion, changed, before, issues);
  const edited = deciding.length > 0 ? differing(before, values) : values;
  if (bound) addFurther(issues, scopeIssues(dataset, actor, { ...edited, [dataset.key]: key }));
  if (deciding.length > 0) addFurther(issues, editIssues(engine, dataset, before, Object.keys(edited)));
  return values;
}

/**
 * The values to set with those that the server side changes in a row before it is stored; `before` is undefined for a
 * new one.
 */
export function normalised(
  { engine, dataset, completion }: Fitting,
  values: RowValues,
  before: Readonly<RowValues> | undefined,
): RowValues {
  const { normalise } = serverSideOf(engine.servers, dataset);
  if (!normalise) return values;
  const row = before ? { ...before, ...values } : values;
  const further = scaled(dataset, normalise(row, completion.now, before));
  return Object.keys(further).length > 0 ? { ...values, ...further } : values;
}

/** The given values without those that the stored row has, as far as it was read; the same object if there are none. */
function withoutStored(
  dataset: AnyDataset,
  given: Readonly<RowValues>,
  before: Readonly<RowValues>,
): RowValues {
  const values: RowValues = {};
  let equal = 0;
  for (const name in given) {
    if (Object.hasOwn(before, name) && isStoredValue(dataset, name, before[name], given[name])) equal += 1;
    else values[name] = given[name];
  }
  return equal === 0 ? given : values;
}

function isStoredValue(dataset: AnyDataset, name: string, stored: unknown, given: unknown): boolean {
  if (!isSet({ [name]: stored }, { [name]: given }, name)) return true;
  // A cell of plain text is read with a paragraph for each line; text stored without markup stays as it is.
  return (
    dataset.fields[name]?.kind === 'richText' &&
    typeof stored === 'string' &&
    !stored.includes('<') &&
    htmlOfCell(stored) === given
  );
}

/** The fields of a JSON body without those that are as in the stored row: a form sends all that it shows. */
export function withoutUnchanged(input: Readonly<RowValues>, current: Readonly<RowValues>): RowValues {
  return Object.fromEntries(
    Object.entries(input).filter(
      ([name, value]) =>
        !Object.hasOwn(current, name) ||
        (isEmpty(value) ? !isEmpty(current[name]) : isSet(current, input, name)),
    ),
  );
}

/** The values that differ from those of the stored row, whose key is none of them. */
export function differing(before: Readonly<RowValues>, values: Readonly<RowValues>): RowValues {
  return Object.fromEntries(Object.keys(changesBetween(before, values)).map(name => [name, values[name]]));
}

/** Adds the issues of fields without one: a name that was not found is not also reported as out of reach. */
function addFurther(issues: Issue[], further: readonly Issue[]): void {
  if (further.length === 0) return;
  const failed = fieldsOf(issues);
  issues.push(...further.filter(({ field }) => !failed.has(field)));
}
