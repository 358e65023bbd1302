import { registry } from '@yikao/model/contexts/datasets.ts';
import { defineSample } from '../../engine/testing/sample-side.ts';

/** Not the first line of an order, since there can be only one, nor a carried-over settlement. */
export const settleItemSample = defineSample(registry.settleItem, {
  values: () => ({ itemKind: 3, carriedFrom: null }),
});
