import type { Derived } from './derived.ts';
import type { Field, FieldKind, FieldMap, ValueOf } from './field.ts';
import type { When } from './when.ts';

/** Names of a dataset's declared fields. */
export type NameOf<F extends FieldMap> = keyof F & string;

/** Names of the fields of certain kinds. */
export type NameOfKind<F extends FieldMap, K extends FieldKind> = {
  [P in keyof F]: F[P]['kind'] extends K ? P : never;
}[keyof F] &
  string;

/** Names of the references to one dataset; `K` says whether several at once (`refs`) count, too. */
export type RefTo<F extends FieldMap, T extends string, K extends 'ref' | 'refs' = 'ref' | 'refs'> = {
  [P in keyof F]: F[P] extends { readonly kind: K; readonly to: T } ? P : never;
}[keyof F] &
  string;

/** Kinds that no list is filtered by. */
type UnaskedKind = 'richText' | 'json' | 'lines' | 'image' | 'file' | 'images' | 'files' | 'secret';

/** Names of the fields that a list can be filtered by: what never leaves, long texts and files cannot be asked for. */
export type FilterName<F extends FieldMap> = {
  [P in keyof F]: F[P]['kind'] extends UnaskedKind
    ? never
    : F[P] extends { readonly derived: Derived }
      ? never
      : P;
}[keyof F] &
  string;

type Nullable<F extends Field> = F extends { readonly when: When }
  ? ValueOf<F> | null
  : F extends { readonly required: true }
    ? ValueOf<F>
    : ValueOf<F> | null;

/** A stored row, typed from the fields: what is required is there, the rest may be null. */
export type Row<F extends FieldMap> = { -readonly [K in keyof F]: Nullable<F[K]> };

/** A row on its way: any field may be missing yet, or empty. */
export type Draft<F extends FieldMap> = { readonly [K in keyof F]?: ValueOf<F[K]> | null };

/**
 * The fields themselves where every reference lies within fields of its own dataset, and is offered by such; otherwise
 * the wrong reference has a type that no field has, and does not compile.
 */
export type OwnWithin<F extends FieldMap> = {
  readonly [K in keyof F]: F[K] extends { readonly kind: 'ref'; readonly within?: readonly (infer W)[] }
    ? [W | OfferedBy<F[K]>] extends [NameOf<F>]
      ? F[K]
      : {
          readonly 'lies within a field that this dataset does not have': Exclude<
            W | OfferedBy<F[K]>,
            NameOf<F>
          >;
        }
    : F[K];
};

/** Fields of the row by which the rows that a reference offers are found. */
type OfferedBy<F> = F extends { readonly among?: infer A }
  ? [NonNullable<A>] extends [never]
    ? never
    : NonNullable<A> extends { readonly by: readonly (infer B)[] }
      ? B
      : never
  : never;

/** A value of a field, or several of which one is asked for. */
type Asked<F> = ValueOf<F> | readonly ValueOf<F>[];

/**
 * The fields themselves where every condition asks fields of its own dataset for values that they can hold; otherwise
 * the wrong field has a type that no field has, and does not compile.
 */
export type OwnWhen<F extends FieldMap> = {
  readonly [K in keyof F]: F[K] extends { readonly when: infer W }
    ? W extends { readonly [N in keyof W]: N extends NameOf<F> ? Asked<F[N]> : never }
      ? F[K]
      : { readonly 'depends on a value that no field of this dataset has': W }
    : F[K];
};

/** Values that fields of a dataset may be asked for, each one or several. */
export type OwnValues<F extends FieldMap> = { readonly [K in NameOf<F>]?: Asked<F[K]> };
