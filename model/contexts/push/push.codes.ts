import { defineCodes } from '../../kernel/codes.ts';

/** The vendors that deliver pushes (domain N1). */
export const pushVendor = defineCodes('pushVendor', [
  { code: 1, name: 'getui', zh: '个推', en: 'Getui' },
  { code: 2, name: 'jpush', zh: '极光', en: 'JPush' },
  { code: 3, name: 'wechat', zh: '微信订阅消息', en: 'WeChat subscription messages' },
  { code: 4, name: 'douyin', zh: '抖音订阅消息', en: 'Douyin subscription messages' },
  { code: 9, name: 'local', zh: '本地模拟', en: 'Simulated here', tone: 'plain' },
]);

/** Reach of a device by its token (domain N2). */
export const deviceStatus = defineCodes('deviceStatus', [
  { code: 1, name: 'live', zh: '有效', en: 'Reachable', tone: 'done' },
  { code: 0, name: 'dead', zh: '失效', en: 'Unreachable', tone: 'plain' },
]);

/** State of a push task (domain 0.5 `@pushStatus`, 3.9). A paused one keeps its place and goes on from there. */
export const pushStatus = defineCodes('pushStatus', [
  { code: 0, name: 'draft', zh: '草稿', en: 'Draft', tone: 'plain' },
  { code: 1, name: 'building', zh: '名单生成中', en: 'Making the list', tone: 'act' },
  { code: 2, name: 'built', zh: '名单已生成', en: 'List made', tone: 'look' },
  { code: 3, name: 'distributing', zh: '分发中', en: 'Distributing', tone: 'act' },
  { code: 7, name: 'paused', zh: '已暂停', en: 'Paused', tone: 'look' },
  { code: 4, name: 'done', zh: '已完成', en: 'Done', tone: 'done' },
  { code: 5, name: 'cancelled', zh: '已取消', en: 'Cancelled', tone: 'plain' },
  { code: 6, name: 'failed', zh: '失败', en: 'Failed', tone: 'lost' },
]);

/** The page that a tap on a push opens (domain N3). */
export const pushLink = defineCodes('pushLink', [
  { code: 0, name: 'none', zh: '无', en: 'None' },
  { code: 1, name: 'article', zh: '文章', en: 'Article' },
  { code: 2, name: 'goods', zh: '商品', en: 'Goods' },
  { code: 3, name: 'page', zh: '页面', en: 'Page' },
  { code: 4, name: 'external', zh: '外链', en: 'External' },
]);

/** The ways in which the audience of a push is chosen (domain N3). */
export const audienceType = defineCodes('audienceType', [
  { code: 1, name: 'all', zh: '全部', en: 'All' },
  { code: 2, name: 'filtered', zh: '条件', en: 'By conditions' },
  { code: 3, name: 'named', zh: '指定用户', en: 'Named users' },
  { code: 4, name: 'imported', zh: '导入名单', en: 'Imported list' },
]);

/** Outcome of the push to one device (domain N4). A task that is cancelled ends those that wait. */
export const sendStatus = defineCodes('sendStatus', [
  { code: 0, name: 'waiting', zh: '待发', en: 'Waiting', tone: 'plain' },
  { code: 1, name: 'sent', zh: '成功', en: 'Sent', tone: 'done' },
  { code: 2, name: 'failed', zh: '失败', en: 'Failed', tone: 'lost' },
  { code: 3, name: 'cancelled', zh: '已取消', en: 'Cancelled', tone: 'plain' },
]);
