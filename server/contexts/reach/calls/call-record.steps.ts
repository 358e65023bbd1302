import { callRecordSteps } from '@yikao/model/contexts/reach/call-record.machine.ts';
import { defineStepServer } from '../../../engine/steps/step-server.ts';

/** A call of which nothing was heard says so; one that was corrected does not any more. */
export const callRecordStepServer = defineStepServer(callRecordSteps, {
  needs: {},
  effects: {
    async connect({ rows }) {
      return new Map(rows.map(row => [row.rowKey, { values: { errorMsg: null } }]));
    },
    async giveUp({ rows }) {
      return new Map(rows.map(row => [row.rowKey, { values: { errorMsg: '没有收到话单' } }]));
    },
  },
});
