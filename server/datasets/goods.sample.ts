import { registry } from '@yikao/model/datasets/index.ts';
import { defineSample } from '../engine/testing/sample-side.ts';

/** Any end that is tried comes after its start. */
export const goodsSample = defineSample(registry.goods, {
  values: () => ({ startTime: '2020-01-01 00:00:00' }),
});
