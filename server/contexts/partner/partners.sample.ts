import { registry } from '@yikao/model/contexts/datasets.ts';
import { defineSample } from '../../engine/testing/sample-side.ts';

/** Without a channel, which would replace the partner's code and name. */
export const partnersSample = defineSample(registry.partners, {
  values: () => ({ channelId: null }),
});
