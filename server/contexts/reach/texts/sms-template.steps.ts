import { smsTemplateSteps } from '@yikao/model/contexts/reach/sms-template.machine.ts';
import { defineStepServer } from '../../../engine/steps/step-server.ts';

/** The person who submits a template does not approve it. */
export const smsTemplateStepServer = defineStepServer(smsTemplateSteps, {
  needs: {},
  effects: {
    async submit({ rows, by }) {
      const values = { submitBy: by.actor.userId, auditRemark: null };
      return new Map(rows.map(row => [row.rowKey, { values }]));
    },
    async revise({ rows }) {
      return new Map(rows.map(row => [row.rowKey, { values: { submitBy: null, auditRemark: null } }]));
    },
  },
});
