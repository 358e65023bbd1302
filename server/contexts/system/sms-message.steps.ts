import { smsMessageSteps } from '@yikao/model/contexts/system/sms-message.machine.ts';
import { shanghaiTime } from '@yikao/model/rules/data-year.ts';
import { defineStepServer } from '../../engine/steps/step-server.ts';

/** A message that the gateway took has the time at which it went. */
export const smsMessageStepServer = defineStepServer(smsMessageSteps, {
  needs: {},
  effects: {
    async submit({ rows, now }) {
      return new Map(rows.map(row => [row.rowKey, { values: { sendTime: shanghaiTime(now) } }]));
    },
  },
});
