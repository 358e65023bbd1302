import { registry } from '@yikao/model/contexts/datasets.ts';
import { sql } from 'kysely';
import { defineSample } from '../../engine/testing/sample-side.ts';

/** Calls of which a notice is still expected. */
export const callRecordSample = defineSample(registry.callRecord, {
  internal: n => ({ taskId: `task-${n}`, recordFile: null, recordUrl: null }),
});

/** Texts of templates, with variables in pairs of braces. */
export const smsTemplateSample = defineSample(registry.smsTemplate, {
  values: n => ({ content: `{name}您好${n}` }),
});

/** Texts that were not handed over yet. */
export const smsRecordSample = defineSample(registry.smsRecord, {
  internal: () => ({ takeTime: null, variables: [], billNum: 1 }),
  takenBy: (db, key) => sql`update t_sms_record set take_time = null where sms_id = ${key}`.execute(db),
});
