import type { ListFilter } from '@yikao/model/kernel/dataset.ts';
import type { Field, FieldKind } from '@yikao/model/kernel/field.ts';
import type { Language } from '@yikao/model/kernel/label.ts';

/** Kinds that a list is filtered by from one value to another. */
const rangeKinds: readonly FieldKind[] = ['date', 'dateTime'];

/** The two query keys of a range. */
export function rangeKeys(as: string): readonly [start: string, end: string] {
  return [`${as}Start`, `${as}End`];
}

/** Reports whether a list is filtered by the field from one value to another: a day, a time, or a serial number. */
function isRanged(field: Field): boolean {
  return rangeKinds.includes(field.kind) || (field.kind === 'text' && field.find === 'range');
}

/** The query keys that filter a list by `field` under the name `as`. */
export function filterKeysOf(field: Field, as: string): readonly string[] {
  return isRanged(field) ? rangeKeys(as) : [as];
}

/** The label of a filter: its field, with a sign for a minimum. */
export function filterLabel(
  field: Field,
  { atLeast }: Pick<ListFilter, 'atLeast'>,
  language: Language,
): string {
  return atLeast ? `${field.label[language]} ≥` : field.label[language];
}
