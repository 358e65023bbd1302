import type { Field } from './field.ts';
import type { When } from './validate/when.ts';

/** The number of rows of another dataset that refer to a row. */
export interface Counted {
  readonly kind: 'count';
  readonly of: string;
  /** The other dataset's reference to this one. */
  readonly by: string;
  /** Only rows with these values. */
  readonly where?: When;
}

/** The sum of an amount over the rows of another dataset that refer to a row. */
export interface Summed extends Omit<Counted, 'kind'> {
  readonly kind: 'sum';
  readonly what: string;
}

/** The source of a value that is read from other rows instead of a column. */
export type Derived = Counted | Summed;

/**
 * A value copied from a referenced row when the reference is chosen, and editable afterwards: the price of ordered
 * goods.
 */
export interface Filled {
  /** The reference. */
  readonly from: string;
  /** The field of the referenced row. */
  readonly what: string;
}

type FilledField<F extends Field, L extends Filled> = Omit<F, 'filled'> & { readonly filled: L };

/**
 * Gives a field its first value from a referenced row: `filled({ from: 'goodsId', what: 'price' }, field.money({
 * required: true }))`. A form copies it at once; calls and new rows of an import copy it if they give no value. Later
 * changes to the other row do not affect it.
 */
export function filled<const L extends Filled, F extends Field>(from: L, of: F): FilledField<F, L> {
  return Object.freeze({ ...of, filled: from });
}
