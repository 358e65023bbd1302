import { compare } from '../rules/money.ts';
import type { FieldMap } from './field.ts';
import type { Label } from './label.ts';
import type { Draft, NameOf, NameOfKind } from './names.ts';

/** `end` must not be before `start`, when both are given (spec section 5). */
export interface NotBefore<Name extends string = string> {
  readonly kind: 'notBefore';
  /** Name of the earlier field. */
  readonly start: Name;
  /** Name of the field that may not be earlier; it carries the error. */
  readonly end: Name;
}

/** A dataset's own rule over the values of one row. */
export interface Rule<Name extends string = string, R = Readonly<Record<string, unknown>>> {
  readonly kind: 'rule';
  /** The fields the rule reads and needs; the first one carries the error. */
  readonly fields: readonly Name[];
  /** Exactly `true` passes. Called only if all of `fields` are filled and valid. */
  readonly test: (row: R) => boolean;
  readonly message: Label;
}

/** A rule over several fields of one row, as data, so that the engine can report every failure at once. */
export type Check = NotBefore | Rule;

/** A check of a dataset with these fields: two times of one kind, or a rule over the typed row. */
export type CheckOf<F extends FieldMap> =
  | NotBefore<NameOfKind<F, 'date'>>
  | NotBefore<NameOfKind<F, 'dateTime'>>
  | Rule<NameOf<F>, Draft<F>>;

/** `end` must not be before `start`, when both are given (spec section 5). */
export function notBefore<const Name extends string>(start: Name, end: Name): NotBefore<Name> {
  return { kind: 'notBefore', start, end };
}

/** The number `low` must not be above `high`, when both are given: a lowest score and an average. */
export function notAbove<const Name extends string>(low: Name, high: Name, message: Label): Rule<Name> {
  return {
    kind: 'rule',
    fields: [low, high],
    test: row => compare(String(row[low]), String(row[high])) <= 0,
    message,
  };
}
