import { defineDataset, field, label } from '../../kernel/language.ts';
import { limits } from '../../limits.ts';
import { probBand } from '../admission/probability.codes.ts';

/**
 * The probabilities that candidates queried, with the answers (domain D17). Only the query writes it, and it is never
 * changed.
 */
export const probRecord = defineDataset({
  name: 'probRecord',
  path: '/api/data/wish/probRecord',
  menu: { at: '/wish/probRecord', group: 'guidance', icon: 'HistoryOutlined', order: 5 },
  tableId: 53,
  label: label('概率查询记录', 'Probability records'),
  readOnly: true,
  fields: {
    id: field.id({ label: label('记录ID', 'Record ID') }),
    userId: field.ref({ label: label('考生', 'Candidate'), to: 'wishUser', protects: false, required: true }),
    admissionId: field.ref({
      label: label('招生专业', 'Programme'),
      to: 'admission',
      protects: false,
      required: true,
    }),
    schoolName: field.text({
      label: label('院校', 'School'),
      max: limits.name,
      elsewhere: true,
      readOnly: true,
    }),
    score: field.decimal({ label: label('所用成绩', 'Score'), scale: 2 }),
    rankNo: field.integer({ label: label('所用位次', 'Rank') }),
    rankPast: field.yesNo({
      label: label('分数低于一分一段', 'Below the score distribution'),
      help: label(
        '分数低于一分一段最低分：真实位次在所用位次或之后，概率是上限',
        'The score is below the last row: the true rank is the one used or worse, and the probability an upper bound',
      ),
      default: 0,
    }),
    probability: field.decimal({ scale: 4, min: 0, max: 1, share: true }),
    level: field.code({ label: label('冲稳保', 'Band'), of: probBand }),
    lineMin: field.decimal({ label: label('历年线最低', 'Lowest line of the years'), scale: 2, plain: true }),
    lineMax: field.decimal({
      label: label('历年线最高', 'Highest line of the years'),
      scale: 2,
      plain: true,
    }),
    lineYears: field.integer({ label: label('历年年数', 'Years with a line') }),
    unscaled: field.yesNo({ label: label('位次未换算', 'Rank not converted'), default: 0 }),
    unchecked: field.yesNo({ label: label('有未核对的要求', 'Minimum not checked'), default: 0 }),
    algorithmId: field.ref({ to: 'algorithm', protects: false }),
  },
  identity: { parts: ['userId', 'schoolName', 'admissionId'] },
  permissions: {
    prefix: 'wish:probrecord',
    actions: ['list', 'export'],
    own: { query: label('为考生查询概率', "Tell a candidate's chances") },
  },
  scope: { through: 'userId' },
  list: {
    columns: [
      'score',
      'rankPast',
      'lineMin',
      'lineMax',
      'lineYears',
      'unscaled',
      'unchecked',
      'algorithmId',
      'createTime',
    ],
    point: ['userId', 'schoolName', 'admissionId', 'rankNo', 'probability', 'level'],
    filters: ['userId', 'admissionId', 'level', 'algorithmId', 'createTime', 'id'],
  },
  excel: { export: { with: ['schoolName'] } },
});
