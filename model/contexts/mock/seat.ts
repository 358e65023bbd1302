import { defineDataset, field, label } from '../../kernel/language.ts';
import { ofExam, ownedByExam } from './mock-fields.ts';

const place = (zh: string, en: string) => field.integer({ label: label(zh, en), required: true });

/** The seating (domain H11); written by arrangements. */
export const seat = defineDataset({
  name: 'seat',
  path: '/api/mock/aff/seat',
  menu: { at: '/mock/seat', group: 'mock', icon: 'TableOutlined', order: 11 },
  tableId: 62,
  label: label('座位', 'Exam seats'),
  readOnly: true,
  fields: {
    seatId: field.id({ label: label('座位ID', 'Seat ID') }),
    arrangeId: field.ref({ to: 'arrange', required: true }),
    examId: field.ref({ to: 'mockExam', required: true }),
    partnersId: ofExam.partnersId,
    areaId: field.ref({ to: 'area', required: true }),
    roomId: field.ref({ to: 'mockRoom', required: true }),
    seatNo: place('座位号', 'Seat'),
    rowNo: place('行', 'Row'),
    colNo: place('列', 'Column'),
    studentId: field.ref({ to: 'mockStudent', required: true, protects: false }),
    agentId: field.ref({ to: 'agent', protects: false }),
    conflictFlag: field.yesNo({
      label: label('与同机构相邻', 'Beside the same agency'),
      warns: true,
      default: 0,
      required: true,
    }),
    absentFlag: field.yesNo({ warns: true, default: 0, required: true }),
  },
  naturalKey: ['roomId', 'seatNo'],
  uniqueKeys: [['arrangeId', 'studentId']],
  identity: { name: 'seatNo' },
  permissions: { prefix: 'mock:seat', actions: ['list', 'export'] },
  scope: { ...ownedByExam, agency: 'agentId', own: { through: 'studentId' } },
  list: {
    columns: ['examId', 'areaId', 'rowNo', 'colNo', 'absentFlag'],
    point: ['roomId', 'seatNo', 'studentId', 'agentId', 'conflictFlag'],
    filters: [
      'examId',
      'areaId',
      'roomId',
      'agentId',
      'studentId',
      'arrangeId',
      'conflictFlag',
      'absentFlag',
      'partnersId',
    ],
    sort: ['-examId', 'roomId', 'seatNo'],
  },
});
