import type { AnyDataset } from './dataset.ts';
import type { FieldMap, ValueOf } from './field.ts';

/** Whether every value a reference asks for is one of the same-named field of the row referred to; one without such says any. */
type FitsWhere<Q, F extends FieldMap> = string extends keyof Q
  ? true
  : Q extends { readonly [K in keyof Q]: K extends keyof F ? ValueOf<F[K]> : never }
    ? true
    : false;

/** What is wrong with one reference, or never. */
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

/** Names of the fields whose reference is wrong. */
type WrongReferences<R, F> = {
  [K in keyof F]: [ReferenceProblem<R, F[K]>] extends [never] ? never : K;
}[keyof F];

/**
 * Each entry must stand under its own name, and every reference must point at a dataset of the registry, within
 * fields that both have and at values that its target knows: otherwise the registry does not compile, and the type
 * of the entry names the field.
 */
type Checked<R> = {
  [K in keyof R]: R[K] extends { readonly name: infer N; readonly fields: infer F }
    ? N extends K
      ? [WrongReferences<R, F>] extends [never]
        ? R[K]
        : { readonly [P in WrongReferences<R, F>]: ReferenceProblem<R, F[P]> }
      : { readonly 'stands under another name': N }
    : never;
};

/** Gathers the datasets under their names; see {@link Checked} for what does not compile. */
export function defineRegistry<const R extends Record<string, AnyDataset>>(
  registry: R & Checked<R>,
): Readonly<R> {
  return Object.freeze(registry);
}
