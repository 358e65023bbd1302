import type { z } from 'zod';
import { kindOf } from '../fields/index.ts';
import type { Check } from './checks.ts';
import type { AnyDataset } from './dataset.ts';
import { isEmpty } from './empty.ts';
import type { Field } from './field.ts';
import { type Issue, issue, issueOf } from './issues.ts';
import { conform } from './when.ts';

export { isEmpty };

/** Values of a row by field name, canonical and ready to be stored. */
export type RowValues = Record<string, unknown>;

/** Findings of {@link validateRow}: the canonical values of the fields that were given, and every problem. */
export interface Validated {
  readonly values: RowValues;
  readonly issues: Issue[];
}

const schemas = new WeakMap<Field, z.ZodType>();

/** The schema of one field's value, made once. */
export function fieldSchema(field: Field): z.ZodType {
  let schema = schemas.get(field);
  if (!schema) {
    schema = kindOf(field).schema(field);
    schemas.set(field, schema);
  }
  return schema;
}

/** Validates one raw value that is not empty; gives the canonical value or its issue. */
export function validateValue(
  name: string,
  field: Field,
  raw: unknown,
): { value: unknown } | { issue: Issue } {
  const parsed = fieldSchema(field).safeParse(raw);
  if (parsed.success) return { value: parsed.data };
  const [first] = parsed.error.issues;
  // A failed parse always carries an issue; the fallback only satisfies the index type.
  return { issue: first ? issueOf(first, name) : issue(name, 'wrongType') };
}

/** Value that a form begins with in a field, or null. */
export function defaultOf(field: Field, now: Date): unknown {
  const { default: value } = field;
  return typeof value === 'function' ? value(now) : (value ?? null);
}

/** Whether whoever adds a row has to give the field where it is part of the row: required, and not made up by the server. */
export function mustBeGiven(field: Field): boolean {
  return field.required && field.generated === undefined;
}

/** Whether whoever adds a row has to give the field, whatever else the row holds. */
export function alwaysGiven(field: Field): boolean {
  return mustBeGiven(field) && field.when === undefined;
}

/** The value of a new row's field that was not named; null also for a required one, which is to be refused then. */
export function unnamed(field: Field, now: Date): unknown {
  if (field.generated) return field.generated();
  return field.required ? null : defaultOf(field, now);
}

/** Kinds of numbers, of which an emptied one counts as nought where nought is what a new row has. */
const numbers = new Set<Field['kind']>(['integer', 'decimal', 'money']);

/**
 * The value of a field that somebody emptied on purpose, by null, '' or the word NULL of a workbook: null where the
 * table has room for it, 0 for a reference that has such a value, nought or '' where a new row has that anyway.
 * Undefined where nothing stands for emptiness: then it is refused, since a default would move the row (a year, a
 * status) to where nobody has sent it. A field that is part of some rows only can be empty; whether it may be in a
 * certain row is for `conform` to say.
 */
export function emptied(field: Field): unknown {
  if (field.when) return null;
  if (field.required) return undefined;
  if (field.kind === 'ref' && field.zero) return 0;
  if (field.default === undefined) return null;
  const isNought = numbers.has(field.kind) ? Number(field.default) === 0 : field.default === '';
  return isNought ? field.default : undefined;
}

/** Kinds of which an empty list is no value. */
const lists = new Set<Field['kind']>(['images', 'files', 'lines']);

/**
 * Value that is given of a field. Of a secret nothing where it is to stay as it is, which `true` says, and of an old row a
 * blank as well; `false` empties it. A list without members is empty.
 */
function givenOf(field: Field, raw: unknown, mode: 'create' | 'update'): unknown {
  if (lists.has(field.kind)) return Array.isArray(raw) && raw.length === 0 ? null : raw;
  if (field.kind !== 'secret') return raw;
  if (raw === false) return null;
  return raw === true || (mode === 'update' && isEmpty(raw)) ? undefined : raw;
}

/** Whether the field may be empty in no row at all. */
function alwaysRequired(field: Field): boolean {
  return field.required && field.when === undefined;
}

/** Fields a client may write: stored, not set by the server, and not locked once the row exists. */
export function writableFields(dataset: AnyDataset, mode: 'create' | 'update'): string[] {
  return Object.entries(dataset.fields)
    .filter(([, f]) => !f.readOnly && !f.computed && !(mode === 'update' && f.lockedOnEdit))
    .map(([name]) => name);
}

/**
 * Validates a row from outside and gathers every problem, each tagged with its field (house rule 9).
 * On create, optional fields that are not named get their defaults; on update only the fields present are touched,
 * and `current` supplies the others for the checks. What is sent empty is emptied, or refused where it cannot be. Fields a client may not write are left out, silently:
 * a form sends back the whole row it was given.
 */
export function validateRow(
  dataset: AnyDataset,
  input: Readonly<Record<string, unknown>>,
  mode: 'create' | 'update',
  now: Date,
  current: Readonly<RowValues> = {},
): Validated {
  const values: RowValues = {};
  const issues: Issue[] = [];
  for (const name of writableFields(dataset, mode)) {
    const field = dataset.fields[name] as Field;
    const raw = givenOf(field, input[name], mode);
    if (raw === undefined && (mode === 'update' || field.when)) continue;
    if (!isEmpty(raw)) {
      const result = validateValue(name, field, raw);
      if ('issue' in result) issues.push(result.issue);
      else values[name] = result.value;
      continue;
    }
    const isNew = mode === 'create' && (raw === undefined || field.generated !== undefined);
    const value = isNew && !field.when ? unnamed(field, now) : emptied(field);
    if (value === undefined || (value === null && alwaysRequired(field)))
      issues.push(issue(name, 'required'));
    else values[name] = value;
  }
  const fit = conform(dataset, {
    given: values,
    before: mode === 'update' ? current : undefined,
    failed: new Set(issues.map(i => i.field)),
    unnamed: field => unnamed(field, now),
  });
  Object.assign(values, fit.values);
  issues.push(...fit.issues);
  issues.push(
    ...runChecks(dataset.checks ?? [], { ...current, ...values }, new Set(issues.map(i => i.field))),
  );
  return { values, issues };
}

/**
 * Runs the cross-field checks over a row's values; a check is passed over when one of its fields is empty
 * or already has a problem. The issue is carried by the field that a person would mend.
 */
export function runChecks(
  checks: readonly Check[],
  row: Readonly<RowValues>,
  failed: ReadonlySet<string>,
): Issue[] {
  const issues: Issue[] = [];
  for (const check of checks) {
    const fields = check.kind === 'notBefore' ? [check.start, check.end] : check.fields;
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
