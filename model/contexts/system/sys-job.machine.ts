import { label } from '../../kernel/label.ts';
import { defineSteps } from '../../kernel/steps.ts';
import { cronFault } from '../../rules/cron.ts';
import { shanghaiInstant } from '../../rules/data-year.ts';
import { registry } from '../datasets.ts';

/** Scheduled jobs are paused and resumed (domain 3.11); a resumed job next fires at its next regular time. */
export const sysJobSteps = defineSteps(
  registry.sysJob,
  'jobState',
  { start: 'running', end: [] },
  {
    pause: {
      move: { running: 'paused' },
      label: label('暂停', 'Pause'),
      may: 'update',
      bulk: 'each',
      alias: ['POST /pause_job'],
    },
    resume: {
      move: { paused: 'running' },
      label: label('恢复', 'Resume'),
      may: 'update',
      needs: {
        fires: [
          (row, { now }) => cronFault(row.cronExpression, shanghaiInstant(now)) === undefined,
          label('执行计划已不会再触发，请先修改', 'Its schedule would never run again; change it first'),
        ],
      },
      returns: ['nextFireTime'],
      bulk: 'each',
      alias: ['POST /resume_job'],
    },
  },
);
