import { registry } from '../datasets/index.ts';
import { label } from '../kernel/label.ts';
import { defineSteps } from '../kernel/steps.ts';

/** Scheduled jobs are paused and go on (domain 3.11); a job that goes on fires at its next time from then. */
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
      tells: ['nextFireTime'],
      bulk: 'each',
      alias: ['POST /resume_job'],
    },
  },
);
