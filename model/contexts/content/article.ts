import { defineDataset, field, label } from '../../kernel/language.ts';
import { limits } from '../../limits.ts';
import { reviewStatus } from '../partner/partner.codes.ts';
import { common } from '../shared/fields.ts';
import { jointParent, siteKey } from '../shared/shared.codes.ts';
import { articleOrigin, articleUpStatus, pictureFault, publishState } from './content.codes.ts';

/**
 * Articles: news and guides of the sites and apps (domain L1, 3.14). One is public when it is approved, put up and its
 * publishing time has come, see `publicArticles` on the server; nothing has to happen at that time. An article is of
 * several provinces, so it names the family of joint exams and not a category, which one province has (Q72).
 */
export const article = defineDataset({
  name: 'article',
  path: '/api/base/article',
  menu: { at: '/base/article', group: 'content', icon: 'FileTextOutlined', order: 1 },
  tableId: 49,
  label: label('文章', 'Articles'),
  fields: {
    articleId: field.id({ label: label('文章ID', 'Article ID') }),
    title: field.text({ required: true, max: limits.title }),
    columnId: field.ref({ label: label('栏目', 'Column'), to: 'column', required: true }),
    author: field.text({ max: limits.shortName }),
    sourceName: field.text({ label: label('来源', 'Source'), max: limits.name }),
    sourceUrl: field.text({
      label: label('原文', 'Original'),
      max: limits.path,
      format: 'url',
      help: label('转载文章的原文网址', 'Address of the text that it was taken from'),
    }),
    cover: field.image(),
    summary: field.text({ label: label('摘要', 'Summary'), max: limits.path, multiline: true }),
    content: field.richText({ required: true }),
    provinceIds: field.refs({
      label: label('省份', 'Provinces'),
      to: 'province',
      help: label('留空为全部省份', 'Left empty: all provinces'),
    }),
    schoolIds: field.refs({ label: label('关联院校', 'Schools'), to: 'school' }),
    parentType: field.code({ label: label('统考大类', 'Family of exams'), of: jointParent }),
    tagNames: field.text({
      max: limits.title,
      help: label('多个标签用逗号分隔', 'Several tags with commas between'),
    }),
    siteKeys: field.codes({ of: siteKey, help: label('留空为全部站点', 'Left empty: all sites') }),
    topFlag: field.yesNo({ label: label('置顶', 'On top'), default: 0 }),
    publishTime: field.dateTime({
      help: label(
        '晚于现在即为定时公开；留空则上架时公开',
        'In the future: public from then on. Left empty: public when it is put online',
      ),
    }),
    publishState: field.code({
      label: label('公开', 'Public'),
      of: publishState,
      elsewhere: true,
      readOnly: true,
    }),
    origin: field.code({
      label: label('来自', 'Came from'),
      of: articleOrigin,
      elsewhere: true,
      readOnly: true,
    }),
    auditStatus: field.code({ of: reviewStatus, required: true, default: 0, readOnly: true }),
    upStatus: field.code({ of: articleUpStatus, required: true, default: 0, readOnly: true }),
    auditRemark: field.text({ max: limits.remark, readOnly: true }),
    auditBy: field.ref({ to: 'adminUser', readOnly: true, protects: false }),
    auditTime: field.dateTime({ readOnly: true }),
    firstUpTime: field.dateTime({ label: label('首次上架', 'First put online'), readOnly: true }),
    viewNum: field.integer({ default: 0, readOnly: true }),
    pictureFaults: field.lines({
      label: label('未取回的图片', 'Pictures not brought in'),
      readOnly: true,
      of: {
        url: field.text({ label: label('图片地址', 'Address'), required: true, max: limits.pictureUrl }),
        fault: field.code({ label: label('原因', 'Why'), of: pictureFault, required: true }),
      },
    }),
    orderNum: common.orderNum,
  },
  naturalKey: ['title', 'columnId'],
  // The original is looked for before an article is made of it; the columns' lists are read by time.
  indexes: [['sourceUrl'], ['columnId', 'publishTime']],
  identity: { found: true },
  permissions: {
    prefix: 'base:article',
    actions: ['list', 'add', 'update', 'delete', 'export'],
    own: { publish: label('审核和发布文章', 'Review and publish articles') },
  },
  scope: { province: 'provinceIds', rest: { common: 'articles are those of the house' } },
  list: {
    point: ['title', 'columnId', 'auditStatus', 'publishState', 'publishTime', 'viewNum'],
    columns: [
      ...(['author', 'sourceName', 'origin', 'provinceIds', 'schoolIds', 'parentType'] as const),
      ...(['topFlag', 'upStatus', 'orderNum', 'createTime'] as const),
    ],
    filters: [
      ...(['title', 'columnId', 'auditStatus', 'publishState', 'upStatus', 'provinceIds'] as const),
      ...(['schoolIds', 'parentType', 'origin', 'author', 'sourceName', 'publishTime', 'articleId'] as const),
    ],
  },
  form: {
    groups: [
      {
        label: label('归属', 'Where it belongs'),
        fields: ['provinceIds', 'schoolIds', 'parentType', 'tagNames'],
      },
      { label: label('展示', 'How it is shown'), fields: ['siteKeys', 'publishTime', 'topFlag', 'orderNum'] },
    ],
  },
  excel: {
    export: [
      ...(['articleId', 'title', 'columnId', 'author', 'sourceName', 'sourceUrl', 'summary'] as const),
      ...(['provinceIds', 'schoolIds', 'parentType', 'tagNames', 'siteKeys', 'topFlag'] as const),
      ...(['publishTime', 'publishState', 'auditStatus', 'upStatus', 'viewNum', 'orderNum'] as const),
      ...(['origin', 'createTime'] as const),
    ],
  },
  groups: ['columnId', 'auditStatus', 'upStatus'],
});
