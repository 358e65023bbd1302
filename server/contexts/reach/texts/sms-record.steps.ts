import type { registry } from '@yikao/model/contexts/datasets.ts';
import { smsRecordSteps } from '@yikao/model/contexts/reach/sms-record.machine.ts';
import { shanghaiTime } from '@yikao/model/rules/data-year.ts';
import { sql } from 'kysely';
import { defineStepServer } from '../../../engine/steps/step-server.ts';
import type { Columns } from '../../../engine/table/columns.ts';

/** A text that has left the queue is not looked at by its sender any more. */
const done = { nextTime: null } as const;

/** The effects of the steps of texts. */
export const smsRecordStepServer = defineStepServer(smsRecordSteps, {
  needs: {
    async notHandedOver({ db, rows }) {
      const found = await sql<Columns<typeof registry.smsRecord, 'smsId'>>`
        select sms_id from t_sms_record
        where sms_id = any(${rows.map(row => row.rowKey)}::bigint[]) and take_time is not null`.execute(db);
      return new Set(found.rows.map(({ smsId }) => smsId));
    },
  },
  effects: {
    async submit({ rows, now }) {
      return new Map(rows.map(row => [row.rowKey, { values: { ...done, sendTime: shanghaiTime(now) } }]));
    },
    async deliver({ rows, now }) {
      return new Map(
        rows.map(row => [row.rowKey, { values: { ...done, sendTime: row.sendTime ?? shanghaiTime(now) } }]),
      );
    },
    async fail({ rows }) {
      return new Map(rows.map(row => [row.rowKey, { values: done }]));
    },
    async withdraw({ rows }) {
      return new Map(rows.map(row => [row.rowKey, { values: { ...done, errorMsg: '发送前撤回' } }]));
    },
    async expire({ rows }) {
      return new Map(
        rows.map(row => [row.rowKey, { values: { ...done, errorMsg: '超过 24 小时未能发送' } }]),
      );
    },
  },
});
