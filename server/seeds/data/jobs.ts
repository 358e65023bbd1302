import type { JobClass } from '@yikao/model/contexts/shared/schedule.codes.ts';

/** A scheduled job that ships with the product. */
export interface JobSeed {
  readonly jobName: string;
  readonly jobClass: JobClass;
  readonly cronExpression: string;
  readonly misfire: 1 | 2;
  readonly description: string;
}

/** Housekeeping jobs; runs missed at night are made up in the morning. */
export const jobs: readonly JobSeed[] = [
  {
    jobName: '会话清理',
    jobClass: 'sessionCleanJob',
    cronExpression: '0 15 * * * ?',
    misfire: 1,
    description: '每小时清理过期的会话、验证码和限流计数',
  },
  {
    jobName: '考试类型检查',
    jobClass: 'calendarCheckJob',
    cronExpression: '0 0 1 * * ?',
    misfire: 2,
    description: '每天检查当前数据年份的考试类型',
  },
  {
    jobName: '文件清理',
    jobClass: 'fileCleanJob',
    cronExpression: '0 0 3 * * ?',
    misfire: 2,
    description: '每天清理超过保留天数的导入导出文件',
  },
  {
    jobName: '历史清理',
    jobClass: 'historyCleanJob',
    cronExpression: '0 30 3 * * ?',
    misfire: 2,
    description: '每天清理超过保留天数的变更记录和操作日志',
  },
];

/**
 * The job added with the registration of partners (domain F7); a separate step, since the others are already in the
 * database.
 */
export const registrationJobs: readonly JobSeed[] = [
  {
    jobName: '注册清理',
    jobClass: 'applyCleanJob',
    cronExpression: '0 45 3 * * ?',
    misfire: 2,
    description: '每天清理过期的短信验证码和不再需要的资质图片',
  },
];

/** The job added with settlements. */
export const settlementJobs: readonly JobSeed[] = [
  {
    jobName: '结算草稿',
    jobClass: 'settleDraftJob',
    cronExpression: '0 0 4 1 * ?',
    misfire: 2,
    description: '每月 1 日为各合伙人生成上月的结算单草稿',
  },
];

/** The job added with the leads. */
export const leadJobs: readonly JobSeed[] = [
  {
    jobName: '线索回收',
    jobClass: 'leadRecycleJob',
    cronExpression: '0 0 2 * * ?',
    misfire: 2,
    description: '每天把超过天数未跟进的线索收回公海',
  },
];

/** The job added with the reminders of follow-ups. */
export const reminderJobs: readonly JobSeed[] = [
  {
    jobName: '跟进提醒',
    jobClass: 'followRemindJob',
    cronExpression: '0 * * * * ?',
    misfire: 2,
    description: '每分钟提醒销售跟进已到约定时间的线索',
  },
];

/** The jobs added with the dashboards. */
export const statisticsJobs: readonly JobSeed[] = [
  {
    jobName: '统计汇总',
    jobClass: 'visitRollupJob',
    cronExpression: '15 5/10 * * * ?',
    misfire: 1,
    description: '每 10 分钟把新的访问、订单和激活计入每日汇总',
  },
  {
    jobName: '统计核对',
    jobClass: 'statCheckJob',
    cronExpression: '0 35 3 * * ?',
    misfire: 2,
    description: '每天与明细全量核对首页统计，有差异时自动修正',
  },
  {
    jobName: '公众号同步',
    jobClass: 'officialSyncJob',
    cronExpression: '0 0 6 * * ?',
    misfire: 2,
    description: '每天同步打开了自动采集的公众号，新文章成为文章草稿',
  },
  {
    jobName: '抖音授权续期',
    jobClass: 'ttTokenRefreshJob',
    cronExpression: '0 20 * * * ?',
    misfire: 2,
    description: '每小时续期即将到期的抖音账号授权，并更新挂载统计',
  },
];

/** The job added with the courses. */
export const teachingJobs: readonly JobSeed[] = [
  {
    jobName: '课程视频清理',
    jobClass: 'courseCleanJob',
    cronExpression: '0 50 3 * * ?',
    misfire: 2,
    description: '每天清理未传完的课程视频，以及删除满 30 天的视频内容',
  },
];

/** A job that looks every minute; one look makes up for all that were missed. */
const everyMinute = (jobName: string, jobClass: JobClass, description: string): JobSeed => ({
  ...{ jobName, jobClass, description },
  ...{ cronExpression: '0 * * * * ?', misfire: 2 },
});

/** The jobs that take the steps of the clock. */
export const stepJobs: readonly JobSeed[] = [
  everyMinute('订单关闭', 'orderCloseJob', '每分钟关闭超过支付时限的订单'),
  everyMinute('激活码到期', 'codeExpireJob', '每分钟把到期的激活码改为已过期'),
  everyMinute('用户卡到期', 'userCardExpireJob', '每分钟把到期的用户卡改为已过期'),
  everyMinute('优惠券到期', 'couponExpireJob', '每分钟把到期的优惠券改为已过期'),
  everyMinute('黑白名单到期', 'permExpireJob', '每分钟停用到期的黑白名单'),
  everyMinute('考试状态', 'mockStatusJob', '每分钟按时间推进模考和网考：报名截止、开考、结束'),
  everyMinute('爬虫调度', 'crawlerDispatchJob', '每分钟启动到点的爬虫任务'),
  everyMinute('推送调度', 'pushDispatchJob', '每分钟分发到点的推送任务'),
  everyMinute('其他到期', 'dueStepsJob', '每分钟处理直播、通话、短信、课程上传和抖音中到期的记录'),
];
