import { label } from '../../kernel/label.ts';
import { defineSteps } from '../../kernel/steps.ts';
import { registry } from '../datasets.ts';

/**
 * Chapters of the guide are published and withdrawn (domain D15); a published one may be edited, with immediate effect.
 */
export const guideInfoSteps = defineSteps(
  registry.guideInfo,
  'publishFlag',
  { start: 'draft', end: [] },
  {
    publish: { move: { draft: 'published' }, label: label('发布', 'Publish'), bulk: 'each' },
    unpublish: {
      move: { published: 'draft' },
      label: label('撤回', 'Take back'),
      may: 'publish',
      bulk: 'each',
      danger: true,
      ask: label('撤回后考生看不到该内容', 'Candidates do not see it any more'),
    },
  },
);
