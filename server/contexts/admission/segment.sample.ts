import { registry } from '@yikao/model/contexts/datasets.ts';
import { defineSample } from '../../engine/testing/sample-side.ts';

/** Each row is a separate table, whose only total is its own people. */
export const segmentSample = defineSample(registry.segment, {
  values: n => ({
    ...{ scoreType: 3, dataYear: 2000 + (n % 900), jointCategoryId: 0 },
    ...{ sameNum: 10 + n, totalNum: 10 + n },
  }),
});
