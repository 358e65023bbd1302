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

/** Mistakes in a cascade of filters, each naming the dataset and the field. */
export function cascadeProblems(dataset: AnyDataset, all: readonly AnyDataset[]): string[] {
  const { cascade, filters } = dataset.list;
  return cascade.flatMap((name, place) => {
    const field = dataset.fields[name];
    const where = `${dataset.name}.${name}`;
    if (field?.kind !== 'ref') return [`${where}: is no reference (list.cascade)`];
    const problems: string[] = [];
    if (!filters.some(filter => filter.field === name && filter.as === name))
      problems.push(`${where}: is part of a cascade and no filter; name it in list.filters`);
    const target = all.find(other => other.name === field.to);
    // The second filter may be independent of the first: partners work in every province.
    if (place > 1 && target && !field.among && cascaded(dataset, name, field, target) === field)
      problems.push(`${where}: is narrowed by nothing before it (list.cascade)`);
    return problems;
  });
}
