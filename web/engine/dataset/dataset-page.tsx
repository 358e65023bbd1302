import { datasets } from '@yikao/model/datasets/index.ts';
import type { ComponentType } from 'react';
import { DatasetScreen } from './DatasetScreen.tsx';

/** The page of a dataset whose declaration names `menu` as its address, or undefined when none does. */
export function datasetPage(menu: string): ComponentType | undefined {
  const dataset = datasets.find(candidate => candidate.menu === menu);
  return dataset && (() => <DatasetScreen dataset={dataset} />);
}
