import { type AnyDataset, fieldOf, type ListTool } from '@yikao/model/kernel/dataset.ts';
import type { FieldMap } from '@yikao/model/kernel/field.ts';
import type { FilterName } from '@yikao/model/kernel/names.ts';
import { filterKeyOf } from '@yikao/model/kernel/places.ts';
import { createContext, useContext } from 'react';
import type { FilterValues } from '../../fields/field-view.ts';

/** Values shared by all rows of a list, by field; several values of a field mean any of them. */
export type FixedValues<Name extends string = string> = {
  readonly [K in Name]?: number | string | readonly (number | string)[];
};

/** The fixed values of a list of a dataset with these fields. */
export type FixedOf<F extends FieldMap> = FixedValues<FilterName<F>>;

/** An embedded list: in a drawer, a dialog, a tab, or a page with several lists. */
export interface ListPlace {
  /** Its rows have these values, and new ones get them. */
  readonly fixed: FixedValues;
  /** Buttons that it has, as far as the person may use them. */
  readonly tools: readonly ListTool[];
}

const context = createContext<ListPlace | undefined>(undefined);

/** Provides an embedded list, its forms and dialogs with their place; undefined for a separate page. */
export const ListPlaceProvider = context.Provider;

/** The place of the surrounding list; undefined on a separate page, whose state is in the address. */
export function useListPlace(): ListPlace | undefined {
  return useContext(context);
}

/** The values shared by all rows of a list: from its place, and from its further screen. */
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

/** Fixed values of a new row, which its form does not let people change: those with a single value. */
export function fixedForForm(fixed: FixedValues): Readonly<Record<string, number | string>> {
  return Object.fromEntries(
    Object.entries(fixed).flatMap(([name, value]) =>
      typeof value === 'number' || typeof value === 'string' ? [[name, value]] : [],
    ),
  );
}
