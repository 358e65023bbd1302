import type { AnyDataset, Dataset } from './dataset.ts';
import type { Field, FieldMap } from './field.ts';

type Targets<F extends FieldMap> = {
  [K in keyof F]: F[K] extends { readonly to: infer T } ? T : never;
}[keyof F];

type Known<R> = { [K in keyof R]: R[K] extends { readonly name: infer N } ? N : never }[keyof R];

/**
 * Each entry must stand under its own name, and every reference must point at a dataset of the registry:
 * otherwise the registry does not compile.
 */
type Checked<R> = {
  [K in keyof R]: R[K] extends Dataset<infer N, infer F>
    ? N extends K
      ? Targets<F> extends Known<R>
        ? R[K]
        : { readonly 'refers to an unknown dataset': Exclude<Targets<F>, Known<R>> }
      : { readonly 'stands under another name': N }
    : never;
};

/** Gathers the datasets under their names; see {@link Checked} for what does not compile. */
export function defineRegistry<const R extends Record<string, RegistryEntry>>(
  registry: R & Checked<R>,
): Readonly<R> {
  return Object.freeze(registry);
}

interface RegistryEntry extends Omit<AnyDataset, 'fields'> {
  readonly fields: Readonly<Record<string, Field>>;
}
