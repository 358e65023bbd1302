import { defineDataset, everyAction, field, label } from '@yikao/model/kernel/language.ts';

const inTests = { common: 'in tests alone' } as const;

/** Exams whose subjects are columns of a mark sheet, as in mock exams (domain H14); for tests only. */
export const testExam = defineDataset({
  name: 'testExam',
  path: '/api/test/exam',
  tableId: 985,
  label: label('考试样本', 'Exams'),
  fields: {
    examId: field.id({ label: label('考试ID', 'Exam ID') }),
    examName: field.text({ label: label('考试', 'Exam'), required: true, max: 32 }),
  },
  naturalKey: ['examName'],
  permissions: { prefix: 'test:exam', actions: everyAction },
  scope: inTests,
  list: { filters: ['examName'] },
});

/** Subjects of an exam. */
export const testSubject = defineDataset({
  name: 'testSubject',
  path: '/api/test/subject',
  tableId: 986,
  label: label('科目样本', 'Subjects'),
  fields: {
    subjectId: field.id({ label: label('科目ID', 'Subject ID') }),
    examId: field.ref({ label: label('考试', 'Exam'), to: 'testExam', required: true }),
    subjectName: field.text({ label: label('科目', 'Subject'), required: true, max: 32 }),
    orderNum: field.integer({ label: label('顺序', 'Order') }),
  },
  naturalKey: ['examId', 'subjectName', 'orderNum'],
  identity: { value: 'subjectId', name: 'subjectName' },
  permissions: { prefix: 'test:subject', actions: everyAction },
  scope: inTests,
  list: { filters: ['examId', 'subjectName'], sort: ['orderNum'] },
});

/** Pupils of an exam, with a picture by their ticket. */
export const testPupil = defineDataset({
  name: 'testPupil',
  path: '/api/test/pupil',
  tableId: 987,
  label: label('考生样本', 'Pupils'),
  fields: {
    pupilId: field.id({ label: label('考生ID', 'Pupil ID') }),
    examId: field.ref({ label: label('考试', 'Exam'), to: 'testExam', required: true }),
    ticketNo: field.text({ label: label('准考证号', 'Ticket'), required: true, max: 16 }),
    photo: field.image({ label: label('照片', 'Photo') }),
  },
  naturalKey: ['examId', 'ticketNo'],
  identity: { value: 'pupilId', name: 'ticketNo' },
  permissions: { prefix: 'test:pupil', actions: everyAction },
  scope: inTests,
  list: { filters: ['examId', 'ticketNo'] },
  excel: {
    kinds: [
      {
        type: 651,
        label: label('照片（zip）', 'Photos (zip)'),
        sets: {},
        asks: ['examId'],
        pictures: { into: 'photo', by: ['ticketNo'] },
      },
    ],
  },
});

/** Marks: one row per pupil and subject, in files with one row per pupil and one column per subject. */
export const testMark = defineDataset({
  name: 'testMark',
  path: '/api/test/mark',
  tableId: 988,
  label: label('成绩样本', 'Marks'),
  fields: {
    markId: field.id({ label: label('成绩ID', 'Mark ID') }),
    examId: field.ref({ label: label('考试', 'Exam'), to: 'testExam', required: true }),
    pupilId: field.ref({
      label: label('考生', 'Pupil'),
      to: 'testPupil',
      required: true,
      within: ['examId'],
    }),
    subjectId: field.ref({
      label: label('科目', 'Subject'),
      to: 'testSubject',
      required: true,
      within: ['examId'],
    }),
    score: field.decimal({ label: label('成绩', 'Mark'), scale: 2, min: 0, max: 150 }),
    absentFlag: field.yesNo({ label: label('缺考', 'Absent'), default: 0 }),
  },
  naturalKey: ['examId', 'pupilId', 'subjectId'],
  permissions: { prefix: 'test:mark', actions: everyAction },
  scope: inTests,
  list: { filters: ['examId', 'pupilId', 'subjectId', 'score'] },
  excel: {
    kinds: [
      {
        type: 34,
        label: label('一科一列', 'A column per subject'),
        sets: {},
        columns: ['pupilId'],
        asks: ['examId'],
        perChild: { by: 'subjectId', value: 'score' },
      },
    ],
  },
});
