import { intent, leadStatus } from '../../codes/crm.ts';
import { gender } from '../../codes/shared.ts';
import { defineDataset, everyAction, field, label } from '../../kernel/language.ts';
import { limits } from '../../limits.ts';
import { common } from '../common.ts';
import { leadAssignLog } from './lead-assign-log.ts';

/**
 * Leads: who may come to buy, each with a salesperson or none (domain M1). State, salesperson and what follows from
 * them move by steps alone (3.8).
 */
export const lead = defineDataset({
  name: 'lead',
  path: '/api/admin/mobile',
  menu: { at: '/mobile/lead', group: 'sales', icon: 'FunnelPlotOutlined', order: 1 },
  key: 'leadId',
  tableId: 32,
  label: label('线索', 'Leads'),
  fields: {
    leadId: field.id({ label: label('线索ID', 'Lead ID') }),
    mobile: field.mobile({ required: true }),
    studentName: field.text({ max: limits.shortName, personal: true }),
    gender: field.code({ of: gender }),
    provinceId: field.ref({ to: 'province' }),
    cityId: common.cityId,
    dataYear: common.dataYear,
    jointCategoryId: field.ref({ to: 'jointCategory', within: ['dataYear', 'provinceId'] }),
    highSchool: field.text({ max: limits.name }),
    agentName: field.text({ label: label('画室', 'Studio'), max: limits.name }),
    sourceId: field.ref({ to: 'source', required: true }),
    /** Where else the person came from: an import of a lead that somebody works on adds its source here (4.15). */
    otherSourceIds: field.refs({ label: label('其他来源', 'Other sources'), to: 'source', readOnly: true }),
    channelId: field.ref({ to: 'channel' }),
    partnersId: field.ref({ to: 'partners' }),
    userId: field.ref({
      label: label('关联考生', 'Candidate'),
      to: 'wishUser',
      holds: false,
      readOnly: true,
    }),
    intent: field.code({ of: intent, default: 3 }),
    leadStatus: field.code({ of: leadStatus, required: true, default: 0, readOnly: true }),
    saleUserId: field.ref({ to: 'adminUser', where: { saleFlag: 1 }, readOnly: true }),
    assignTime: field.dateTime({ readOnly: true }),
    followNum: field.integer({ readOnly: true, elsewhere: true }),
    lastFollowTime: field.dateTime({ readOnly: true }),
    nextFollowTime: field.dateTime(),
    wxAdded: field.yesNo({ default: 0 }),
    tags: field.text({ max: limits.address }),
    orderAmount: field.money({ label: label('成交额', 'Sold'), readOnly: true }),
    invalidReason: field.text({ max: limits.remark, readOnly: true }),
    remark: common.remark,
  },
  // Each partner has leads of its own: that another holds the number shows nowhere, and is a manager's to settle (0.7, 14).
  naturalKey: ['mobile', 'dataYear', 'partnersId'],
  // A number of a person names no row where others read it.
  identity: { value: 'leadId', name: 'leadId' },
  permissions: { prefix: 'crm:lead', actions: everyAction },
  scope: {
    partner: 'partnersId',
    province: 'provinceId',
    agency: { readOnly: 'an agency looks on while its partner sells' },
    own: 'saleUserId',
  },
  list: {
    columns: [
      'leadId',
      'mobile',
      'studentName',
      'provinceId',
      'jointCategoryId',
      'sourceId',
      'intent',
      'leadStatus',
      'saleUserId',
      'lastFollowTime',
      'nextFollowTime',
      'orderAmount',
      'createTime',
    ],
    filters: [
      'mobile',
      'studentName',
      'leadStatus',
      'saleUserId',
      'intent',
      'provinceId',
      'dataYear',
      'jointCategoryId',
      'sourceId',
      'channelId',
      'partnersId',
      'userId',
      'wxAdded',
      'assignTime',
      'lastFollowTime',
      'nextFollowTime',
      'tags',
      'createTime',
    ],
  },
  // What was said stands in a tab of the screen's own, with the form that adds to it.
  details: [leadAssignLog],
  excel: { batchUpdate: ['intent', 'nextFollowTime', 'wxAdded', 'tags', 'remark'] },
});
