import { defineDataset, everyAction, field, label } from '../../kernel/language.ts';
import { limits } from '../../limits.ts';
import { common, ofAnyCategory, parentOf, plainContent } from '../shared/fields.ts';
import { guideChapter, publishFlag } from './guide.codes.ts';

/** Chapters of the application guide of a province (domain D15). */
export const guideInfo = defineDataset({
  name: 'guideInfo',
  path: '/api/data/wish/guideInfo',
  menu: { at: '/wish/guideInfo', group: 'guidance', icon: 'ReadOutlined', order: 3 },
  tableId: 21,
  label: label('报考指南', 'Guide'),
  fields: {
    id: field.id({ label: label('ID', 'ID') }),
    ...ofAnyCategory,
    chapter: field.code({ label: label('章节', 'Chapter'), of: guideChapter, required: true }),
    parentId: parentOf('guideInfo'),
    title: field.text({ required: true, max: limits.name }),
    content: field.richText({ required: true }),
    contentText: common.contentText,
    freeFlag: field.yesNo({ label: label('免费试读', 'Free to read'), default: 0 }),
    publishFlag: field.code({
      label: label('发布', 'Published'),
      of: publishFlag,
      default: 0,
      readOnly: true,
    }),
    orderNum: common.orderNum,
  },
  naturalKey: ['dataYear', 'provinceId', 'jointCategoryId', 'chapter', 'title'],
  identity: { name: 'title', found: true },
  parent: 'parentId',
  levels: 3,
  permissions: { prefix: 'wish:guideinfo', actions: everyAction },
  scope: { province: 'provinceId', rest: { common: 'guides are reference data' } },
  list: {
    columns: [
      ...(['title', 'publishFlag', 'freeFlag', 'chapter'] as const),
      ...(['dataYear', 'provinceId', 'jointCategoryId'] as const),
    ],
    filters: ['dataYear', 'provinceId', 'jointCategoryId', 'chapter', 'title', 'publishFlag', 'id'],
  },
  excel: { export: { with: ['contentText'] }, joins: [plainContent] },
});
