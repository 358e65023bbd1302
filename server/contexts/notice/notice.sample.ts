import { registry } from '@yikao/model/contexts/datasets.ts';
import { defineSample } from '../../engine/testing/sample-side.ts';

/** Rules of an event with a message on the page and its own text, in neither way by a template. */
const rule = { event: 'marksPublished', pageFlag: 1, textFlag: 1, pushFlag: 1, templateId: null } as const;

/** Rules without a template, which would have to be approved. */
export const noticeRuleSample = defineSample(registry.noticeRule, {
  values: () => rule,
  internal: () => rule,
});

/** Messages of an event with its variables. */
export const messageSample = defineSample(registry.message, {
  internal: () => ({ event: 'leadAssigned', details: { by: 'boss', count: '1' } }),
});
