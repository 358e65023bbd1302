import { defineDataset, field, label } from '../../kernel/language.ts';
import { readableCode } from '../../rules/readable-code.ts';
import { common } from '../shared/fields.ts';
import { agencyPayMode } from './mock.codes.ts';
import { ofExam, ownedByExam, quotaOf } from './mock-fields.ts';

/** The agencies that take part in an exam, with the price and the payer (domain H6). */
export const examAgent = defineDataset({
  name: 'examAgent',
  path: '/api/mock/base/exam_agent',
  menu: { at: '/mock/examAgent', group: 'mock', icon: 'ShopOutlined', order: 6 },
  tableId: 54,
  label: label('考试机构', 'Exam agencies'),
  fields: {
    id: field.id({ label: label('ID', 'ID') }),
    examId: ofExam.examId,
    agentId: field.ref({ to: 'agent', required: true, lockedOnEdit: true }),
    partnersId: ofExam.partnersId,
    agentRegCode: field.text({
      label: label('机构报名码', 'Registration code of the agency'),
      max: 8,
      readOnly: true,
      generated: () => readableCode(6),
    }),
    quota: quotaOf('名额', 'Places'),
    fee: field.money({
      label: label('机构价', 'Price for the agency'),
      min: 0,
      help: label('留空则按考试的报名费', 'Left empty: the fee of the exam'),
    }),
    payMode: field.code({ of: agencyPayMode, default: 0 }),
    regNum: field.integer({ readOnly: true, elsewhere: true }),
    status: common.status,
  },
  naturalKey: ['examId', 'agentId'],
  uniqueKeys: [['agentRegCode']],
  identity: { name: 'agentRegCode' },
  permissions: {
    prefix: 'mock:examagent',
    actions: ['list', 'add', 'update', 'delete', 'import', 'export'],
  },
  scope: { ...ownedByExam, agency: 'agentId' },
  list: {
    columns: ['examId', 'agentRegCode'],
    point: ['agentId', 'regNum', 'quota', 'fee', 'payMode', 'status'],
    filters: ['examId', 'agentId', 'partnersId', 'payMode', 'status'],
  },
  excel: { export: { with: ['regNum'] } },
});
