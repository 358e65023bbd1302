import { defineCodes } from '../../kernel/codes.ts';

/** State of a crawler task (domain 0.5 `@crawlStatus`, 3.13). */
export const crawlStatus = defineCodes('crawlStatus', [
  { code: 0, name: 'idle', zh: '待执行', en: 'Idle', tone: 'plain' },
  { code: 1, name: 'running', zh: '运行中', en: 'Running', tone: 'act' },
  { code: 2, name: 'done', zh: '已完成', en: 'Done', tone: 'done' },
  { code: 3, name: 'failed', zh: '失败', en: 'Failed', tone: 'lost' },
  { code: 4, name: 'stopped', zh: '已停止', en: 'Stopped', tone: 'look' },
]);

/**
 * The switch of a task (domain L3, ST): the values of `@enable` under a separate name, since three failures switch
 * it off and a dataset has one machine.
 */
export const crawlerSwitch = defineCodes('crawlerSwitch', [
  { code: 1, name: 'on', zh: '启用', en: 'Enabled', tone: 'done' },
  { code: 0, name: 'off', zh: '停用', en: 'Disabled', tone: 'plain' },
]);

/** The state of the selectors of a task by its last run. */
export const selectorState = defineCodes('selectorState', [
  { code: 0, name: 'untried', zh: '未检验', en: 'Not tried', tone: 'plain' },
  { code: 1, name: 'fine', zh: '正常', en: 'Fine', tone: 'done' },
  { code: 2, name: 'broken', zh: '已失效', en: 'Broken', tone: 'lost' },
]);

/** The state of a crawled page (domain L4, 3.13). */
export const resultStatus = defineCodes('resultStatus', [
  { code: 0, name: 'fresh', zh: '待处理', en: 'Pending', tone: 'look' },
  { code: 1, name: 'imported', zh: '已入库', en: 'Imported', tone: 'done' },
  { code: 2, name: 'ignored', zh: '已忽略', en: 'Ignored', tone: 'plain' },
]);
