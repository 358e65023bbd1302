import type { AnyDataset, ListTool } from '@yikao/model/kernel/dataset.ts';
import { type ComponentType, createContext, useContext } from 'react';
import type { FixedValues } from '../list/list-place.ts';

/** Other rows in a row's details. They are lists and details themselves, so neither module may import the other. */
export interface FurtherRows {
  /** The rows of a dataset that hang on the row. */
  readonly List: ComponentType<{
    readonly dataset: AnyDataset;
    readonly fixed: FixedValues;
    readonly tools: readonly ListTool[];
  }>;
  /** A row that the row refers to, over its details. */
  readonly Referred: ComponentType<{
    readonly dataset: AnyDataset;
    readonly rowKey: number;
    readonly onClose: () => void;
  }>;
}

const context = createContext<FurtherRows | undefined>(undefined);

/** Provides all details with the component for other rows; surrounds every page. */
export const FurtherRowsContext = context.Provider;

/**
 * The component that shows other rows within a row's details.
 *
 * @throws Error outside of the provider, which surrounds every page.
 */
export function useFurtherRows(): FurtherRows {
  const further = useContext(context);
  if (!further) throw new Error('Details of a row stand outside of FurtherRowsProvider');
  return further;
}
