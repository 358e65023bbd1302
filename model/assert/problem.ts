import { type AnyDataset, fieldOf } from '../kernel/dataset.ts';

/** A mistake in a declaration: the field or the part that it is about, and why it is one. */
export interface Problem {
  readonly field: string;
  readonly why: string;
}

/** The names that are no fields of the dataset; `where` is the part of the declaration that has them. */
export function unknownNames(dataset: AnyDataset, where: string, names: readonly string[]): Problem[] {
  return names
    .filter(name => !fieldOf(dataset, name))
    .map(field => ({ field, why: `is not a field (${where})` }));
}
