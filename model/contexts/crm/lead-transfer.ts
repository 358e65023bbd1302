import { defineDataset, field, label } from '../../kernel/language.ts';
import { limits } from '../../limits.ts';
import { transferStatus } from './crm.codes.ts';

/**
 * Requests for a lead whose number another partner, or the house, already has (0.7, 14). They are created automatically
 * with the second lead, and only managers not bound to a partner see them: neither side learns of the other.
 */
export const leadTransfer = defineDataset({
  name: 'leadTransfer',
  path: '/api/admin/mobile/transfer',
  menu: { at: '/mobile/transfer', group: 'sales', icon: 'SwapOutlined', order: 7 },
  label: label('线索归属', 'Lead transfers'),
  readOnly: true,
  fields: {
    id: field.id({ label: label('申请ID', 'Request ID') }),
    leadId: field.ref({ label: label('新线索', 'New lead'), to: 'lead', protects: false, required: true }),
    toPartnersId: field.ref({ label: label('申请方', 'Asked for by'), to: 'partners' }),
    holderId: field.ref({
      label: label('原线索', 'Existing lead'),
      to: 'lead',
      protects: false,
      required: true,
    }),
    fromPartnersId: field.ref({ label: label('现归属', 'Held by'), to: 'partners' }),
    mobile: field.mobile({ required: true }),
    dataYear: field.year({ required: true }),
    transferStatus: field.code({
      label: label('处理状态', 'Decision'),
      of: transferStatus,
      required: true,
      default: 0,
    }),
    auditBy: field.ref({ to: 'adminUser' }),
    auditTime: field.dateTime(),
    auditRemark: field.text({ max: limits.remark }),
    /** Always empty, so that a request is within no partner's reach. */
    partnersId: field.ref({ to: 'partners', private: true }),
  },
  naturalKey: ['leadId', 'holderId'],
  permissions: { prefix: 'crm:transfer', actions: ['list'] },
  scope: {
    partner: 'partnersId',
    province: { through: 'leadId' },
    agency: { readOnly: 'an agency belongs to a partner, whom nothing of this is shown' },
    own: 'auditBy',
  },
  list: {
    point: ['leadId', 'toPartnersId', 'fromPartnersId', 'transferStatus', 'auditTime'],
    filters: [
      'transferStatus',
      'mobile',
      'leadId',
      'holderId',
      'toPartnersId',
      'fromPartnersId',
      'dataYear',
      'createTime',
    ],
    sort: ['transferStatus', '-id'],
  },
});
