import { defineDataset, field, label } from '../../kernel/language.ts';
import { followType, intent } from './crm.codes.ts';

/** Conversations with a lead, and the time of the next one (domain M2). Only the lead's step `follow` writes it. */
export const leadFollow = defineDataset({
  name: 'leadFollow',
  path: '/api/admin/mobile/follow',
  label: label('跟进记录', 'Follow-ups'),
  fields: {
    id: field.id({ label: label('记录ID', 'Follow-up ID') }),
    leadId: field.ref({ to: 'lead', protects: false, required: true }),
    userId: field.ref({ label: label('跟进人', 'By'), to: 'adminUser', readOnly: true }),
    followType: field.code({ of: followType, required: true }),
    content: field.text({ required: true, max: 500, multiline: true }),
    intent: field.code({ of: intent }),
    nextFollowTime: field.dateTime(),
    callId: field.ref({
      label: label('通话', 'Call'),
      to: 'callRecord',
      protects: false,
      readOnly: true,
    }),
  },
  identity: { parts: ['leadId', 'followType'] },
  permissions: { prefix: 'crm:follow', actions: ['list'] },
  scope: {
    partner: { through: 'leadId' },
    province: { through: 'leadId' },
    agency: { readOnly: 'an agency looks on while its partner sells' },
    own: { through: 'leadId' },
  },
  list: { filters: ['leadId', 'userId', 'followType', 'createTime'] },
});
