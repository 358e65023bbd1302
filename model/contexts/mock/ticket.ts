import { defineDataset, field, label } from '../../kernel/language.ts';
import { ofExam, ownedByExam } from './mock-fields.ts';

/** The tickets of candidates, with their numbers (domain H12, 4.3). */
export const ticket = defineDataset({
  name: 'ticket',
  path: '/api/mock/aff/ticket',
  menu: { at: '/mock/ticket', group: 'mock', icon: 'ScanOutlined', order: 12 },
  tableId: 63,
  label: label('准考证', 'Tickets'),
  readOnly: true,
  fields: {
    ticketId: field.id({ label: label('准考证ID', 'Ticket ID') }),
    examId: field.ref({ to: 'mockExam', required: true }),
    partnersId: ofExam.partnersId,
    areaId: field.ref({ to: 'area', required: true }),
    studentId: field.ref({ to: 'mockStudent', required: true, protects: false }),
    agentId: field.ref({ to: 'agent', protects: false }),
    ticketNo: field.text({ required: true, max: 16 }),
    releaseFlag: field.yesNo({ default: 0, required: true }),
    printNum: field.integer({ default: 0, required: true }),
    lastPrintTime: field.dateTime(),
    changedFlag: field.yesNo({
      label: label('打印后有变', 'Changed since printed'),
      warns: true,
      elsewhere: true,
      readOnly: true,
      help: label(
        '打印之后考生、座位、考场或时间有变，需要重新打印',
        'The candidate, seat, room or time has changed since the ticket was printed: print it again',
      ),
    }),
  },
  naturalKey: ['examId', 'ticketNo'],
  uniqueKeys: [['examId', 'studentId']],
  identity: { name: 'ticketNo' },
  permissions: {
    prefix: 'mock:ticket',
    actions: ['list', 'export'],
    own: { generate: label('生成准考证号', 'Give numbers'), release: label('发布准考证', 'Release tickets') },
  },
  scope: { ...ownedByExam, agency: 'agentId', own: { through: 'studentId' } },
  list: {
    point: ['ticketNo', 'studentId', 'releaseFlag', 'printNum', 'lastPrintTime', 'changedFlag'],
    filters: [
      'examId',
      'areaId',
      'agentId',
      'studentId',
      'ticketNo',
      'releaseFlag',
      'lastPrintTime',
      'changedFlag',
      'partnersId',
    ],
    sort: ['-examId', 'ticketNo'],
  },
});
