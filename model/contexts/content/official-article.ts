import { defineDataset, field, label } from '../../kernel/language.ts';
import { limits } from '../../limits.ts';
import { importState, officialKind } from './content.codes.ts';

/**
 * Articles of official accounts as the vendor lists them (domain L2): an inbox, from which drafts of articles are made.
 * `sourceNo` is the vendor's number of the message and the place in it, so that a second synchronisation adds nothing
 * twice. The vendor gives the text with the list; it stays here until it is imported.
 */
export const officialArticle = defineDataset({
  name: 'officialArticle',
  path: '/api/base/official/accounts/article',
  menu: { at: '/base/officialArticle', group: 'content', icon: 'InboxOutlined', order: 9 },
  label: label('公众号文章', 'Articles of official accounts'),
  readOnly: true,
  fields: {
    id: field.id({ label: label('ID', 'ID') }),
    accountId: field.ref({ label: label('公众号', 'Account'), to: 'officialAccounts', required: true }),
    sourceNo: field.text({ max: limits.title, required: true, private: true }),
    kind: field.code({ label: label('类型', 'Kind'), of: officialKind, required: true }),
    title: field.text({ required: true, max: limits.path }),
    author: field.text({ max: limits.shortName }),
    summary: field.text({ label: label('摘要', 'Summary'), max: limits.path }),
    url: field.text({ label: label('链接', 'Link'), max: limits.pictureUrl }),
    cover: field.text({ label: label('封面地址', 'Address of the cover'), max: limits.pictureUrl }),
    content: field.richText({ private: true }),
    publishTime: field.dateTime(),
    importFlag: field.code({ label: label('入库', 'Imported'), of: importState, required: true, default: 0 }),
    articleId: field.ref({ label: label('文章', 'Article'), to: 'article', protects: false }),
  },
  uniqueKeys: [['accountId', 'sourceNo']],
  identity: { name: 'title' },
  permissions: { prefix: 'base:officialarticle', actions: ['list', 'delete'] },
  scope: { common: 'the accounts are those of the house' },
  list: {
    point: ['title', 'accountId', 'importFlag', 'kind', 'publishTime', 'articleId'],
    columns: ['author', 'summary', 'url', 'createTime'],
    filters: ['accountId', 'title', 'kind', 'publishTime', 'importFlag', 'id'],
    sort: ['-publishTime', '-id'],
  },
});
