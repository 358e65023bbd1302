import type { Check } from '../checks.ts';
import type { AnyDataset } from '../dataset.ts';
import type { Field } from '../field.ts';
import { type Issue, issue } from './issues.ts';
import {
  defaultOf,
  emptied,
  givenOf,
  isEmpty,
  type RowValues,
  unnamed,
  validateValue,
  writableFields,
} from './validate.ts';
import { conditionalFields, conform } from './when.ts';

/** Values of a row, canonical, and every problem found so far. */
export interface Validated {
  readonly values: RowValues;
  readonly issues: Issue[];
}

/**
 * Validates a row from outside and returns every problem, each tagged with its field. On create, optional fields that
 * are not named get their defaults; on update only the fields present are changed, and `current` supplies the others
 * for the checks. An empty value clears the field, or is refused if the field cannot be empty. Fields that clients may
 * not write are ignored here: the server refuses those whose value differs from the stored one.
 */
export function validateRow(
  dataset: AnyDataset,
  input: Readonly<Record<string, unknown>>,
  mode: 'create' | 'update',
  now: Date,
  current: Readonly<RowValues> = {},
): Validated {
  const { values: given, issues } = readRow(dataset, input, mode);
  const completion = completionOf(dataset, now);
  const values =
    mode === 'create'
      ? completeNew(completion, given, issues)
      : completeChange(completion, given, current, issues);
  return { values, issues };
}

/**
 * The canonical values of the fields that a JSON body gives, and the problems with them. A cleared field has its empty
 * value. Fields that nobody gives are left out, as are those that clients may not write.
 */
export function readRow(
  dataset: AnyDataset,
  input: Readonly<Record<string, unknown>>,
  mode: 'create' | 'update',
): Validated {
  const values: RowValues = {};
  const issues: Issue[] = [];
  for (const name of writableFields(dataset, mode)) {
    const field = dataset.fields[name] as Field;
    const raw = givenOf(field, input[name], mode);
    if (raw === undefined) continue;
    if (isEmpty(raw)) {
      // A blank lets the server generate the value of a new row.
      if (mode === 'create' && field.generated && !field.when) continue;
      const value = emptied(field);
      if (value === undefined) issues.push(issue(name, 'required'));
      else values[name] = value;
      continue;
    }
    const result = validateValue(name, field, raw);
    if ('issue' in result) issues.push(result.issue);
    else values[name] = result.value;
  }
  return { values, issues };
}

/** The facts of a dataset that completing its rows needs, worked out once for all rows of a write. */
export interface Completion {
  readonly dataset: AnyDataset;
  readonly now: Date;
  /** The fields that people write, with the values of a new row that gives none. */
  readonly defaults: Readonly<RowValues>;
  /** Fields that the server generates for a new row without a value. */
  readonly generated: readonly string[];
  /** Fields that no row may leave empty. */
  readonly required: readonly string[];
  readonly conditional: readonly string[];
  /** True if a change can concern a conditional field, or a field that a condition depends on. */
  readonly changesConditions: boolean;
}

/** Works out the facts for rows that give the fields `present`, by default any. */
export function completionOf(dataset: AnyDataset, now: Date, present?: readonly string[]): Completion {
  const writable = writableFields(dataset, 'create').map(
    name => [name, dataset.fields[name] as Field] as const,
  );
  const always = writable.filter(([, field]) => !field.when);
  const conditional = conditionalFields(dataset);
  const deciding = decidingFields(dataset);
  return {
    dataset,
    now,
    defaults: Object.fromEntries(
      writable.map(([name, field]) => [
        name,
        field.when || field.required || field.generated ? null : defaultOf(field, now),
      ]),
    ),
    generated: always.filter(([, { generated }]) => generated).map(([name]) => name),
    required: always.filter(([, { required }]) => required).map(([name]) => name),
    conditional,
    changesConditions: present === undefined || deciding.some(name => present.includes(name)),
  };
}

