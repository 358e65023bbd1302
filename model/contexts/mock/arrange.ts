import { defineDataset, field, label } from '../../kernel/language.ts';
import { limits } from '../../limits.ts';
import { arrangeStatus } from './mock.codes.ts';
import { ofExam, ownedByExam } from './mock-fields.ts';
import { seat } from './seat.ts';

const counted = (zh: string, en: string) =>
  field.integer({ label: label(zh, en), required: true, default: 0 });

/** Arrangements of seats, one that counts for each area of an exam (domain H10, 3.7, 4.1). */
export const arrange = defineDataset({
  name: 'arrange',
  path: '/api/mock/aff/arrange',
  menu: { at: '/mock/arrange', group: 'mock', icon: 'DeploymentUnitOutlined', order: 10 },
  label: label('编排', 'Arrangements'),
  readOnly: true,
  fields: {
    arrangeId: field.id({ label: label('编排ID', 'Arrangement ID') }),
    examId: field.ref({ to: 'mockExam', required: true }),
    partnersId: ofExam.partnersId,
    areaId: field.ref({ to: 'area', required: true }),
    ruleId: field.ref({ to: 'mockRule', protects: false }),
    seed: field.text({ label: label('随机种子', 'Seed'), max: limits.shortName }),
    studentNum: counted('考生数', 'Candidates'),
    roomNum: counted('考场数', 'Rooms'),
    conflictNum: counted('冲突数', 'Conflicts'),
    arrangeStatus: field.code({ of: arrangeStatus, default: 1, required: true }),
  },
  uniqueKeys: [{ fields: ['examId', 'areaId'], where: { arrangeStatus: [1, 2] } }],
  identity: { parts: ['examId', 'areaId'] },
  permissions: {
    prefix: 'mock:arrange',
    actions: ['list'],
    own: { execute: label('执行编排', 'Arrange seats') },
  },
  scope: ownedByExam,
  details: [{ of: seat, by: 'arrangeId', label: label('座位', 'Seats') }],
  list: {
    columns: ['ruleId', 'createTime', 'seed', 'arrangeId'],
    point: ['examId', 'areaId', 'studentNum', 'roomNum', 'conflictNum', 'arrangeStatus'],
    filters: ['examId', 'areaId', 'arrangeStatus', 'createTime', 'partnersId'],
  },
});
