import { type ComponentType, createContext, useContext } from 'react';
import type { CellProps, InputProps } from '../fields/field-view.ts';

/**
 * How single fields look on one screen, where that differs from their kind, by field name: an icon is text
 * everywhere and a picture on the page of the permissions.
 */
export interface FieldOverrides<Name extends string = string> {
  readonly cells?: { readonly [K in Name]?: ComponentType<CellProps> };
  readonly inputs?: { readonly [K in Name]?: ComponentType<InputProps> };
}

const context = createContext<FieldOverrides>({});

/** Hands the overrides to the screen in it. */
export const FieldOverridesProvider = context.Provider;

/** The overrides of the screen around. */
export function useFieldOverrides(): FieldOverrides {
  return useContext(context);
}
