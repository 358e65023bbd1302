import { defineDataset, field, label } from '../../kernel/language.ts';
import { common } from '../shared/fields.ts';
import { ofExam, ownedByExam, quotaOf } from './mock-fields.ts';

/** The places at which an exam is held, each with its number in the exam (domain H4). */
export const examArea = defineDataset({
  name: 'examArea',
  path: '/api/mock/base/exam_area',
  menu: { at: '/mock/examArea', group: 'mock', icon: 'PushpinOutlined', order: 4 },
  label: label('考试考区', 'Exam areas'),
  fields: {
    id: field.id({ label: label('ID', 'ID') }),
    examId: ofExam.examId,
    areaId: field.ref({ to: 'area', required: true, lockedOnEdit: true }),
    areaNo: field.integer({ label: label('考区号', 'Area number'), required: true, min: 1, max: 99 }),
    partnersId: ofExam.partnersId,
    quota: quotaOf('容量', 'Capacity'),
    regNum: field.integer({ readOnly: true, elsewhere: true }),
    roomNum: field.integer({ readOnly: true, elsewhere: true }),
    status: common.status,
  },
  naturalKey: ['examId', 'areaId'],
  uniqueKeys: [
    {
      fields: ['examId', 'areaNo'],
      where: {},
      message: label('该考试已有这个考区号', 'Another area of the exam has this number'),
    },
  ],
  identity: { name: 'areaNo' },
  permissions: { prefix: 'mock:examarea', actions: ['list', 'add', 'update', 'delete'] },
  scope: ownedByExam,
  list: {
    columns: ['examId', 'areaNo', 'areaId', 'quota', 'regNum', 'roomNum', 'status'],
    filters: ['examId', 'areaId', 'partnersId', 'status'],
    sort: ['-examId', 'areaNo'],
  },
});
