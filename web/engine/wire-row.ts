import type { Field, FieldMap, ValueOf } from '@yikao/model/kernel/field.ts';
import type { NameOf, NameOfKind } from '@yikao/model/kernel/names.ts';

/** A field's value as JSON carries it: decimals are numbers, several references a comma string (domain 0.1). */
type WireOf<F extends Field> = F extends { readonly kind: 'decimal' | 'money' }
  ? number
  : F extends { readonly kind: 'refs' }
    ? string
    : ValueOf<F>;

/** As `refNameKey` of the model, for types: `provinceId` gives `provinceName`. */
type RefName<Name extends string> = Name extends `${infer Stem}Ids`
  ? `${Stem}Names`
  : Name extends `${infer Stem}Id`
    ? `${Stem}Name`
    : `${Name}Name`;

type RefNames<F extends FieldMap> = {
  readonly [K in NameOfKind<F, 'ref' | 'refs'> as RefName<K>]?: string | null;
};

/**
 * A received row, typed from the declaration: its row counts are present, any other field may be missing, since a list
 * omits long ones, or empty. References include their names.
 */
export type WireRow<F extends FieldMap> = { readonly [K in NameOfKind<F, 'id'>]: number } & {
  readonly [K in keyof F]?: WireOf<F[K]> | null;
} & Omit<RefNames<F>, keyof F> & {
    readonly version?: number;
    readonly createTime?: string | null;
    readonly updateTime?: string | null;
  };

/** The values of a form during typing: those of the declared fields, in whatever form their inputs have. */
export type FormValues<F extends FieldMap> = { readonly [K in NameOf<F>]?: unknown };
