import { defineDataset, field, label } from '../../kernel/language.ts';
import { limits } from '../../limits.ts';
import { crawlerSwitch, crawlStatus, selectorState } from './crawler.codes.ts';

/** Milliseconds between two pages of a site, at most. */
const longestIntervalMs = 60_000;

/** Most list pages of one run. */
const mostPages = 100;

/**
 * Tasks of the crawler (domain L3, 3.13): where the list is, how its items, their title, date and text are found, and
 * when it runs. Without `listSelector` the address is a feed; without `contentSelector` the text is found by its shape.
 */
export const crawlerTask = defineDataset({
  name: 'crawlerTask',
  path: '/api/base/admin/crawler/task',
  menu: { at: '/base/crawler', group: 'content', icon: 'CloudDownloadOutlined', order: 3 },
  label: label('爬虫任务', 'Crawler tasks'),
  fields: {
    taskId: field.id({ label: label('任务ID', 'Task ID') }),
    taskName: field.text({ required: true, max: limits.name }),
    siteName: field.text({ max: limits.name }),
    startUrl: field.text({
      required: true,
      max: limits.path,
      format: 'url',
      help: label(
        '列表页的网址，或 RSS、Atom、JSON 订阅源的网址',
        'Address of the list, or of an RSS, Atom or JSON feed',
      ),
    }),
    listSelector: field.text({
      max: limits.title,
      help: label(
        '列表中每个条目的 CSS 选择器，如 .news li；订阅源留空',
        'CSS selector of each item of the list, such as .news li; left empty for a feed',
      ),
    }),
    titleSelector: field.text({
      max: limits.title,
      help: label(
        '正文页中的标题；留空用列表中的链接文字',
        'The title on the page; left empty: the text of the link',
      ),
    }),
    contentSelector: field.text({
      max: limits.title,
      help: label(
        '正文页中的正文；留空自动识别',
        'The text on the page; left empty it is found by its shape',
      ),
    }),
    dateSelector: field.text({
      max: limits.title,
      help: label(
        '正文页或列表条目中的日期；留空自动识别',
        'The date on the page or in the item; left empty it is looked for',
      ),
    }),
    nextPage: field.text({
      label: label('下一页', 'Next page'),
      max: limits.path,
      help: label(
        '下一页链接的选择器，或含 {page} 的网址，如 https://…/list_{page}.html',
        'Selector of the link to the next page, or an address with {page}, such as https://…/list_{page}.html',
      ),
    }),
    maxPages: field.integer({ label: label('最多页数', 'Most pages'), default: 5, min: 1, max: mostPages }),
    intervalMs: field.integer({ default: 1_000, min: 0, max: longestIntervalMs }),
    keywords: field.text({
      max: limits.title,
      help: label(
        '只收录标题含任一关键词的条目，用逗号分隔',
        'Only items whose title has one of these words; commas between',
      ),
    }),
    columnId: field.ref({ label: label('入库栏目', 'Column'), to: 'column', required: true }),
    schoolId: field.ref({ to: 'school' }),
    provinceId: field.ref({ to: 'province' }),
    cronExpression: field.text({
      max: limits.name,
      format: 'cron',
      help: label(
        '秒 分 时 日 月 周 [年]；留空只手动运行',
        'second minute hour day month weekday [year]; left empty it runs only by hand',
      ),
    }),
    status: field.code({ of: crawlerSwitch, default: 1 }),
    crawlStatus: field.code({ of: crawlStatus, default: 0, readOnly: true }),
    selectorState: field.code({
      label: label('选择器', 'Selectors'),
      of: selectorState,
      default: 0,
      readOnly: true,
    }),
    lastRunTime: field.dateTime({ readOnly: true }),
    nextRunTime: field.dateTime({ label: label('下次运行', 'Next run'), readOnly: true }),
    newNum: field.integer({ label: label('本次新增', 'New in the last run'), default: 0, readOnly: true }),
    totalNum: field.integer({ label: label('累计收录', 'Taken in all'), default: 0, readOnly: true }),
    failNum: field.integer({ label: label('连续失败', 'Failures in a row'), default: 0, readOnly: true }),
    errorMsg: field.text({
      label: label('运行情况', 'About the last run'),
      max: limits.path,
      readOnly: true,
    }),
    jobId: field.loggedId({ label: label('运行任务ID', 'Job of the last run'), private: true }),
  },
  naturalKey: ['taskName'],
  permissions: { prefix: 'base:crawler', actions: ['list', 'add', 'update', 'delete'] },
  scope: { common: 'what is crawled is of the house, and of nobody in it' },
  list: {
    point: ['taskName', 'crawlStatus', 'selectorState', 'newNum', 'lastRunTime', 'errorMsg'],
    columns: [
      ...(['siteName', 'columnId', 'schoolId', 'provinceId', 'totalNum', 'nextRunTime', 'status'] as const),
      ...(['startUrl', 'cronExpression', 'failNum'] as const),
    ],
    filters: [
      ...(['taskName', 'siteName', 'crawlStatus', 'selectorState', 'columnId', 'schoolId'] as const),
      ...(['provinceId', 'status'] as const),
    ],
  },
  form: {
    groups: [
      {
        label: label('抓取规则', 'What is read'),
        fields: [
          ...(['startUrl', 'listSelector', 'nextPage', 'titleSelector', 'dateSelector'] as const),
          ...(['contentSelector', 'keywords', 'maxPages', 'intervalMs'] as const),
        ],
      },
      {
        label: label('入库和运行', 'Where it goes, and when it runs'),
        fields: ['columnId', 'schoolId', 'provinceId', 'cronExpression', 'status'],
      },
    ],
  },
});
