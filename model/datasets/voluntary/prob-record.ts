import { probBand } from '../../codes/probability.ts';
import { defineDataset, field, label } from '../../kernel/language.ts';

/**
 * The chances that candidates asked for, with the answers (domain D17). Written by the query alone, and changed by
 * nobody.
 */
export const probRecord = defineDataset({
  name: 'probRecord',
  path: '/api/data/wish/probRecord',
  menu: { at: '/wish/probRecord', group: 'guidance', icon: 'HistoryOutlined', order: 5 },
  key: 'id',
  tableId: 53,
  label: label('概率查询记录', 'Probability records'),
  fields: {
    id: field.id({ label: label('记录ID', 'Record ID') }),
    userId: field.ref({
      label: label('考生', 'Candidate'),
      to: 'wishUser',
      holds: false,
      required: true,
      readOnly: true,
    }),
    admissionId: field.ref({
      label: label('招生专业', 'Programme'),
      to: 'admission',
      holds: false,
      required: true,
      readOnly: true,
    }),
    score: field.decimal({ label: label('所用成绩', 'Score'), scale: 2, readOnly: true }),
    rankNo: field.integer({ label: label('所用位次', 'Rank'), readOnly: true }),
    probability: field.decimal({ scale: 4, min: 0, max: 1, readOnly: true }),
    level: field.code({ label: label('冲稳保', 'Band'), of: probBand, readOnly: true }),
    algorithmId: field.ref({ to: 'algorithm', holds: false, readOnly: true }),
  },
  naturalKey: [],
  permissions: {
    prefix: 'wish:probrecord',
    actions: ['list', 'export'],
    own: { query: label('为考生查询概率', "Tell a candidate's chances") },
  },
  scope: {
    partner: { through: 'userId' },
    province: { through: 'userId' },
    agency: { through: 'userId' },
    own: { through: 'userId' },
  },
  list: {
    columns: [
      'userId',
      'admissionId',
      'score',
      'rankNo',
      'probability',
      'level',
      'algorithmId',
      'createTime',
    ],
    filters: ['userId', 'admissionId', 'level', 'algorithmId', 'createTime', 'id'],
    sort: ['-id'],
  },
});
