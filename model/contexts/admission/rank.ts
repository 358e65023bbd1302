import { defineDataset, everyAction, field, label } from '../../kernel/language.ts';
import { limits } from '../../limits.ts';
import { common, countOf } from '../shared/fields.ts';
import { rankLevel } from './admission.codes.ts';

/** Rankings of schools and of their majors (domain D9, 4.4). */
export const rank = defineDataset({
  name: 'rank',
  path: '/api/data/wish/rank',
  menu: { at: '/wish/rank', group: 'data', icon: 'TrophyOutlined', order: 10 },
  tableId: 13,
  label: label('排名', 'Rankings'),
  fields: {
    rankId: field.id({ label: label('排名ID', 'Ranking ID') }),
    dataYear: common.dataYear,
    categoryId: field.ref({ label: label('排名类别', 'Kind'), to: 'rankCategory', required: true }),
    level: field.code({ label: label('层级', 'Ranks'), of: rankLevel, required: true }),
    schoolId: common.schoolId,
    profName: field.text({
      label: label('专业', 'Major'),
      max: limits.name,
      help: label('专业排名必填，院校排名不填', 'Needed in a ranking of majors, blank in one of schools'),
    }),
    rankNo: countOf(label('名次', 'Place')),
    rankScore: field.decimal({ label: label('得分', 'Points'), scale: 2, min: 0, max: 9_999_999 }),
    grade: field.text({ label: label('等级', 'Grade'), max: 4 }),
    provinceRank: countOf(label('省内名次', 'Place in the province')),
    remark: common.remark,
    /** Published ranks are kept; only calculated ones are recalculated (4.4). */
    rankFixed: field.yesNo({
      label: label('名次为公布值', 'Place as published'),
      default: 0,
      readOnly: true,
    }),
  },
  naturalKey: ['dataYear', 'categoryId', 'level', 'schoolId', 'profName'],
  permissions: { prefix: 'wish:rank', actions: everyAction },
  scope: { common: 'rankings are reference data' },
  list: {
    point: ['schoolId', 'profName', 'rankNo', 'rankScore', 'provinceRank'],
    hidden: ['rankId', 'remark', 'rankFixed'],
    filters: ['dataYear', 'categoryId', 'level', 'schoolId', 'profName', 'rankId'],
  },
  excel: {
    kinds: [
      { type: 1, label: label('专业排名', 'Ranking of majors'), sets: { level: 1 } },
      {
        type: 2,
        label: label('院校排名', 'Ranking of schools'),
        sets: { level: 2 },
        columns: [
          ...(['dataYear', 'categoryId', 'schoolId', 'rankNo', 'rankScore', 'grade'] as const),
          ...(['provinceRank', 'remark'] as const),
        ],
      },
    ],
  },
});
