import type { AnyDataset } from '../dataset.ts';
import type { Field } from '../field.ts';
import { type Label, label } from '../label.ts';
import { type Issue, issue } from './issues.ts';

/** A value that a condition requires of another field. */
type Wanted = number | string;

/** Condition on other fields of the row: one value or a choice of values per field, all of which must match. */
export type When = Readonly<Record<string, Wanted | readonly Wanted[]>>;

/** A field of a kind that is part of some rows only. */
type Conditional<F extends Field, W extends When> = Omit<F, 'when'> & { readonly when: W };

/**
 * Limits a field to rows whose other fields have these values: only there is it shown, required and stored; in other
 * rows it is empty. `when({ couponType: [1, 3] }, field.money({ required: true }))` is required for coupons of these
 * two types. Declare the fields of the condition before it.
 */
export function when<const W extends When, F extends Field>(condition: W, of: F): Conditional<F, W> {
  return Object.freeze({ ...of, when: condition });
}

type Values = Readonly<Record<string, unknown>>;

function wantedOf(wanted: Wanted | readonly Wanted[]): readonly Wanted[] {
  return typeof wanted === 'object' ? wanted : [wanted];
}

/** Reports whether a field is part of a row with these values. Codes may be text, as forms hold them. */
export function belongs(field: Pick<Field, 'when'>, row: Values): boolean {
  return Object.entries(field.when ?? {}).every(([name, wanted]) =>
    wantedOf(wanted).some(value => row[name] === value || String(row[name]) === String(value)),
  );
}

/** Names of the fields that are part of some rows only, in the order of the declaration. */
export function conditionalFields(dataset: Pick<AnyDataset, 'fields'>): string[] {
  return Object.keys(dataset.fields).filter(name => dataset.fields[name]?.when !== undefined);
}

/** Removes values that are not part of the row: a form keeps earlier input visible but does not send it. */
export function withoutForeign(dataset: Pick<AnyDataset, 'fields'>, row: Values): Values {
  const left: Record<string, unknown> = { ...row };
  for (const name of conditionalFields(dataset)) {
    const field = dataset.fields[name];
    if (field && !belongs(field, left)) left[name] = null;
  }
  return left;
}

/** A field's condition in words: `券类型为“满减”或“立减”`; undefined without one. */
export function whenText(dataset: Pick<AnyDataset, 'fields'>, field: Pick<Field, 'when'>): Label | undefined {
  const parts = Object.entries(field.when ?? {}).map(([name, wanted]) => {
    const other = dataset.fields[name];
    const values = wantedOf(wanted).map(value => valueLabel(other, value));
    return label(
      `${other?.label.zh ?? name}为${values.map(({ zh }) => `“${zh}”`).join('或')}`,
      `${other?.label.en ?? name} is ${values.map(({ en }) => `"${en}"`).join(' or ')}`,
    );
  });
  if (parts.length === 0) return undefined;
  return label(parts.map(({ zh }) => zh).join('且'), parts.map(({ en }) => en).join(' and '));
}

function valueLabel(field: Field | undefined, value: Wanted): Label {
  if (field?.kind === 'code') {
    const item = field.of.items.find(({ code }) => code === value);
    if (item) return item.label;
  }
  if (field?.kind === 'yesNo') return value === 1 ? label('是', 'Yes') : label('否', 'No');
  return label(String(value), String(value));
}

/** Values that are about to be written, as {@link conform} looks at them. */
export interface Conforming {
  /** The canonical values that the caller gave. */
  readonly given: Values;
  /** The stored row; undefined for a new one. */
  readonly before: Values | undefined;
  /** Fields that are in error already. */
  readonly failed: ReadonlySet<string>;
  /** Value of an optional field that was not named; null if it has none. */
  readonly unnamed: (field: Field) => unknown;
}

/**
 * Applies the conditions to a row before it is written. A stored value that is no longer part of the row is cleared by
 * the change that excluded it; a new value for such a field is refused, since nobody would see it. A required field
 * that becomes part of the row must be given. Returns the changed values and the issues.
 */
export function conform(
  dataset: Pick<AnyDataset, 'fields'>,
  { given, before, failed, unnamed }: Conforming,
): { values: Record<string, unknown>; issues: Issue[] } {
  const values: Record<string, unknown> = {};
  const issues: Issue[] = [];
  const row: Record<string, unknown> = { ...before, ...given };
  for (const name of conditionalFields(dataset)) {
    const field = dataset.fields[name];
    // If the condition's own field is invalid, nothing can be decided.
    if (!field || failed.has(name) || Object.keys(field.when ?? {}).some(other => failed.has(other)))
      continue;
    const isGiven = Object.hasOwn(given, name) && given[name] !== undefined;
    const isBlank = row[name] === null || row[name] === undefined;
    if (belongs(field, row)) {
      const isNew = before === undefined || !belongs(field, before);
      if (!isBlank || field.readOnly || !(isNew || isGiven)) continue;
      row[name] = isGiven ? null : unnamed(field);
      if (row[name] === null && field.required) issues.push(issue(name, 'required'));
      else values[name] = row[name];
      continue;
    }
    const stood = JSON.stringify(before?.[name] ?? null);
    const why = whenText(dataset, field);
    if (!isBlank && isGiven && JSON.stringify(given[name]) !== stood && why) {
      issues.push(issue(name, 'notApplicable', { zh: why.zh, en: why.en }));
    } else if (!isBlank || before === undefined) {
      row[name] = null;
      values[name] = null;
    }
  }
  return { values, issues };
}
