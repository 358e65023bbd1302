import type { AnyDataset } from '@yikao/model/kernel/dataset.ts';
import type { Field } from '@yikao/model/kernel/field.ts';
import { defaultOf, isEmpty, validateValue, writableFields } from '@yikao/model/kernel/validate/validate.ts';
import type { FieldRecord } from '../../fields/field-view.ts';

/** A value in stored form, so that `'5'` and `5` are equal; unchanged if it is invalid. */
function canonical(name: string, field: Field, value: unknown): unknown {
  if (isEmpty(value) || (Array.isArray(value) && value.length === 0)) return null;
  const result = validateValue(name, field, value);
  return 'value' in result ? result.value : value;
}

/** Reports whether two values of a field are the same once stored. */
function sameValue(name: string, field: Field, one: unknown, other: unknown): boolean {
  return JSON.stringify(canonical(name, field, one)) === JSON.stringify(canonical(name, field, other));
}

/**
 * The field that distinguishes a copy from the original: the last part of the natural key that is required and that the
 * person can choose. Undefined if there is none. It starts empty in a copy, which would otherwise be a duplicate.
 */
function fieldToTellApart(
  dataset: AnyDataset,
  locked: Readonly<Record<string, number | string>>,
): string | undefined {
  const writable = writableFields(dataset, 'create');
  return dataset.naturalKey.findLast(
    name => writable.includes(name) && locked[name] === undefined && dataset.fields[name]?.required === true,
  );
}

/**
 * Values of a new row: declared defaults, those of the person's scope, and those of the copied row except
 * {@link fieldToTellApart}.
 */
export function freshValues(
  dataset: AnyDataset,
  locked: Readonly<Record<string, number | string>>,
  from: FieldRecord | undefined,
): FieldRecord {
  const values: Record<string, unknown> = {};
  for (const name of writableFields(dataset, 'create')) {
    const field = dataset.fields[name] as Field; // writableFields names declared fields only
    // Secrets cannot be read: a copy needs a new one.
    const copied = field.kind === 'secret' ? null : from?.[name];
    values[name] = locked[name] ?? (from ? (copied ?? null) : defaultOf(field, new Date()));
  }
  // Keep the names of references, so that a copy shows them at once.
  if (!from) return values;
  const apart = fieldToTellApart(dataset, locked);
  const copy = { ...from, ...values };
  return apart === undefined ? copy : changedValues(dataset, copy, apart, null);
}

/** Fields among `names` whose value in `values` differs from `base`. */
export function changedFields(
  dataset: AnyDataset,
  names: readonly string[],
  base: FieldRecord,
  values: FieldRecord,
): string[] {
  return names.filter(name => {
    const field = dataset.fields[name];
    return field !== undefined && !sameValue(name, field, base[name], values[name]);
  });
}

/** `values` after a field changed: references limited by it are cleared, and those limited by them. */
export function changedValues(
  dataset: AnyDataset,
  values: FieldRecord,
  name: string,
  value: unknown,
): FieldRecord {
  let next: FieldRecord = { ...values, [name]: value };
  for (const [other, field] of Object.entries(dataset.fields)) {
    const refers = field.kind === 'ref' || field.kind === 'refs';
    if (refers && field.within?.includes(name) && !isEmpty(next[other])) {
      next = changedValues(dataset, next, other, null);
    }
  }
  return next;
}

/** A field whose value to be saved differs from the row's current one. */
export interface Difference {
  readonly name: string;
  /** The side that changed the field since the form was opened; if both did, somebody has to choose. */
  readonly changedBy: 'me' | 'them' | 'both';
}

/**
 * The differences between the form and the row as somebody else saved it, fields changed by both first; `base` is the
 * original row. A field that both changed to the same value is not included.
 */
export function differences(
  dataset: AnyDataset,
  names: readonly string[],
  base: FieldRecord,
  mine: FieldRecord,
  theirs: FieldRecord,
): Difference[] {
  const own = new Set(changedFields(dataset, names, base, mine));
  const other = new Set(changedFields(dataset, names, base, theirs));
  const found = changedFields(dataset, names, theirs, mine).map((name): Difference => {
    const changedBy = !other.has(name) ? 'me' : own.has(name) ? 'both' : 'them';
    return { name, changedBy };
  });
  const isBoth = ({ changedBy }: Difference) => changedBy === 'both';
  return [...found.filter(isBoth), ...found.filter(difference => !isBoth(difference))];
}

/** The other side's row with the person's values in the fields of `kept`. */
export function merged(theirs: FieldRecord, mine: FieldRecord, kept: readonly string[]): FieldRecord {
  return { ...theirs, ...Object.fromEntries(kept.map(name => [name, mine[name]])) };
}
