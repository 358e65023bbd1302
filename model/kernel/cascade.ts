import { type AnyDataset, fieldOf } from './dataset.ts';
import type { RefField } from './field.ts';

/** The field by which rows of a dataset refer to the dataset `to`; undefined if there is none. */
export function referenceTo(dataset: AnyDataset, to: string): string | undefined {
  return Object.keys(dataset.fields).find(name => {
    const field = dataset.fields[name];
    return field?.kind === 'ref' && field.to === to;
  });
}

/**
 * The reference `name` as a cascading filter: limited by the earlier filters that its target shares, so that they
 * narrow its choices. Returned unchanged if it is not part of a cascade (spec section 2, cascading search).
 */
export function cascaded(dataset: AnyDataset, name: string, field: RefField, target: AnyDataset): RefField {
  const { cascade } = dataset.list;
  const before = cascade.slice(0, Math.max(0, cascade.indexOf(name)));
  const shared = before.filter(one => {
    const [own, other] = [fieldOf(dataset, one), fieldOf(target, one)];
    return own?.kind === 'ref' && other?.kind === 'ref' && own.to === other.to;
  });
  return shared.length === 0
    ? field
    : { ...field, within: [...new Set([...(field.within ?? []), ...shared])] };
}
