import { registry } from '../datasets/index.ts';
import { label } from '../kernel/label.ts';
import { defineSteps } from '../kernel/steps.ts';

/** Chapters of the guide come out and are taken back (domain D15); what is out may be edited, and changes at once. */
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
