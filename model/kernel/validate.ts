import type { z } from 'zod';
import { kindOf } from '../fields/index.ts';
import type { Check } from './checks.ts';
import type { AnyDataset } from './dataset.ts';
import type { Field } from './field.ts';
import { type Issue, issue, issueOf } from './issues.ts';

/** Values of a row by field name, canonical and ready to be stored. */
export type RowValues = Record<string, unknown>;

/** What {@link validateRow} found: the canonical values of the fields that were given, and every problem. */
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

/** Whether a raw value counts as empty: null, undefined and blank text are, everywhere. */
export function isEmpty(raw: unknown): boolean {
  return raw === null || raw === undefined || (typeof raw === 'string' && raw.trim() === '');
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

/** The default of a new row's field, or null. */
export function defaultOf(field: Field, now: Date): unknown {
  const { default: value } = field;
  return typeof value === 'function' ? value(now) : (value ?? null);
}

/** Fields a client may write: stored, not set by the server, and not locked once the row exists. */
export function writableFields(dataset: AnyDataset, mode: 'create' | 'update'): string[] {
  return Object.entries(dataset.fields)
    .filter(([, f]) => !f.readOnly && !f.computed && !(mode === 'update' && f.lockedOnEdit))
    .map(([name]) => name);
}

/**
 * Validates a row from outside and gathers every problem, each tagged with its field (house rule 9).
 * On create, missing fields get their defaults; on update only the fields present are touched, and
 * `current` supplies the others for the checks. Fields a client may not write are left out, silently:
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
    const given = Object.hasOwn(input, name);
    if (!given && mode === 'update') continue;
    const raw = input[name];
    if (!isEmpty(raw)) {
      const result = validateValue(name, field, raw);
      if ('issue' in result) issues.push(result.issue);
      else values[name] = result.value;
      continue;
    }
    // An optional field that was left out takes its default; one that was emptied on purpose stays empty,
    // unless emptiness is no value of it (a zero reference, a counter with a default).
    const fallback = mode === 'create' ? defaultOf(field, now) : null;
    const value =
      given && mode === 'update' && field.default !== undefined ? defaultOf(field, now) : fallback;
    if (value === null && field.required) issues.push(issue(name, 'required'));
    else values[name] = value;
  }
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
