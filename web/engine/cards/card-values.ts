import { codeItem } from '@yikao/model/kernel/codes.ts';
import { type Field, refNameKey } from '@yikao/model/kernel/field.ts';
import type { Language } from '@yikao/model/kernel/label.ts';
import type { FieldRecord } from '../../fields/field-view.ts';
import { isBlank, textOf } from '../../fields/parts/values.ts';

/** A field that a card may show, with its name in the row. */
export interface CardField {
  readonly name: string;
  readonly field: Field;
}

/** Kinds of values that names of rows are made of; equal numbers and flags of other fields mean something else. */
const naming: ReadonlySet<Field['kind']> = new Set(['text', 'mobile', 'ref', 'year', 'code']);

/** Reports whether the words of a value are in the title of its card, whole and in their order. */
function isSaid({ name, field }: CardField, row: FieldRecord, title: string, language: Language): boolean {
  if (!naming.has(field.kind)) return false;
  const text =
    field.kind === 'ref'
      ? textOf(row[refNameKey(name)])
      : field.kind === 'code'
        ? (codeItem(field.of, row[name])?.label[language] ?? '')
        : textOf(row[name]);
  const said = (words: string) => ` ${words.trim().split(/\s+/).join(' ')} `;
  return text.trim() !== '' && said(title).includes(said(text));
}

/** The fields of a row with a value that its card's title does not already say, at most `most`. */
export function cardValues(
  fields: readonly CardField[],
  row: FieldRecord,
  title: string,
  language: Language,
  most: number,
): readonly CardField[] {
  return fields.filter(one => !isBlank(row[one.name]) && !isSaid(one, row, title, language)).slice(0, most);
}
