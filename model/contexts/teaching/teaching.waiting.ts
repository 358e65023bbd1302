import { label } from '../../kernel/label.ts';
import { stepWaits } from '../../waiting.ts';
import { courseSteps } from './course.machine.ts';

/** Courses to review (domain J1). */
export const teachingWaiting = [
  stepWaits(courseSteps, 'audit', {
    label: label('待审核的课程', 'Courses to review'),
    tells: ['courseType', 'createTime'],
  }),
];
