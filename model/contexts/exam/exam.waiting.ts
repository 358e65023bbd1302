import { label } from '../../kernel/label.ts';
import { rowsWait, stepWaits } from '../../waiting.ts';
import { examAnswer } from './exam-answer.ts';
import { examApplySteps } from './exam-apply.machine.ts';
import { examApply } from './exam-apply.ts';
import { examLateSteps } from './exam-late.machine.ts';
import { onlineExamSteps } from './online-exam.machine.ts';

/** Online exams: applications to review, answers to mark, late answers to decide, results to publish (0.7, 26). */
export const examWaiting = [
  stepWaits(examApplySteps, 'pass', {
    label: label('待审核的考试报名', 'Exam applications to review'),
    tells: ['examId', 'createTime'],
  }),
  rowsWait(examApply, {
    name: 'examApply.number',
    label: label('用新手机号再次报名的考生', 'Candidates who applied again with a new number'),
    next: label('核对本人后换号或保留', 'Take or keep the number'),
    may: 'exam:apply:audit',
    asked: () => ({ claimFlag: [1] }),
    tells: ['examId', 'updateTime'],
  }),
  rowsWait(examAnswer, {
    name: 'examAnswer.mark',
    label: label('待评阅的答卷', 'Answers to mark'),
    next: label('评卷', 'Mark'),
    may: 'exam:answer:mark',
    // Those that wait for a third person are left out: their number would tell a marker whether the other one agrees.
    asked: () => ({ markState: [1] }),
    sort: 'at',
    tells: ['subjectId', 'at'],
  }),
  stepWaits(examLateSteps, 'accept', {
    label: label('待处理的迟到答案', 'Late answers to decide'),
    tells: ['examId', 'createTime'],
  }),
  stepWaits(onlineExamSteps, 'publish', {
    label: label('等待发布成绩的在线考试', 'Online exams whose results are to be published'),
    tells: ['examState', 'examEnd'],
  }),
];
