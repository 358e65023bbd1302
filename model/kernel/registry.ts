import type { AnyDataset } from './dataset.ts';
import type { FieldMap, ValueOf } from './field.ts';

/**
 * True if the referenced dataset knows every value that a reference's condition names for the field of that name; also
 * true without a condition.
 */
type FitsWhere<Q, F extends FieldMap> = string extends keyof Q
  ? true
  : Q extends { readonly [K in keyof Q]: K extends keyof F ? ValueOf<F[K]> : never }
    ? true
    : false;

/** Mistake in one reference, or never. */
type ReferenceProblem<R, F> = F extends { readonly kind: 'ref' | 'refs'; readonly to: infer T }
  ? T extends keyof R
    ? R[T] extends { readonly fields: infer TF extends FieldMap }
      ? F extends { readonly within?: readonly (infer W)[] }
        ? [W] extends [keyof TF]
          ? WhereProblem<F, TF>
          : { readonly 'lies within a field that its target does not have': W }
        : WhereProblem<F, TF>
      : never
    : { readonly 'refers to an unknown dataset': T }
  : never;

type WhereProblem<F, TF extends FieldMap> = F extends { readonly where?: infer Q }
  ? FitsWhere<NonNullable<Q>, TF> extends true
    ? never
    : { readonly 'asks for values that its target does not have': Q }
  : never;

/** Fields of the dataset named `T`. */
type FieldsOf<R, T> = T extends keyof R ? (R[T] extends { readonly fields: infer F } ? F : never) : never;

/** Error type for a filled-in value: the row that the reference `V` points to has no field `W`. */
type TakenProblem<R, F, V, W> = V extends keyof F
  ? F[V] extends { readonly kind: 'ref'; readonly to: infer T }
    ? W extends keyof FieldsOf<R, T>
      ? never
      : { readonly 'takes a field that the other dataset does not have': W }
    : { readonly 'takes a value by what is no reference': V }
  : { readonly 'takes a value by a field that the dataset does not have': V };

/** Error type for a count or sum: no such dataset, reference or amount. */
type GatheredProblem<R, D> = D extends { readonly of: infer T; readonly by: infer B }
  ? T extends keyof R
    ? (D extends { readonly what: infer W } ? B | W : B) extends keyof FieldsOf<R, T>
      ? never
      : { readonly 'gathers by a field that the other dataset does not have': B }
    : { readonly 'gathers rows of an unknown dataset': T }
  : never;

/** Mistake in the value that a field takes from other rows, or never. */
type DerivedProblem<R, F, D> = D extends { readonly derived: infer G }
  ? GatheredProblem<R, G>
  : D extends { readonly filled: { readonly from: infer V; readonly what: infer W } }
    ? TakenProblem<R, F, V, W>
    : never;

/** Error type for a reference's `among`: no such dataset, or one without these fields. */
type OfferProblem<R, F> = F extends { readonly kind: 'ref'; readonly among?: infer A }
  ? [NonNullable<A>] extends [never]
    ? never
    : NonNullable<A> extends { readonly of: infer O; readonly by: readonly (infer B)[] }
      ? [O] extends [keyof R]
        ? [B] extends [keyof FieldsOf<R, O>]
          ? never
          : { readonly 'offers rows by a field that the other dataset does not have': B }
        : { readonly 'offers rows that an unknown dataset names': O }
      : never
  : never;

type Problem<R, F, K extends keyof F> =
  | ReferenceProblem<R, F[K]>
  | OfferProblem<R, F[K]>
  | DerivedProblem<R, F, F[K]>;

/** Names of the fields that take a wrong reference, or a wrong value of other rows. */
type WrongReferences<R, F> = {
  [K in keyof F]: [Problem<R, F, K>] extends [never] ? never : K;
}[keyof F];

/**
 * Each entry must be registered under its own name, and every reference must point to a registered dataset, be limited
 * by fields that both have, and name values its target knows. Otherwise the registry does not compile, and the type of
 * the entry names the field.
 */
type Checked<R> = {
  [K in keyof R]: R[K] extends { readonly name: infer N; readonly fields: infer F }
    ? N extends K
      ? [WrongReferences<R, F>] extends [never]
        ? R[K]
        : { readonly [P in WrongReferences<R, F>]: Problem<R, F, P> }
      : { readonly 'stands under another name': N }
    : never;
};

/** Builds the registry of datasets by name; see {@link Checked} for the compile-time checks. */
export function defineRegistry<const R extends Record<string, AnyDataset>>(
  registry: R & Checked<R>,
): Readonly<R> {
  return Object.freeze(registry);
}
