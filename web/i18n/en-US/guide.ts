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
    nothing: 'This year and kind have no points to work with',
    done: '{{count}} rows have a place, {{updated}} were updated',
    text: 'The most points come first, equal points share a place; places in the province follow. Published places stay.',
  },
  province: {
    upgrade: 'Move to the next year',
    years: 'The provinces are at different years; move them apart',
    title: 'Move {{count}} provinces to {{to}}?',
    text: '{{names}}: joint categories, batches, formulas and algorithms are copied to {{to}}; what {{to}} has already stays as it is.',
    between: ', ',
    done: 'Now at {{to}}; copied: {{jointCategory}} joint categories, {{batch}} batches, {{formula}} formulas, {{algorithm}} algorithms',
  },
  cache: {
    clean: 'Clear caches',
    text: 'Choices follow every change by themselves. If one looks wrong, have all nodes read theirs again.',
    done: 'The caches are cleared',
  },
} as const satisfies Translation<typeof chinese>;
