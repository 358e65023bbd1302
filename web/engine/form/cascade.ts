import { type AnyDataset, fieldOf } from '@yikao/model/kernel/dataset.ts';
import type { Label } from '@yikao/model/kernel/label.ts';
import type { FilterValues } from '../../fields/field-view.ts';

const isSet = (values: FilterValues, name: string) => (values[name]?.length ?? 0) > 0;

/**
 * The label of the filter that a cascading search waits for; undefined if it waits for none. A narrower filter from a
 * link suffices: an exam is in one province (spec section 5, "province first").
 */
export function awaited(dataset: AnyDataset, values: FilterValues): Label | undefined {
  const { cascade } = dataset.list;
  const [first] = cascade;
  if (first === undefined || cascade.some(name => isSet(values, name))) return undefined;
  return fieldOf(dataset, first)?.label;
}

/** As {@link awaited}, for the shown list: rows that a link requests by key wait for nothing. */
export function awaitedByRows(dataset: AnyDataset, values: FilterValues): Label | undefined {
  return isSet(values, dataset.key) ? undefined : awaited(dataset, values);
}

/** Reports whether a filter is a part of the cascade. */
export function inCascade(dataset: AnyDataset, name: string): boolean {
  return dataset.list.cascade.includes(name);
}

/** Reports whether a filter is a part of the cascade behind its first. */
export function isBehindFirst(dataset: AnyDataset, name: string): boolean {
  return dataset.list.cascade.indexOf(name) > 0;
}

/** The filters after a change: choices in a cascade after a changed filter are removed, since they depended on it. */
export function cascadeChanged(
  dataset: AnyDataset,
  values: FilterValues,
  change: FilterValues,
): FilterValues {
  const { cascade } = dataset.list;
  const changed = cascade.findIndex(name => Object.hasOwn(change, name));
  if (changed < 0) return { ...values, ...change };
  const behind = Object.fromEntries(
    cascade
      .slice(changed + 1)
      .filter(name => isSet(values, name))
      .map(name => [name, []]),
  );
  return { ...values, ...behind, ...change };
}
