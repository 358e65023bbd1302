import { registry } from '@yikao/model/contexts/datasets.ts';
import { defineSample } from '../../engine/testing/sample-side.ts';

/** Each rule is of a separate year, for all categories. */
export const tieRuleSample = defineSample(registry.tieRule, {
  values: n => ({ dataYear: 2000 + (n % 900), jointCategoryId: 0 }),
});

/** Subject requirements that can be read: an import asks about others before it writes. */
export const admissionSample = defineSample(registry.admission, {
  values: n => ({ subjectRequire: n % 2 === 0 ? '不限' : '物理+化学' }),
});
