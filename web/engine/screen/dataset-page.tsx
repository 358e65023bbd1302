import { datasets } from '@yikao/model/contexts/datasets.ts';
import { screens } from '@yikao/model/contexts/screens.ts';
import type { AnyDataset } from '@yikao/model/kernel/dataset.ts';
import type { ComponentType } from 'react';
import { seenHere } from '../access/may.ts';
import { readAhead } from '../list/use-list-controller.ts';
import { DatasetScreen } from './DatasetScreen.tsx';

/** The dataset or further screen at an address of the menu, or undefined. */
export function datasetAt(address: string): AnyDataset | undefined {
  return [...datasets, ...screens].find(({ menu }) => menu?.at === address);
}

/** The page of a dataset as it follows from its declaration. */
export function datasetPage(dataset: AnyDataset): ComponentType {
  return () => <DatasetScreen dataset={dataset} />;
}

/** Asks for the rows that the screen of a dataset will show first, while it is not drawn yet. */
export function askAhead(dataset: AnyDataset): void {
  readAhead(seenHere(dataset));
}
