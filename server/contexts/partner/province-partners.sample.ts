import { registry } from '@yikao/model/contexts/datasets.ts';
import { defineSample } from '../../engine/testing/sample-side.ts';

/** A province has one exclusive partner, and a partner is in a province once a year. */
export const provincePartnersSample = defineSample(registry.provincePartners, {
  values: n => ({ exclusiveFlag: 0, dataYear: 2000 + (n % 900) }),
});
