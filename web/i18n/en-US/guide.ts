import type { Translation } from '../translation.ts';
import type { guide as chinese } from '../zh-CN/guide.ts';

/** The application guide, the rankings, and the look-up caches. */
export const guide = {
  contents: 'Contents',
  none: 'Nothing here yet for these filters',
  free: 'free',
  draft: 'draft',
  publish: 'Publish "{{title}}"',
  published: 'Published',
  takenBack: 'Withdrawn; candidates no longer see it',
  rank: {
    compute: 'Calculate places',
    choose: 'Choose a kind of ranking',
    nothing: 'There are no points to calculate from for this year and kind',
    done: '{{count}} rows have a place, {{updated}} were updated',
    text: 'Ranked by points from high to low; equal points share a place. Places within the province are calculated too. Published places stay unchanged.',
  },
  province: {
    upgrade: 'Upgrade data year',
    years: 'The provinces are at different data years; upgrade them separately',
    title: 'Upgrade {{count}} provinces to {{to}}?',
    text: '{{names}}: joint categories, batches, formulas and algorithms are copied to {{to}}; what {{to}} has already stays as it is.',
    between: ', ',
    done: 'Upgraded to {{to}}; copied: {{jointCategory}} joint categories, {{batch}} batches, {{formula}} formulas, {{algorithm}} algorithms',
  },
  cache: {
    clean: 'Clear caches',
    text: 'Options update automatically when data changes. If one looks wrong, clear the caches of all nodes so that they reload.',
    done: 'The caches are cleared',
  },
} as const satisfies Translation<typeof chinese>;
