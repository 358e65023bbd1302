import { jobClass, jobState, misfirePolicy, runResult } from '../../codes/schedule.ts';
import { defineDataset } from '../../kernel/dataset.ts';
import { field } from '../../kernel/field.ts';
import { label } from '../../kernel/label.ts';
import { limits } from '../../limits.ts';

/** Scheduled jobs (domain A10, 3.11). When they fire and how the last run ended is the server's to say. */
export const sysJob = defineDataset({
  name: 'sysJob',
  path: '/api/sys/job',
  menu: '/sys/job',
  key: 'jobId',
  label: label('定时任务', 'Scheduled jobs'),
  fields: {
    jobId: field.id({ label: label('任务ID', 'Job ID'), readOnly: true }),
    jobName: field.text({ label: label('任务名', 'Job'), required: true, max: limits.name }),
    jobGroup: field.text({ label: label('分组', 'Group'), max: limits.shortName, default: 'DEFAULT' }),
    jobClass: field.code({ label: label('处理器', 'Does'), of: jobClass, required: true }),
    cronExpression: field.text({
      label: label('cron表达式', 'Cron expression'),
      required: true,
      max: limits.name,
      format: 'cron',
      help: label('秒 分 时 日 月 周 [年]', 'second minute hour day month weekday [year]'),
    }),
    params: field.json({ label: label('参数', 'Parameters') }),
    concurrentFlag: field.yesNo({
      label: label('允许并发', 'May overlap'),
      default: 0,
      help: label('上次未结束时是否再次执行', 'Whether it runs again while the last run goes on'),
    }),
    misfire: field.code({
      label: label('错过策略', 'When missed'),
      of: misfirePolicy,
      default: 1,
      help: label(
        '停机等原因错过执行时间后如何处理',
        'What happens to times that passed while nothing could run',
      ),
    }),
    jobState: field.code({ label: label('状态', 'State'), of: jobState, default: 1, readOnly: true }),
    prevFireTime: field.dateTime({ label: label('上次执行', 'Last run'), readOnly: true }),
    nextFireTime: field.dateTime({ label: label('下次执行', 'Next run'), readOnly: true }),
    lastResult: field.code({ label: label('最近结果', 'Last result'), of: runResult, readOnly: true }),
    description: field.text({ label: label('说明', 'Description'), max: limits.address }),
  },
  naturalKey: ['jobName', 'jobGroup'],
  identity: { value: 'jobId', name: 'jobName' },
  permissions: { prefix: 'sys:job', actions: ['list', 'add', 'update', 'delete'] },
  scope: { common: 'schedules are of the installation, and of nobody in it' },
  list: {
    columns: [
      'jobId',
      'jobName',
      'jobClass',
      'cronExpression',
      'jobState',
      'nextFireTime',
      'prevFireTime',
      'lastResult',
    ],
    hidden: ['jobGroup', 'misfire', 'concurrentFlag', 'description', 'createTime', 'updateTime'],
    filters: ['jobName', 'jobGroup', 'jobClass', 'jobState'],
    sort: ['jobId'],
  },
  form: [
    {
      label: label('基本信息', 'Basic information'),
      fields: [
        'jobName',
        'jobGroup',
        'jobClass',
        'description',
        'cronExpression',
        'misfire',
        'concurrentFlag',
      ],
    },
    { label: label('参数', 'Parameters'), fields: ['params'], as: 'folded' },
  ],
});
