import { defineDataset, field, label } from '../../kernel/language.ts';
import { shared } from './mock-fields.ts';

const place = (zh: string, en: string) =>
  field.integer({ label: label(zh, en), required: true, readOnly: true });

/** Who sits where (domain H11); arrangements write it. */
export const seat = defineDataset({
  name: 'seat',
  path: '/api/mock/aff/seat',
  menu: { at: '/mock/seat', group: 'mock', icon: 'TableOutlined', order: 11 },
  key: 'seatId',
  tableId: 62,
  label: label('座位', 'Exam seats'),
  fields: {
    seatId: field.id({ label: label('座位ID', 'Seat ID') }),
    arrangeId: field.ref({ to: 'arrange', required: true, readOnly: true }),
    examId: field.ref({ to: 'mockExam', required: true, readOnly: true }),
    areaId: field.ref({ to: 'area', required: true, readOnly: true }),
    roomId: field.ref({ to: 'mockRoom', required: true, readOnly: true }),
    seatNo: place('座位号', 'Seat'),
    rowNo: place('行', 'Row'),
    colNo: place('列', 'Column'),
    studentId: field.ref({ to: 'mockStudent', required: true, readOnly: true, holds: false }),
    agentId: field.ref({ to: 'agent', readOnly: true, holds: false }),
    conflictFlag: field.yesNo({
      label: label('与同机构相邻', 'Beside the same agency'),
      default: 0,
      required: true,
      readOnly: true,
    }),
    absentFlag: field.yesNo({ default: 0, required: true, readOnly: true }),
  },
  naturalKey: ['roomId', 'seatNo'],
  uniqueKeys: [['arrangeId', 'studentId']],
  identity: { value: 'seatId', name: 'seatNo' },
  permissions: { prefix: 'mock:seat', actions: ['list', 'export'] },
  scope: {
    partner: { through: 'examId' },
    province: { through: 'examId' },
    agency: 'agentId',
    own: shared,
  },
  list: {
    columns: [
      'examId',
      'areaId',
      'roomId',
      'seatNo',
      'rowNo',
      'colNo',
      'studentId',
      'agentId',
      'conflictFlag',
      'absentFlag',
    ],
    filters: [
      'examId',
      'areaId',
      'roomId',
      'agentId',
      'studentId',
      'arrangeId',
      'conflictFlag',
      'absentFlag',
    ],
    sort: ['-examId', 'roomId', 'seatNo'],
  },
});
