import { datasetNamed } from '@yikao/model/contexts/datasets.ts';
import { cascaded } from '@yikao/model/kernel/cascade.ts';
import type { AnyDataset } from '@yikao/model/kernel/dataset.ts';
import { fieldOf } from '@yikao/model/kernel/dataset.ts';
import type { Field } from '@yikao/model/kernel/field.ts';
import { type ComponentType, createContext, useContext } from 'react';
import type { CellProps, InputProps } from '../fields/field-view.ts';

/**
 * Custom renderings of fields on one screen, by name: an icon is text everywhere and a picture on the permissions page.
 */
export interface FieldOverrides<Name extends string = string> {
  readonly cells?: { readonly [K in Name]?: ComponentType<CellProps> };
  readonly inputs?: { readonly [K in Name]?: ComponentType<InputProps> };
  /** Fields whose input explains itself; their declared help, written for workbooks, is not shown in forms. */
  readonly ownHelp?: { readonly [K in Name]?: true };
  /** Pixels of the columns of cells that need another width than their kind of field has. */
  readonly widths?: { readonly [K in Name]?: number };
  /** Filters that use another field's input under the same query key: a key chosen by name, like a reference. */
  readonly filters?: { readonly [K in Name]?: Field };
}

const context = createContext<FieldOverrides>({});

/** Hands the overrides to the screen in it. */
export const FieldOverridesProvider = context.Provider;

/** The overrides of the screen around. */
export function useFieldOverrides(): FieldOverrides {
  return useContext(context);
}

/** Returns the field to use for the filter `name`. */
export function useFilterField(dataset: AnyDataset): (name: string) => Field | undefined {
  const { filters } = useFieldOverrides();
  return name => {
    const field = filters?.[name] ?? fieldOf(dataset, name);
    const target = field?.kind === 'ref' ? datasetNamed(field.to) : undefined;
    return field?.kind === 'ref' && target ? cascaded(dataset, name, field, target) : field;
  };
}
