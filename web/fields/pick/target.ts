import { datasetNamed } from '@yikao/model/contexts/datasets.ts';
import type { AnyDataset } from '@yikao/model/kernel/dataset.ts';
import type { RefField, RefsField } from '@yikao/model/kernel/field.ts';

/** The target dataset of a reference; the registry does not compile without it. */
export function targetOf(field: RefField | RefsField): AnyDataset {
  const dataset = datasetNamed(field.to);
  if (!dataset) throw new Error(`No dataset ${field.to}`);
  return dataset;
}
