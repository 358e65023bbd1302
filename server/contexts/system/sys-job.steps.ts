import { misfirePolicy } from '@yikao/model/contexts/shared/schedule.codes.ts';
import { sysJobSteps } from '@yikao/model/contexts/system/sys-job.machine.ts';
import { shanghaiTime } from '@yikao/model/rules/data-year.ts';
import { defineStepServer } from '../../engine/steps/step-server.ts';
import { nextFireTime } from './sys-job.server.ts';

/**
 * A resumed job fires at its next regular time; runs missed while paused are made up once only if its policy says so
 * (domain 3.11).
 */
export const sysJobStepServer = defineStepServer(sysJobSteps, {
  needs: {},
  effects: {
    async resume({ rows, now }) {
      return new Map(
        rows.map(row => {
          const { nextFireTime: due } = row;
          const makesUp = row.misfire === misfirePolicy.is.makeUp && due !== null && due < shanghaiTime(now);
          return [
            row.rowKey,
            { values: { nextFireTime: makesUp ? due : nextFireTime(row.cronExpression, now) } },
          ];
        }),
      );
    },
  },
});