/** The conditional fields of a dataset and the fields that their conditions depend on. */
export function decidingFields(dataset: AnyDataset): string[] {
  const conditional = conditionalFields(dataset);
  return [...conditional, ...conditional.flatMap(name => Object.keys(dataset.fields[name]?.when ?? {}))];
}

/**
 * Completes a new row with defaults and generated values, applies the conditions and runs the checks; `issues` has the
 * problems of the given values and receives the others. Every row gets the same fields, except those with problems.
 * `unread` are fields that were given but could not be looked up.
 */
export function completeNew(
  { dataset, now, defaults, generated, required, conditional }: Completion,
  given: Readonly<RowValues>,
  issues: Issue[],
  unread: ReadonlySet<string> = none,
): RowValues {
  const row: RowValues = { ...defaults };
  for (const name of Object.keys(row)) {
    const value = given[name];
    if (value !== undefined && value !== null) row[name] = value;
    else if (generated.includes(name)) row[name] = dataset.fields[name]?.generated?.();
  }
  const failed = fieldsOf(issues);
  for (const name of failed) delete row[name];
  for (const name of required) {
    if (isEmpty(row[name]) && !failed.has(name) && !unread.has(name)) issues.push(issue(name, 'required'));
  }
  if (conditional.length > 0) {
    // A conditional field that nobody gives has no value yet, unlike one that somebody cleared.
    const told = Object.entries(row).filter(
      ([name, value]) => value !== null || !conditional.includes(name) || Object.hasOwn(given, name),
    );
    const fit = conform(dataset, {
      given: Object.fromEntries(told),
      before: undefined,
      failed: fieldsOf(issues),
      unnamed: field => unnamed(field, now),
    });
    Object.assign(row, fit.values);
    issues.push(...fit.issues);
  }
  issues.push(...runChecks(dataset.checks ?? [], row, fieldsOf(issues)));
  return row;
}

/**
 * Completes a change of a row: applies the conditions and runs the checks of the changed fields over the row after the
 * change; `issues` has the problems of the given values and receives the others. Returns the values to set. `before` is the stored row, as
 * far as conditions and checks need it.
 */
export function completeChange(
  { dataset, now, changesConditions }: Completion,
  given: RowValues,
  before: Readonly<RowValues>,
  issues: Issue[],
): RowValues {
  let values = given;
  if (changesConditions) {
    const fit = conform(dataset, {
      given,
      before,
      failed: fieldsOf(issues),
      unnamed: field => unnamed(field, now),
    });
    values = { ...given, ...fit.values };
    issues.push(...fit.issues);
  }
  const concerned = (dataset.checks ?? []).filter(check =>
    fieldsOfCheck(check).some(name => Object.hasOwn(values, name)),
  );
  if (concerned.length > 0) issues.push(...runChecks(concerned, { ...before, ...values }, fieldsOf(issues)));
  return values;
}

function fieldsOfCheck(check: Check): readonly string[] {
  return check.kind === 'notBefore' ? [check.start, check.end] : check.fields;
}

const none: ReadonlySet<string> = new Set();

/** The fields that have a problem. */
export function fieldsOf(issues: readonly Issue[]): ReadonlySet<string> {
  return issues.length === 0 ? none : new Set(issues.map(one => one.field));
}

/**
 * Runs the cross-field checks over a row's values; a check is skipped if one of its fields is empty or already has a
 * problem. The issue is assigned to the field that a person would correct.
 */
function runChecks(checks: readonly Check[], row: Readonly<RowValues>, failed: ReadonlySet<string>): Issue[] {
  const issues: Issue[] = [];
  for (const check of checks) {
    const fields = fieldsOfCheck(check);
    if (fields.some(name => failed.has(name) || isEmpty(row[name]))) continue;
    if (check.kind === 'notBefore') {
      // Dates and times are canonical text, which sorts as time does.
      if (String(row[check.end]) < String(row[check.start])) issues.push(issue(check.end, 'endBeforeStart'));
    } else if (check.test(row) !== true) {
      issues.push(issue(fields[0] ?? '', 'rule', { ...check.message }));
    }
  }
  return issues;
}
