import { registry } from '@yikao/model/contexts/datasets.ts';
import { defineSample } from '../../engine/testing/sample-side.ts';

/** At the address of its vendor. */
export const payAccountSample = defineSample(registry.payAccount, {
  values: () => ({ gatewayUrl: null }),
});
