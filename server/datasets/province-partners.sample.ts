import { registry } from '@yikao/model/datasets/index.ts';
import { defineSample } from '../engine/testing/sample-side.ts';

/** Of those who have a province alone there is one, and a partner is in a province once a year. */
export const provincePartnersSample = defineSample(registry.provincePartners, {
  values: n => ({ exclusiveFlag: 0, dataYear: 2000 + (n % 900) }),
});
