import { defineDataset, everyAction, field, label } from '../../kernel/language.ts';
import { limits } from '../../limits.ts';
import { common } from '../shared/fields.ts';
import { gender } from '../shared/shared.codes.ts';
import { intent, leadStatus } from './crm.codes.ts';
import { leadAssignLog } from './lead-assign-log.ts';

/**
 * Leads: potential buyers, each with a salesperson or none (domain M1). Only steps change the state, the salesperson
 * and the fields derived from them (3.8).
 */
export const lead = defineDataset({
  name: 'lead',
  path: '/api/admin/mobile',
  menu: { at: '/mobile/lead', group: 'sales', icon: 'FunnelPlotOutlined', order: 1 },
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
    /** Further sources of the person: importing a lead that is already being worked on adds its source here (4.15). */
    otherSourceIds: field.refs({ label: label('其他来源', 'Other sources'), to: 'source', readOnly: true }),
    /** Numbers of leads that were merged into this one, such as a parent's; by them its person is found, too. */
    otherMobiles: field.text({
      label: label('其他手机', 'Other mobiles'),
      max: limits.otherMobiles,
      personal: true,
      readOnly: true,
    }),
    channelId: field.ref({ to: 'channel' }),
    partnersId: field.ref({ to: 'partners' }),
    userId: field.ref({
      label: label('关联考生', 'Candidate'),
      to: 'wishUser',
      protects: false,
      readOnly: true,
    }),
    intent: field.code({ of: intent, default: 3 }),
    leadStatus: field.code({ of: leadStatus, required: true, default: 0, readOnly: true }),
    saleUserId: field.ref({ to: 'adminUser', where: { saleFlag: 1 }, readOnly: true }),
    assignTime: field.dateTime({ readOnly: true }),
    followNum: field.integer({ readOnly: true, elsewhere: true }),
    callNum: field.integer({ readOnly: true, elsewhere: true }),
    lastFollowTime: field.dateTime({ readOnly: true }),
    nextFollowTime: field.dateTime({ soon: true }),
    wxAdded: field.yesNo({ default: 0 }),
    tags: field.text({ max: limits.address }),
    orderAmount: field.money({ label: label('成交额', 'Sold'), readOnly: true }),
    invalidReason: field.text({ max: limits.remark, readOnly: true }),
    /**
     * The name of the person and the masked number, by which people know a lead wherever it is named. The database makes
     * it of the two, so that no reader gets a whole number by it.
     */
    leadName: field.text({ label: label('线索', 'Lead'), max: limits.name, readOnly: true, elsewhere: true }),
    /** Won, invalid or lost: such leads come last. The database makes it of the state. */
    closed: field.yesNo({ label: label('已结束', 'Closed'), readOnly: true, elsewhere: true }),
    remark: common.remark,
  },
  // Each partner has separate leads: a number that another partner also has is not visible, and a manager resolves it
  // (0.7, 14).
  naturalKey: ['mobile', 'dataYear', 'partnersId'],
  identity: { name: 'leadName', found: true },
  permissions: {
    prefix: 'crm:lead',
    actions: everyAction,
    own: {
      status: label('修改跟进状态', 'Change the status'),
      merge: label('合并线索', 'Merge leads'),
    },
  },
  scope: {
    partner: 'partnersId',
    province: 'provinceId',
    agency: { readOnly: 'an agency looks on while its partner sells' },
    own: 'saleUserId',
  },
  list: {
    columns: [
      'saleUserId',
      'jointCategoryId',
      'sourceId',
      'lastFollowTime',
      'createTime',
      'provinceId',
      'leadId',
    ],
    point: ['studentName', 'mobile', 'leadStatus', 'intent', 'nextFollowTime', 'orderAmount'],
    hidden: [
      ...([
        'gender',
        'cityId',
        'dataYear',
        'highSchool',
        'agentName',
        'otherSourceIds',
        'otherMobiles',
        'channelId',
      ] as const),
      ...(['partnersId', 'userId', 'assignTime', 'wxAdded', 'followNum', 'callNum', 'tags'] as const),
      ...(['invalidReason', 'remark', 'leadName', 'closed'] as const),
    ],
    filters: [
      'mobile',
      'otherMobiles',
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
    // Due leads come first, then leads without an appointment, then those that are closed.
    sort: ['closed', 'nextFollowTime', '-leadId'],
  },
  // The screen shows conversations in a separate tab, with the form that adds one.
  details: [leadAssignLog],
  excel: {
    batchUpdate: [
      ...(['studentName', 'provinceId', 'jointCategoryId', 'intent', 'nextFollowTime', 'wxAdded'] as const),
      ...(['tags', 'remark'] as const),
    ],
    export: { with: ['followNum', 'callNum'] },
  },
});
