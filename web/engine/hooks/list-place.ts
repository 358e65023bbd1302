import { type AnyDataset, fieldOf, type ListTool } from '@yikao/model/kernel/dataset.ts';
import type { FieldMap } from '@yikao/model/kernel/field.ts';
import type { FilterName } from '@yikao/model/kernel/names.ts';
import { filterKeyOf } from '@yikao/model/kernel/places.ts';
import { createContext, useContext } from 'react';
import type { FilterValues } from '../../fields/field-view.ts';

/** Values that all rows of a list have, by field; several of one field mean any of them. */
export type FixedValues<Name extends string = string> = {
  readonly [K in Name]?: number | string | readonly (number | string)[];
};

/** The fixed values of a list of a dataset with these fields. */
export type FixedOf<F extends FieldMap> = FixedValues<FilterName<F>>;

/** A list that is a part of something else: a drawer, a dialog, a tab, a page with several lists. */
export interface ListPlace {
  /** Its rows have these values, and new ones get them. */
  readonly fixed: FixedValues;
  /** Buttons that it has, as far as the person may use them. */
  readonly tools: readonly ListTool[];
}

const context = createContext<ListPlace | undefined>(undefined);

/** Tells the list in it, and its forms and dialogs, where they stand; undefined for a page of its own. */
export const ListPlaceProvider = context.Provider;

/** Where the list around stands; undefined on a page of its own, whose state is the address. */
export function useListPlace(): ListPlace | undefined {
  return useContext(context);
}

/** The values that all rows of a list share: by where it stands, and by the further screen that it is. */
export function fixedOf(dataset: AnyDataset, place: ListPlace | undefined): FixedValues {
  return { ...dataset.screen?.where, ...place?.fixed };
}

/**
 * The fixed values as filters of the list.
 *
 * @throws Error for a field that the list has no filter of: the list would show rows that are not meant.
 */
export function fixedFilters(dataset: AnyDataset, fixed: FixedValues): FilterValues {
  const filters: Record<string, readonly string[]> = {};
  for (const [name, value] of Object.entries(fixed)) {
    const as = filterKeyOf(dataset, name);
    if (as === undefined || value === undefined || !fieldOf(dataset, name)) {
      throw new Error(`${dataset.name} has no filter ${name}`);
    }
    filters[as] = (typeof value === 'object' ? value : [value]).map(String);
  }
  return filters;
}

/** Values that a new row of the list is given and that cannot be changed in its form: those that say one value. */
export function fixedForForm(fixed: FixedValues): Readonly<Record<string, number | string>> {
  return Object.fromEntries(
    Object.entries(fixed).flatMap(([name, value]) =>
      typeof value === 'number' || typeof value === 'string' ? [[name, value]] : [],
    ),
  );
}
