import { registry } from '@yikao/model/datasets/index.ts';
import { defineSample } from '../engine/testing/sample-side.ts';

/** Of another table than the example of the template, whose counts would not go on with those of a sample. */
export const segmentSample = defineSample(registry.segment, {
  values: () => ({ scoreType: 3 }),
});
