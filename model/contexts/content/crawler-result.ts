import { defineDataset, field, label } from '../../kernel/language.ts';
import { limits } from '../../limits.ts';
import { resultStatus } from './crawler.codes.ts';

/**
 * Pages that the crawler has read (domain L4): an inbox, from which drafts of articles are made. `urlHash` is of the
 * address without what varies, see `server/contexts/content/crawler/page-address.ts`, so that a page is read once. A
 * deleted row is read again by the next run; one that is of no use is ignored instead.
 */
export const crawlerResult = defineDataset({
  name: 'crawlerResult',
  path: '/api/base/admin/crawler/result',
  menu: { at: '/base/crawlerResult', group: 'content', icon: 'InboxOutlined', order: 10 },
  label: label('爬虫结果', 'Crawler results'),
  readOnly: true,
  fields: {
    id: field.id({ label: label('ID', 'ID') }),
    urlHash: field.text({
      label: label('网址摘要', 'Hash of the address'),
      max: limits.name,
      required: true,
      private: true,
    }),
    taskId: field.ref({ to: 'crawlerTask', required: true }),
    title: field.text({ max: limits.path, required: true }),
    url: field.text({ label: label('原文网址', 'Address'), max: limits.pageUrl, required: true }),
    publishDate: field.date(),
    textLength: field.integer({ label: label('正文字数', 'Characters'), required: true }),
    content: field.richText(),
    resultStatus: field.code({ of: resultStatus, required: true, default: 0 }),
    articleId: field.ref({ label: label('文章', 'Article'), to: 'article', protects: false }),
  },
  uniqueKeys: [['urlHash']],
  identity: { name: 'title' },
  permissions: { prefix: 'base:crawlerresult', actions: ['list', 'delete'] },
  scope: { common: 'what is crawled is of the house, and of nobody in it' },
  list: {
    point: ['title', 'taskId', 'resultStatus', 'publishDate', 'textLength', 'articleId'],
    columns: ['url', 'createTime'],
    filters: ['taskId', 'title', 'resultStatus', 'publishDate'],
  },
});
