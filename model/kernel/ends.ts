import type { Check } from './checks.ts';
import type { Field, FieldMap } from './field.ts';

/** Marks the ends of a dataset's pairs of times, in which a date alone means its last second. */
export function withEnds<F extends FieldMap>(fields: F, checks: readonly Check[]): F {
  const ends = new Set(checks.map(check => (check.kind === 'notBefore' ? check.end : '')));
  const marked = Object.entries(fields).map(([name, field]): [string, Field] => [
    name,
    field.kind === 'dateTime' && ends.has(name) ? Object.freeze({ ...field, until: true }) : field,
  ]);
  // The same names with the same kinds: only the mark is new.
  return Object.freeze(Object.fromEntries(marked)) as unknown as F;
}
