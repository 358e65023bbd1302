import { registry } from '@yikao/model/contexts/datasets.ts';
import { defineSample } from '../../engine/testing/sample-side.ts';

/** Unique by year, person and list; the steps create many. */
export const userPermSample = defineSample(registry.userPerm, {
  values: n => ({ dataYear: 1900 + (n % 1000) }),
});
