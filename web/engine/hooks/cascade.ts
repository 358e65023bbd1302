import { type AnyDataset, fieldOf } from '@yikao/model/kernel/dataset.ts';
import type { Label } from '@yikao/model/kernel/label.ts';
import type { FilterValues } from '../../fields/field-view.ts';

const isSet = (values: FilterValues, name: string) => (values[name]?.length ?? 0) > 0;

/**
 * The label of the filter that has to be chosen before a cascade is searched; undefined where nothing waits. A narrower
 * one that came with a link says enough: an exam lies in one province (spec section 5, "province first").
 */
export function awaited(dataset: AnyDataset, values: FilterValues): Label | undefined {
  const { cascade } = dataset.list;
  const [first] = cascade;
  if (first === undefined || cascade.some(name => isSet(values, name))) return undefined;
  return fieldOf(dataset, first)?.label;
}

/** Whether a filter is a part of the cascade. */
export function inCascade(dataset: AnyDataset, name: string): boolean {
  return dataset.list.cascade.includes(name);
}

/** Whether a filter is a part of the cascade behind its first. */
export function isBehindFirst(dataset: AnyDataset, name: string): boolean {
  return dataset.list.cascade.indexOf(name) > 0;
}

/** The filters once some were changed: what was chosen behind a changed one of the cascade is taken out, since it was among others. */
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
