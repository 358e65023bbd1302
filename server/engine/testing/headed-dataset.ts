import { defineDataset, field, label } from '@yikao/model/kernel/language.ts';

/** A dataset whose exports have headers of all five kinds, as admission data does (domain D3); for tests only. */
export const headed = defineDataset({
  name: 'testHeaded',
  path: '/api/test/headed',
  tableId: 990,
  label: label('录取样本', 'Headed rows'),
  fields: {
    dataId: field.id({ label: label('数据ID', 'Row ID') }),
    dataYear: field.year({ label: label('年份', 'Year'), required: true }),
    name: field.text({ label: label('专业', 'Major'), required: true, max: 32 }),
    planNum: field.integer({ label: label('计划数', 'Plan'), min: 0, max: 1_000_000 }),
    admitNum: field.integer({ label: label('录取人数', 'Admitted'), min: 0, max: 1_000_000 }),
    tuition: field.money({ label: label('学费', 'Tuition'), min: 0 }),
    exceptionFlag: field.yesNo({ label: label('特殊录取', 'Exception'), default: 0 }),
    remark: field.text({ label: label('备注', 'Remark'), max: 64 }),
  },
  naturalKey: ['dataYear', 'name'],
  permissions: { prefix: 'test:headed', actions: ['list', 'add', 'import', 'export'] },
  scope: { common: 'in tests alone' },
  list: { columns: ['dataId', 'dataYear', 'name'], hidden: [], filters: ['dataYear', 'name'] },
  excel: {
    headers: [
      { type: 1, fields: ['planNum', 'tuition', 'remark'] },
      { type: 2, fields: ['admitNum'] },
      { type: 3, fields: ['tuition', 'planNum'] },
      { type: 4, fields: ['admitNum', 'planNum'] },
      { type: 5, fields: ['admitNum', 'remark'], where: { exceptionFlag: 1 } },
    ],
  },
});
