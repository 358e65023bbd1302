import { registry } from '@yikao/model/contexts/datasets.ts';
import { defineSample } from '../../engine/testing/sample-side.ts';

/** The start is early enough for any tested end; goods of this kind may have any card, or none. */
export const goodsSample = defineSample(registry.goods, {
  // In a sum with the stock of any state.
  given: { stockChange: 1 },
  values: () => ({ startTime: '2020-01-01 00:00:00', goodsType: 9, bizId: null }),
});
