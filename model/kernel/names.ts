import type { Derived } from './derived.ts';
import type { Field, FieldKind, FieldMap, ValueOf } from './field.ts';
import type { Label } from './label.ts';
import type { When } from './validate/when.ts';

/** Names of a dataset's declared fields. */
export type NameOf<F extends FieldMap> = keyof F & string;

/** Names of the fields of certain kinds. */
export type NameOfKind<F extends FieldMap, K extends FieldKind> = {
  [P in keyof F]: F[P]['kind'] extends K ? P : never;
}[keyof F] &
  string;

/** Names of the references to one dataset; `K` selects whether multiple references (`refs`) count too. */
export type RefTo<F extends FieldMap, T extends string, K extends 'ref' | 'refs' = 'ref' | 'refs'> = {
  [P in keyof F]: F[P] extends { readonly kind: K; readonly to: T } ? P : never;
}[keyof F] &
  string;

/** Name of the key that the database numbers: the field of kind `id` that is not a number in a log. */
export type KeyName<F extends FieldMap> = {
  [P in NameOfKind<F, 'id'>]: F[P] extends { readonly logged: true } ? never : P;
}[NameOfKind<F, 'id'>];

/** Kinds that no list is filtered by. */
type UnaskedKind = 'richText' | 'json' | 'lines' | 'image' | 'file' | 'images' | 'files' | 'secret';

/** Names of the fields a list can be filtered by: not private fields, long texts or files. */
export type FilterName<F extends FieldMap> = {
  [P in keyof F]: F[P]['kind'] extends UnaskedKind
    ? never
    : F[P] extends { readonly derived: Derived }
      ? never
      : P;
}[keyof F] &
  string;

/** Fields that are never null: those that are required, have a default, or have a label for 0. */
type Filled =
  | { readonly required: true }
  | { readonly default: NonNullable<unknown> }
  | { readonly zero: Label };

/** Fields that may be null in spite of their other options: parts of some rows only, and numbers in a log. */
type Sparse = { readonly when: When } | { readonly logged: true };

type Nullable<F extends Field> = F extends Sparse
  ? ValueOf<F> | null
  : F extends Filled | { readonly kind: 'id' }
    ? ValueOf<F>
    : ValueOf<F> | null;

/** A stored row, typed from the fields: fields required or with a default are present, the others may be null. */
export type Row<F extends FieldMap> = { -readonly [K in keyof F]: Nullable<F[K]> };

/** A row on its way: any field may be missing yet, or empty. */
export type Draft<F extends FieldMap> = { readonly [K in keyof F]?: ValueOf<F[K]> | null };

/**
 * The fields, if every reference is limited by fields of its own dataset; otherwise the wrong reference gets an
 * impossible type and does not compile.
 */
export type OwnWithin<F extends FieldMap> = {
  readonly [K in keyof F]: [LimitedBy<F[K]>] extends [NameOf<F>]
    ? F[K]
    : { readonly 'lies within a field that this dataset does not have': Exclude<LimitedBy<F[K]>, NameOf<F>> };
};

/** Fields of the row that limit the rows a reference points to, or is offered. */
type LimitedBy<F> = F extends { readonly kind: 'ref' | 'refs'; readonly within?: readonly (infer W)[] }
  ? W | OfferedBy<F>
  : never;

/** Fields of the row that limit the rows a reference offers. */
type OfferedBy<F> = F extends { readonly among?: infer A }
  ? [NonNullable<A>] extends [never]
    ? never
    : NonNullable<A> extends { readonly by: readonly (infer B)[] }
      ? B
      : never
  : never;

/** A field's value, or several values of which one must match. */
type Asked<F> = ValueOf<F> | readonly ValueOf<F>[];

/**
 * The fields, if every condition names fields of its own dataset and values they can hold; otherwise the wrong field
 * gets an impossible type and does not compile.
 */
export type OwnWhen<F extends FieldMap> = {
  readonly [K in keyof F]: F[K] extends { readonly when: infer W }
    ? W extends { readonly [N in keyof W]: N extends NameOf<F> ? Asked<F[N]> : never }
      ? F[K]
      : { readonly 'depends on a value that no field of this dataset has': W }
    : F[K];
};

/** Values that a condition may require, one or several per field. */
export type OwnValues<F extends FieldMap> = { readonly [K in NameOf<F>]?: Asked<F[K]> };
