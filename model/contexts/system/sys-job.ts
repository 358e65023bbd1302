import { defineDataset, field, label } from '../../kernel/language.ts';
import { limits } from '../../limits.ts';
import { jobClass, jobState, misfirePolicy, runResult } from '../shared/schedule.codes.ts';

/** Scheduled jobs (domain A10, 3.11). The server sets the next time and the outcome of the last run. */
export const sysJob = defineDataset({
  name: 'sysJob',
  path: '/api/sys/job',
  menu: { at: '/sys/job', group: 'system', icon: 'ClockCircleOutlined', order: 8 },
  label: label('定时任务', 'Scheduled jobs'),
  fields: {
    jobId: field.id({ label: label('任务ID', 'Job ID') }),
    jobName: field.text({ label: label('任务名', 'Job'), required: true, max: limits.name }),
    jobGroup: field.text({ label: label('分组', 'Group'), max: limits.shortName, default: 'DEFAULT' }),
    jobClass: field.code({ label: label('处理器', 'Task'), of: jobClass, required: true }),
    description: field.text({ label: label('说明', 'Description'), max: limits.address }),
    cronExpression: field.text({
      required: true,
      max: limits.name,
      format: 'cron',
      help: label('秒 分 时 日 月 周 [年]', 'second minute hour day month weekday [year]'),
    }),
    misfire: field.code({
      label: label('错过策略', 'When missed'),
      of: misfirePolicy,
      default: 1,
      help: label(
        '停机等原因错过执行时间后如何处理',
        'What to do about runs missed, for example while the server was down',
      ),
    }),
    concurrentFlag: field.yesNo({
      label: label('允许并发', 'May overlap'),
      default: 0,
      help: label('上次未结束时是否再次执行', 'Whether it may run again before the last run has ended'),
    }),
    params: field.json({ label: label('参数', 'Parameters') }),
    jobState: field.code({ label: label('状态', 'State'), of: jobState, default: 1, readOnly: true }),
    nextFireTime: field.dateTime({ readOnly: true }),
    prevFireTime: field.dateTime({ readOnly: true }),
    lastResult: field.code({ of: runResult, readOnly: true }),
  },
  naturalKey: ['jobName', 'jobGroup'],
  permissions: { prefix: 'sys:job', actions: ['list', 'add', 'update', 'delete'] },
  alias: { list: ['GET /quartz'], update: ['POST /update_job'] },
  scope: { common: 'schedules are of the installation, and of nobody in it' },
  list: {
    point: ['jobName', 'jobState', 'cronExpression', 'nextFireTime', 'lastResult'],
    hidden: ['jobGroup', 'misfire', 'concurrentFlag', 'description'],
    filters: ['jobName', 'jobGroup', 'jobClass', 'jobState'],
    sort: ['jobId'],
  },
  form: { groups: [{ label: label('参数', 'Parameters'), fields: ['params'], as: 'folded' }] },
});
