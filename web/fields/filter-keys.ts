import type { ListFilter } from '@yikao/model/kernel/dataset.ts';
import type { Field, FieldKind } from '@yikao/model/kernel/field.ts';
import type { Language } from '@yikao/model/kernel/label.ts';

/** Kinds that a list is filtered by from one value to another. */
const rangeKinds: readonly FieldKind[] = ['date', 'dateTime'];

/** The two query keys of a range. */
export function rangeKeys(as: string): readonly [start: string, end: string] {
  return [`${as}Start`, `${as}End`];
}

/** The query keys by which a list is filtered by `field` under the name `as`. */
export function filterKeysOf(field: Field, as: string): readonly string[] {
  return rangeKinds.includes(field.kind) ? rangeKeys(as) : [as];
}

/** The name of a filter: its field, with a sign where it asks for no less than a value. */
export function filterLabel(
  field: Field,
  { atLeast }: Pick<ListFilter, 'atLeast'>,
  language: Language,
): string {
  return atLeast ? `${field.label[language]} ≥` : field.label[language];
}
