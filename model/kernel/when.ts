import type { AnyDataset } from './dataset.ts';
import type { Field } from './field.ts';
import { type Issue, issue } from './issues.ts';
import { type Label, label } from './label.ts';

/** A value that a condition asks of another field. */
type Wanted = number | string;

/** Condition on other fields of the row: one value, or one of several; all of them together. */
export type When = Readonly<Record<string, Wanted | readonly Wanted[]>>;

/** A field of a kind that is part of some rows only. */
type Conditional<F extends Field, W extends When> = Omit<F, 'when'> & { readonly when: W };

/**
 * Makes a field part of those rows alone whose other fields hold these values: it is shown, asked for and stored only
 * there, and is empty everywhere else. `when({ couponType: [1, 3] }, field.money({ required: true }))` is required of
 * coupons of these two types. The fields asked for stand before it.
 */
export function when<const W extends When, F extends Field>(condition: W, of: F): Conditional<F, W> {
  return Object.freeze({ ...of, when: condition });
}

type Values = Readonly<Record<string, unknown>>;

function wantedOf(wanted: Wanted | readonly Wanted[]): readonly Wanted[] {
  return typeof wanted === 'object' ? wanted : [wanted];
}

/** Whether a field is part of a row with these values. Codes may be their text, as forms hold them. */
export function belongs(field: Pick<Field, 'when'>, row: Values): boolean {
  return Object.entries(field.when ?? {}).every(([name, wanted]) =>
    wantedOf(wanted).some(value => row[name] === value || String(row[name]) === String(value)),
  );
}

/** Names of the fields that are part of some rows only, in the order of the declaration. */
export function conditionalFields(dataset: Pick<AnyDataset, 'fields'>): string[] {
  return Object.keys(dataset.fields).filter(name => dataset.fields[name]?.when !== undefined);
}

/** A row without what is no part of it: a form keeps in sight what was typed before, and sends none of it. */
export function withoutForeign(dataset: Pick<AnyDataset, 'fields'>, row: Values): Values {
  const left: Record<string, unknown> = { ...row };
  for (const name of conditionalFields(dataset)) {
    const field = dataset.fields[name];
    if (field && !belongs(field, left)) left[name] = null;
  }
  return left;
}

/** The condition of a field in words: `券类型为“满减”或“立减”`; undefined where it has none. */
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
  /** The values that are given by whoever writes, canonical. */
  readonly given: Values;
  /** The row as it stood; undefined for a new one. */
  readonly before: Values | undefined;
  /** Fields that are in error already. */
  readonly failed: ReadonlySet<string>;
  /** Value of an optional field that nobody named; null where there is nothing. */
  readonly unnamed: (field: Field) => unknown;
}

/**
 * Verdict of the conditions on a row that is about to be written. A value that stood there and is no part of the row any
 * more is emptied with the change that made it so; one that somebody gives anew is refused, since nobody would see it.
 * A required field that is part of the row by now has to be given. Answers the values that change by it, and the issues.
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
    // Of a row whose own kind is in doubt nothing can be said.
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
