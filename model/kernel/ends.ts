import type { Check } from './checks.ts';
import type { FieldMap } from './field.ts';
import { marked } from './labelled.ts';

/** Marks the ends of a dataset's pairs of times, in which a date alone means its last second. */
export function withEnds<F extends FieldMap>(fields: F, checks: readonly Check[]): F {
  const ends = new Set(checks.map(check => (check.kind === 'notBefore' ? check.end : '')));
  return marked(fields, (field, name) =>
    field.kind === 'dateTime' && ends.has(name) ? { ...field, until: true } : field,
  );
}
