import { registry } from '@yikao/model/datasets/index.ts';
import { defineSample } from '../engine/testing/sample-side.ts';

/** No first line of an order, of which there is one alone, nor one that takes over a settlement. */
export const settleItemSample = defineSample(registry.settleItem, {
  values: () => ({ itemKind: 3, carriedFrom: null }),
});
