import { defineDataset, field, filled, label } from '../../kernel/language.ts';
import { limits } from '../../limits.ts';
import { yearEnd } from '../../rules/data-year.ts';
import { common } from '../shared/fields.ts';
import { permStatus, shareChannel, userListType } from './consumer.codes.ts';

/**
 * The black and white lists of consumers (spec sections 2, 3, 5 and 9; domain E2, 4.9). A black entry in force refuses
 * all products of its year; a white one grants an entitlement that follows it (`user-perm.server.ts`).
 */
export const userPerm = defineDataset({
  name: 'userPerm',
  path: '/api/admin/wish/user/perm',
  menu: { at: '/user/perm', group: 'users', icon: 'SafetyOutlined', order: 2 },
  tableId: 38,
  label: label('黑白名单', 'Allow and block list'),
  fields: {
    id: field.id({ label: label('名单ID', 'Entry ID') }),
    userId: field.ref({ to: 'wishUser', required: true }),
    permType: field.code({
      label: label('权限类型', 'List'),
      of: userListType,
      required: true,
      default: 1,
    }),
    dataYear: common.dataYear,
    expireTime: field.dateTime({ required: true, default: yearEnd, until: true }),
    status: field.code({ of: permStatus, required: true, default: 0 }),
    channel: field.text({
      label: label('渠道编码', 'Channel code'),
      max: limits.shortName,
      elsewhere: true,
      readOnly: true,
      help: label('随所选渠道', 'Set by the chosen channel'),
    }),
    channelId: field.ref({ label: label('合伙人渠道', 'Partner channel'), to: 'channel' }),
    partnersId: filled({ from: 'userId', what: 'partnersId' }, field.ref({ to: 'partners' })),
    phone: field.text({ max: 20, personal: true }),
    countLimit: field.integer({
      default: 30,
      min: 0,
      max: 1_000_000,
      help: label(
        '白名单可查询概率的次数，0 为不限',
        'Probability queries of an allow-list entry; 0: no limit',
      ),
    }),
    shareChannel: field.code({ of: shareChannel, required: true, default: 1 }),
    remark: common.remark,
  },
  naturalKey: ['userId', 'dataYear', 'permType'],
  permissions: { prefix: 'user:perm', actions: ['list', 'add', 'update', 'delete', 'export'] },
  // The candidate's owner decides, whatever partner an entry names, so that nobody admits candidates of others.
  scope: { through: 'userId' },
  list: {
    point: ['userId', 'permType', 'expireTime', 'status'],
    hidden: ['channel', 'phone'],
    filters: [
      ...(['userId', 'dataYear', 'permType', 'status', 'partnersId', 'channelId'] as const),
      ...(['channel', 'expireTime', 'createTime', 'id'] as const),
    ],
    open: 6,
    tools: ['add'],
  },
  excel: { export: { with: ['channel'] } },
});
