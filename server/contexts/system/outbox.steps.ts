import { outboxStatus } from '@yikao/model/contexts/system/outbox.codes.ts';
import { outboxSteps } from '@yikao/model/contexts/system/outbox.machine.ts';
import { shanghaiTime } from '@yikao/model/rules/data-year.ts';
import { defineStepServer } from '../../engine/steps/step-server.ts';

/** Milliseconds after which a message that was taken counts as its sender's no more: several times the longest call. */
const leaseMs = 120_000;

/** Code of `outboxStatus` of a message that waits. */
const { waiting } = outboxStatus.is;

/**
 * The effects of the steps of the messages: a taken one has a lease and one try more, a repeated one is due at once. A
 * message that was taken before by a node that died has no try more, since its vendor may not have been asked.
 */
export const outboxStepServer = defineStepServer(outboxSteps, {
  needs: {},
  effects: {
    async take({ rows, now }) {
      const nextTime = shanghaiTime(new Date(now.getTime() + leaseMs));
      return new Map(
        rows.map(row => {
          const more = row.outboxStatus === waiting ? 1 : 0;
          return [row.rowKey, { values: { nextTime, attempts: Math.max(1, (row.attempts ?? 0) + more) } }];
        }),
      );
    },
    async deliver({ rows, now }) {
      const values = { sentTime: shanghaiTime(now), nextTime: null, errorMsg: null };
      return new Map(rows.map(row => [row.rowKey, { values }]));
    },
    async retry({ rows, now }) {
      const values = { nextTime: shanghaiTime(now), attempts: 0, errorMsg: null };
      return new Map(rows.map(row => [row.rowKey, { values }]));
    },
  },
});
