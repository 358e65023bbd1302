import { defineDataset, field, label } from '../../kernel/language.ts';
import { assignAction } from './crm.codes.ts';

/** The owners of a lead: from whom, to whom, and by whom it was moved (domain M3). Only the lead's steps write it. */
export const leadAssignLog = defineDataset({
  name: 'leadAssignLog',
  path: '/api/admin/mobile/assign/log',
  label: label('分配记录', 'Assignments'),
  readOnly: true,
  fields: {
    id: field.id({ label: label('记录ID', 'Assignment ID') }),
    leadId: field.ref({ to: 'lead', protects: false, required: true }),
    fromUserId: field.ref({ label: label('原销售', 'From'), to: 'adminUser' }),
    toUserId: field.ref({ label: label('新销售', 'To'), to: 'adminUser' }),
    action: field.code({ label: label('方式', 'How'), of: assignAction, required: true }),
    operator: field.ref({ label: label('操作人', 'By'), to: 'adminUser' }),
  },
  identity: { parts: ['leadId', 'action'] },
  permissions: { prefix: 'crm:assign', actions: ['list'] },
  scope: {
    partner: { through: 'leadId' },
    province: { through: 'leadId' },
    agency: { readOnly: 'an agency looks on while its partner sells' },
    own: { through: 'leadId' },
  },
  list: { filters: ['leadId', 'fromUserId', 'toUserId', 'action', 'createTime'] },
});
