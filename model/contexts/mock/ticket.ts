import { defineDataset, field, label } from '../../kernel/language.ts';
import { ofExam } from './mock-fields.ts';

/** The tickets of candidates, with their numbers (domain H12, 4.3). */
export const ticket = defineDataset({
  name: 'ticket',
  path: '/api/mock/aff/ticket',
  menu: { at: '/mock/ticket', group: 'mock', icon: 'ScanOutlined', order: 12 },
  key: 'ticketId',
  tableId: 63,
  label: label('准考证', 'Tickets'),
  fields: {
    ticketId: field.id({ label: label('准考证ID', 'Ticket ID') }),
    examId: field.ref({ to: 'mockExam', required: true, readOnly: true }),
    partnersId: ofExam.partnersId,
    areaId: field.ref({ to: 'area', required: true, readOnly: true }),
    studentId: field.ref({ to: 'mockStudent', required: true, readOnly: true, protects: false }),
    agentId: field.ref({ to: 'agent', readOnly: true, protects: false }),
    ticketNo: field.text({ required: true, max: 16, readOnly: true }),
    releaseFlag: field.yesNo({ default: 0, required: true, readOnly: true }),
    printNum: field.integer({ default: 0, required: true, readOnly: true }),
    lastPrintTime: field.dateTime({ readOnly: true }),
  },
  naturalKey: ['examId', 'ticketNo'],
  uniqueKeys: [['examId', 'studentId']],
  identity: { value: 'ticketId', name: 'ticketNo' },
  permissions: {
    prefix: 'mock:ticket',
    actions: ['list', 'export'],
    own: { generate: label('生成准考证号', 'Give numbers'), release: label('发布准考证', 'Release tickets') },
  },
  scope: {
    partner: { through: 'examId' },
    province: { through: 'examId' },
    agency: 'agentId',
    own: { through: 'studentId' },
  },
  list: {
    point: ['ticketNo', 'studentId', 'releaseFlag', 'printNum', 'lastPrintTime'],
    filters: [
      'examId',
      'areaId',
      'agentId',
      'studentId',
      'ticketNo',
      'releaseFlag',
      'lastPrintTime',
      'partnersId',
    ],
    sort: ['-examId', 'ticketNo'],
  },
});
