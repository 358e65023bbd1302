import { label } from '../../kernel/label.ts';
import { stepWaits } from '../../waiting.ts';
import { articleSteps } from './article.machine.ts';

/** Articles to review (domain L1). */
export const contentWaiting = [
  stepWaits(articleSteps, 'approve', {
    label: label('待审核的文章', 'Articles to review'),
    tells: ['columnId', 'createTime'],
  }),
];
