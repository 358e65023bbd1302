import { datasetNamed } from '@yikao/model/datasets/index.ts';
import { cascaded } from '@yikao/model/kernel/cascade.ts';
import type { AnyDataset } from '@yikao/model/kernel/dataset.ts';
import { fieldOf } from '@yikao/model/kernel/dataset.ts';
import type { Field } from '@yikao/model/kernel/field.ts';
import { type ComponentType, createContext, useContext } from 'react';
import type { CellProps, InputProps } from '../fields/field-view.ts';

/**
 * How single fields look on one screen, where that differs from their kind, by field name: an icon is text
 * everywhere and a picture on the page of the permissions.
 */
export interface FieldOverrides<Name extends string = string> {
  readonly cells?: { readonly [K in Name]?: ComponentType<CellProps> };
  readonly inputs?: { readonly [K in Name]?: ComponentType<InputProps> };
  /** Filters that ask as another field does, under the same query key: a key chosen by name, as a reference is. */
  readonly filters?: { readonly [K in Name]?: Field };
}

const context = createContext<FieldOverrides>({});

/** Hands the overrides to the screen in it. */
export const FieldOverridesProvider = context.Provider;

/** The overrides of the screen around. */
export function useFieldOverrides(): FieldOverrides {
  return useContext(context);
}

/** Gives the field as which a list asks for `name`. */
export function useFilterField(dataset: AnyDataset): (name: string) => Field | undefined {
  const { filters } = useFieldOverrides();
  return name => {
    const field = filters?.[name] ?? fieldOf(dataset, name);
    const target = field?.kind === 'ref' ? datasetNamed(field.to) : undefined;
    return field?.kind === 'ref' && target ? cascaded(dataset, name, field, target) : field;
  };
}
