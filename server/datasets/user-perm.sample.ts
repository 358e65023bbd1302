import { registry } from '@yikao/model/datasets/index.ts';
import { defineSample } from '../engine/testing/sample-side.ts';

/** One entry a year for each person and list, of which the steps make many. */
export const userPermSample = defineSample(registry.userPerm, {
  values: n => ({ dataYear: 1900 + (n % 1000) }),
});
