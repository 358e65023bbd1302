import { registry } from '@yikao/model/datasets/index.ts';
import { defineSample } from '../engine/testing/sample-side.ts';

/** Of no channel, which would give the partner its own code and name instead of those that were sent. */
export const partnersSample = defineSample(registry.partners, {
  values: () => ({ channelId: null }),
});
