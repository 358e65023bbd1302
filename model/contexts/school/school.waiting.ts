import { label } from '../../kernel/label.ts';
import { rowsWait } from '../../waiting.ts';
import { schExamType } from './sch-exam-type.ts';

/** Exams whose registration ends within a week: those who enter the calendar check their dates (domain C3). */
export const schoolWaiting = [
  rowsWait(schExamType, {
    name: 'schExamType.near',
    label: label('一周内截止报名的考试', 'Exams whose registration ends within a week'),
    next: label('核对报名和考试时间', 'Check the dates'),
    may: 'sch:examType:update',
    asked: ({ today, soon }) => ({ endTimeStart: [today], endTimeEnd: [soon] }),
    sort: 'endTime',
    tells: ['endTime'],
  }),
];
