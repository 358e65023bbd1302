import { codeItem } from '@yikao/model/kernel/codes.ts';
import { type AnyDataset, fieldOf } from '@yikao/model/kernel/dataset.ts';
import type { Field } from '@yikao/model/kernel/field.ts';
import type { Language } from '@yikao/model/kernel/label.ts';
import { defaultOf, isEmpty, type RowValues } from '@yikao/model/kernel/validate/validate.ts';

/** The default value of a field as shown to people; null without one. */
export function fallbackText(field: Field, now: Date, language: Language): string | null {
  const value = defaultOf(field, now);
  if (isEmpty(value)) return null;
  if (field.kind === 'code') return codeItem(field.of, value)?.label[language] ?? String(value);
  if (field.kind === 'ref') return value === 0 && field.zero ? field.zero[language] : String(value);
  if (field.kind === 'yesNo') return { zh: ['否', '是'], en: ['No', 'Yes'] }[language][Number(value)] ?? null;
  return String(value);
}

/** The parts of a natural key that a row may omit, and that then get a default. */
function optionalKeys(dataset: AnyDataset, forced: Readonly<RowValues>, now: Date): string[] {
  return dataset.naturalKey.filter(name => {
    const field = fieldOf(dataset, name);
    return (
      field && !field.required && !Object.hasOwn(forced, name) && fallbackText(field, now, 'zh') !== null
    );
  });
}

/** Counts the rows of a file that get such a default, so that people are informed. */
export class DefaultedKeys {
  private readonly fields: readonly { readonly name: string; readonly field: Field; rows: number }[];
  private readonly now: Date;

  private constructor(fields: DefaultedKeys['fields'], now: Date) {
    this.fields = fields;
    this.now = now;
  }

  /** Undefined if rows are matched by primary key, or if nothing can be omitted. */
  static of(
    dataset: AnyDataset,
    by: 'naturalKey' | 'key',
    forced: Readonly<RowValues>,
    now: Date,
  ): DefaultedKeys | undefined {
    const fields = optionalKeys(dataset, forced, now).flatMap(name => {
      const field = fieldOf(dataset, name);
      return field ? [{ name, field, rows: 0 }] : [];
    });
    return by === 'key' || fields.length === 0 ? undefined : new DefaultedKeys(fields, now);
  }

  /** Records the fields a row omits. */
  note(values: Readonly<RowValues>): void {
    for (const one of this.fields) if (values[one.name] === undefined) one.rows += 1;
  }

  /** The defaults that rows got, by the labels of the missing columns. */
  told(language: Language): { column: string; value: string; rows: number }[] {
    return this.fields.flatMap(({ field, rows }) => {
      const value = rows > 0 ? fallbackText(field, this.now, language) : null;
      return value === null ? [] : [{ column: field.label[language], value, rows }];
    });
  }
}
