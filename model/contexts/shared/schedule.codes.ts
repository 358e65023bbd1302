import { defineCodes } from '../../kernel/codes.ts';

/** State of a scheduled job (domain 0.5). */
export const jobState = defineCodes('jobState', [
  { code: 1, name: 'running', zh: '运行', en: 'Running', tone: 'done' },
  { code: 0, name: 'paused', zh: '暂停', en: 'Paused', tone: 'look' },
]);

/** Handling of times missed while nothing could fire: skipped, or made up once (domain A10). */
export const misfirePolicy = defineCodes('misfirePolicy', [
  { code: 1, name: 'skip', zh: '忽略', en: 'Skip' },
  { code: 2, name: 'makeUp', zh: '立即补一次', en: 'Make up once' },
]);

/** Outcome of a scheduled job's run. */
export const runResult = defineCodes('runResult', [
  { code: 1, name: 'done', zh: '成功', en: 'Done', tone: 'done' },
  { code: 2, name: 'failed', zh: '失败', en: 'Failed', tone: 'lost' },
  { code: 3, name: 'skipped', zh: '跳过', en: 'Skipped', tone: 'plain' },
]);

/** Why a scheduled job ran. */
export const runCause = defineCodes('runCause', [
  { code: 1, name: 'schedule', zh: '定时', en: 'Schedule' },
  { code: 2, name: 'byHand', zh: '手动', en: 'By hand' },
  { code: 3, name: 'madeUp', zh: '补执行', en: 'Made up' },
]);

/** Kinds of scheduled jobs (domain 3.11); each has its handler on the server. */
export const jobClass = defineCodes('jobClass', [
  { code: 'sessionCleanJob', zh: '清理过期会话和验证码', en: 'Clean up expired sessions and captchas' },
  { code: 'fileCleanJob', zh: '清理过期的导入导出文件', en: 'Clean up expired files of imports and exports' },
  {
    code: 'historyCleanJob',
    zh: '清理过期的变更记录和操作日志',
    en: 'Clean up expired history and audit log',
  },
  { code: 'applyCleanJob', zh: '清理注册申请的残留文件', en: 'Clean up after registrations' },
  { code: 'courseCleanJob', zh: '清理课程视频的残留内容', en: 'Clean up after course videos' },
  { code: 'settleDraftJob', zh: '生成上月结算单草稿', en: 'Draw the settlements of last month' },
  { code: 'leadRecycleJob', zh: '回收久未跟进的线索', en: 'Return leads that nobody follows up' },
  { code: 'orderCloseJob', zh: '关闭超时未付的订单', en: 'Close orders that were not paid in time' },
  { code: 'codeExpireJob', zh: '激活码到期', en: 'Expire activation codes' },
  { code: 'userCardExpireJob', zh: '用户卡到期', en: "Expire candidates' cards" },
  { code: 'couponExpireJob', zh: '优惠券到期', en: 'Expire coupons' },
  { code: 'permExpireJob', zh: '黑白名单到期', en: 'End entries of the block and allow lists' },
  { code: 'mockStatusJob', zh: '推进考试状态', en: 'Move exams on at their times' },
  { code: 'crawlerDispatchJob', zh: '启动到点的爬虫任务', en: 'Start crawler tasks that are due' },
  { code: 'pushDispatchJob', zh: '分发到点的推送任务', en: 'Send push tasks that are due' },
  { code: 'dueStepsJob', zh: '处理其他到期的记录', en: 'Handle all other records that are due' },
  { code: 'followRemindJob', zh: '提醒到期的跟进', en: 'Remind of follow-ups that are due' },
  { code: 'visitRollupJob', zh: '汇总首页统计', en: 'Add up the figures of the dashboards' },
  { code: 'statCheckJob', zh: '核对首页统计', en: 'Check the figures of the dashboards' },
  { code: 'officialSyncJob', zh: '同步公众号文章', en: 'Synchronise official accounts' },
  { code: 'ttTokenRefreshJob', zh: '续期抖音授权', en: 'Renew authorisations of Douyin' },
  { code: 'calendarCheckJob', zh: '检查考试类型数据', en: 'Check the exam calendar' },
]);

/** Code of something that scheduled jobs can do. */
export type JobClass = (typeof jobClass)['items'][number]['code'];
