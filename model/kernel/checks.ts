import type { Label } from './label.ts';

/** A rule over several fields of one row, as data, so that the engine can report every failure at once. */
export type Check =
  | {
      readonly kind: 'notBefore';
      /** Name of the field that comes first. */
      readonly start: string;
      /** Name of the field that may not be earlier. */
      readonly end: string;
    }
  | {
      readonly kind: 'rule';
      /** The fields the rule reads; the first one carries the error. */
      readonly fields: readonly string[];
      /** Exactly `true` passes. Called only when none of `fields` is empty or already in error. */
      readonly test: (row: Readonly<Record<string, unknown>>) => boolean;
      readonly message: Label;
    };

/** `end` must not be before `start`, when both are given (spec section 5). */
export function notBefore(start: string, end: string): Check {
  return { kind: 'notBefore', start, end };
}

/** A rule of one dataset's own; `test` must answer exactly `true` to pass (house rule 3). */
export function rule(
  fields: readonly string[],
  test: (row: Readonly<Record<string, unknown>>) => boolean,
  message: Label,
): Check {
  return { kind: 'rule', fields, test, message };
}
