import { defineDataset, everyAction, field, label } from '../../kernel/language.ts';
import { limits } from '../../limits.ts';
import { ofExam } from './mock-fields.ts';

const worked = (zh: string, en: string) =>
  field.integer({ label: label(zh, en), elsewhere: true, readOnly: true });

/** Marks of mock exams: one row per candidate and session (domain H14). Publishing adds totals and ranks. */
export const mockScore = defineDataset({
  name: 'mockScore',
  path: '/api/mock/app/score',
  menu: { at: '/mock/score', group: 'mock', icon: 'EditOutlined', order: 14 },
  tableId: 34,
  label: label('模考成绩', 'Marks'),
  fields: {
    scoreId: field.id({ label: label('成绩ID', 'Mark ID') }),
    examId: ofExam.examId,
    partnersId: ofExam.partnersId,
    studentId: field.ref({ to: 'mockStudent', required: true, lockedOnEdit: true, within: ['examId'] }),
    ticketNo: field.text({ max: 16, elsewhere: true, readOnly: true }),
    agentId: field.ref({ to: 'agent', protects: false, elsewhere: true, readOnly: true }),
    infoId: field.ref({
      label: label('科目', 'Subject'),
      headers: ['Session'],
      to: 'examInfo',
      required: true,
      lockedOnEdit: true,
      within: ['examId'],
    }),
    score: field.decimal({ label: label('成绩', 'Mark'), scale: 2, min: 0, max: 9999 }),
    absentFlag: field.yesNo({ warns: true, default: 0 }),
    cheatFlag: field.yesNo({ label: label('违纪', 'Cheated'), warns: true, default: 0 }),
    grade: field.text({ label: label('等级', 'Grade'), max: 4 }),
    comment: field.text({ label: label('评语', 'Comment'), max: limits.path }),
    images: field.images({ label: label('答卷', 'Papers'), personal: true }),
    totalScore: field.decimal({ scale: 2, min: 0, elsewhere: true, readOnly: true }),
    rankNo: worked('名次', 'Place'),
    agentRank: worked('机构内名次', 'Place in the agency'),
  },
  naturalKey: ['examId', 'studentId', 'infoId'],
  permissions: {
    prefix: 'mock:score',
    actions: everyAction,
    own: { publish: label('发布成绩', 'Publish marks') },
  },
  scope: {
    partner: { through: 'examId' },
    province: { through: 'examId' },
    // Until they are published, marks are visible to the exam's organisers and hidden from agencies.
    agency: { through: 'studentId', once: { of: 'examId', is: 'publishFlag' } },
    own: { through: 'studentId' },
  },
  list: {
    columns: ['examId', 'ticketNo', 'agentId', 'absentFlag', 'cheatFlag', 'grade'],
    point: ['studentId', 'infoId', 'score', 'totalScore', 'rankNo', 'agentRank'],
    filters: [
      'partnersId',
      'examId',
      'agentId',
      'ticketNo',
      'studentId',
      'infoId',
      'absentFlag',
      'cheatFlag',
      'score',
    ],
  },
  excel: {
    kinds: [
      {
        type: 34,
        label: label('一科一列', 'A column per session'),
        sets: {},
        columns: ['studentId'],
        asks: ['examId'],
        perChild: { by: 'infoId', value: 'score' },
      },
    ],
    // A sheet of marks may name candidates by their ticket numbers (domain H14).
    joins: [
      { field: 'studentId', columns: [{ headers: ['准考证号', 'Ticket number', 'ticketNo'] }], between: '' },
    ],
    export: { with: ['ticketNo', 'agentId', 'totalScore', 'rankNo', 'agentRank'] },
  },
});
