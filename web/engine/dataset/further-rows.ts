import type { AnyDataset, ListTool } from '@yikao/model/kernel/dataset.ts';
import { type ComponentType, createContext, useContext } from 'react';
import type { FixedValues } from '../hooks/list-place.ts';

/** Other rows in the details of a row. They are lists and details themselves, so neither may import the other. */
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

/** Hands what shows other rows to all details in it; stands around every page. */
export const FurtherRowsContext = context.Provider;

/**
 * The component that shows other rows, in the details of one.
 *
 * @throws Error outside of the provider, which is around every page.
 */
export function useFurtherRows(): FurtherRows {
  const further = useContext(context);
  if (!further) throw new Error('Details of a row stand outside of FurtherRowsProvider');
  return further;
}
