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
  key: 'id',
  tableId: 60,
  label: label('用户权益', 'Entitlements'),
  fields: {
    id: field.id({ label: label('权益ID', 'Entitlement ID') }),
    userId: field.ref({ to: 'wishUser', required: true, readOnly: true }),
    cardId: field.ref({ to: 'card', readOnly: true }),
    cardType: field.code({ of: cardType, readOnly: true }),
    dataYear: field.year({ required: true, readOnly: true }),
    provinceId: field.ref({ to: 'province', readOnly: true }),
    startTime: field.dateTime({ readOnly: true }),
    expireTime: field.dateTime({ required: true, readOnly: true, until: true }),
    countLimit: field.integer({ readOnly: true }),
    usedNum: field.integer({ default: 0, readOnly: true }),
    sourceType: field.code({ of: entitlementSource, required: true, readOnly: true }),
    sourceNo: field.text({ required: true, max: limits.shortName, readOnly: true }),
    status: field.code({ of: entitlementStatus, required: true, default: 1, readOnly: true }),
  },
  naturalKey: ['userId', 'cardId', 'sourceType', 'sourceNo'],
  indexes: [['expireTime']],
  identity: { value: 'id', name: 'sourceNo' },
  permissions: {
    prefix: 'user:card',
    actions: ['list', 'export'],
    own: { grant: label('赠送权益', 'Give an entitlement') },
  },
  scope: {
    partner: { through: 'userId' },
    province: { through: 'userId' },
    agency: { through: 'userId' },
    own: { through: 'userId' },
  },
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
    sort: ['-id'],
  },
});
