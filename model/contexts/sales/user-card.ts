import { defineDataset, field, label } from '../../kernel/language.ts';
import { limits } from '../../limits.ts';
import { cardType, entitlementSource, entitlementStatus } from './sales.codes.ts';

/**
 * Entitlements: what a consumer may use, until when and how often (domain E4). An order, an activation code, a
 * white-list entry or a gift grants one each, and the natural key prevents a second grant; only steps change it.
 */
export const userCard = defineDataset({
  name: 'userCard',
  path: '/api/admin/wish/user/card',
  menu: { at: '/user/card', group: 'users', icon: 'VerifiedOutlined', order: 4 },
  tableId: 60,
  label: label('用户权益', 'Entitlements'),
  readOnly: true,
  fields: {
    id: field.id({ label: label('权益ID', 'Entitlement ID') }),
    userId: field.ref({ to: 'wishUser', required: true }),
    cardId: field.ref({ to: 'card' }),
    cardType: field.code({ of: cardType }),
    dataYear: field.year({ required: true }),
    provinceId: field.ref({ to: 'province' }),
    startTime: field.dateTime(),
    expireTime: field.dateTime({ required: true, until: true }),
    countLimit: field.integer(),
    usedNum: field.integer({ default: 0 }),
    sourceType: field.code({ of: entitlementSource, required: true }),
    sourceNo: field.text({ required: true, max: limits.shortName }),
    status: field.code({ of: entitlementStatus, required: true, default: 1 }),
  },
  naturalKey: ['userId', 'cardId', 'sourceType', 'sourceNo'],
  indexes: [['expireTime']],
  identity: { name: 'sourceNo' },
  permissions: {
    prefix: 'user:card',
    actions: ['list', 'export'],
    own: { grant: label('赠送权益', 'Give an entitlement') },
  },
  scope: { through: 'userId' },
  list: {
    point: ['userId', 'cardId', 'expireTime', 'countLimit', 'usedNum', 'status'],
    filters: [
      'userId',
      'cardId',
      'cardType',
      'status',
      'dataYear',
      'provinceId',
      'sourceType',
      'sourceNo',
      'expireTime',
      'createTime',
    ],
  },
});
