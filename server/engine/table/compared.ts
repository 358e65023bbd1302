import type { Field } from '@yikao/model/kernel/field.ts';
import { foldText } from '@yikao/model/rules/compare-text.ts';
import { groupNumber } from '@yikao/model/rules/group-number.ts';

/** A field's value in the form used for comparison; the value itself if the field declares none. */
export function comparedValue(field: Field | undefined, value: unknown): unknown {
  if (isCompared(field)) return groupNumber(typeof value === 'string' ? value : null);
  return typeof value === 'string' && comparesFolded(field) ? foldText(value) : value;
}

/** Reports whether texts of the field are compared by the number in them; they are stored as they were written. */
export function isCompared(field: Field | undefined): boolean {
  return field?.kind === 'text' && field.compareBy !== undefined;
}

/**
 * Reports whether a part of a unique key is folded for comparison, as names that people write are. Generated numbers
 * and formatted texts have a single form and are not.
 */
export function comparesFolded(field: Field | undefined): boolean {
  return field?.kind === 'text' && !(field.readOnly || field.private || field.format || field.find);
}
