import type { ListFilter } from '@yikao/model/kernel/dataset.ts';
import type { Field, FieldKind } from '@yikao/model/kernel/field.ts';
import type { Language } from '@yikao/model/kernel/label.ts';

/** Kinds that a list is filtered by from one value to another. */
const rangeKinds: readonly FieldKind[] = ['date', 'dateTime'];

/** The two query keys of a range. */
export function rangeKeys(as: string): readonly [start: string, end: string] {
  return [`${as}Start`, `${as}End`];
}

/** The query keys that filter a list by `field` under the name `as`. */
export function filterKeysOf(field: Field, as: string): readonly string[] {
  return rangeKinds.includes(field.kind) ? rangeKeys(as) : [as];
}

/** The label of a filter: its field, with a sign for a minimum. */
export function filterLabel(
  field: Field,
  { atLeast }: Pick<ListFilter, 'atLeast'>,
  language: Language,
): string {
  return atLeast ? `${field.label[language]} ≥` : field.label[language];
}
