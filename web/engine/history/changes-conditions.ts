import type { FilterValues } from '../../fields/field-view.ts';

/** The page of changes without conditions, as the address has it: an empty value would be left out. */
export const noConditions = 'all';

/** Query keys of the page of changes. */
const keys = ['userId', 'timeStart', 'timeEnd', 'field', 'op', 'way'] as const;

/** One of the query keys. */
export type ConditionKey = (typeof keys)[number];

/** The conditions of the page of changes, as its part of the address has them; ignores unknown ones. */
export function readConditions(text: string): FilterValues {
  const given = new URLSearchParams(text);
  const values = keys.map(key => [key, given.getAll(key).filter(Boolean)] as const);
  return Object.fromEntries(values.filter(([, found]) => found.length > 0));
}

/** The part of the address for some conditions. */
export function writeConditions(values: FilterValues): string {
  const text = new URLSearchParams(keys.flatMap(key => (values[key] ?? []).map(value => [key, value])));
  return text.toString() || noConditions;
}
