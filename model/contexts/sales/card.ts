import { defineDataset, field, label } from '../../kernel/language.ts';
import { limits } from '../../limits.ts';
import { yearEnd } from '../../rules/data-year.ts';
import { common, orderAndStatus } from '../shared/fields.ts';
import { goods } from './goods.ts';
import { cardType } from './sales.codes.ts';
import { userCard } from './user-card.ts';

/** Cards: products that are sold, given or activated, with their entitlements (domain G1). */
export const card = defineDataset({
  name: 'card',
  path: '/api/base/card',
  menu: { at: '/card/card', group: 'cards', icon: 'CreditCardOutlined', order: 1 },
  label: label('卡产品', 'Cards'),
  fields: {
    cardId: field.id({ label: label('卡ID', 'Card ID') }),
    cardName: field.text({ label: label('卡名称', 'Card'), required: true, max: limits.shortName }),
    cardType: field.code({ of: cardType, required: true }),
    dataYear: common.dataYear,
    provinceIds: field.refs({ to: 'province', help: label('留空为全部省份', 'Left empty: all of them') }),
    price: field.money({ label: label('售价', 'Price'), required: true }),
    linePrice: field.money(),
    countLimit: field.integer({ default: 30, min: 0, max: 1_000_000 }),
    expireTime: field.dateTime({
      label: label('权益到期', 'Good until'),
      required: true,
      default: yearEnd,
      until: true,
    }),
    validDays: field.integer({
      label: label('激活后有效天数', 'Days after activation'),
      default: 0,
      min: 0,
      max: 3_650,
      help: label('0 为以权益到期时间为准', '0: until the time above'),
    }),
    codePrefix: field.text({
      label: label('序列号前缀', 'Prefix of serial numbers'),
      required: true,
      max: 4,
      format: 'code',
    }),
    cover: field.image(),
    intro: field.richText(),
    saleFlag: field.yesNo({ label: label('可售', 'For sale'), default: 1 }),
    formalFlag: field.yesNo({
      label: label('正式卡', 'Formal card'),
      default: 1,
      help: label('测试卡不计入激活码统计', 'Test cards do not count in the statistics of codes'),
    }),
    ...orderAndStatus,
  },
  naturalKey: ['cardName', 'dataYear'],
  identity: { beside: ['price'], found: true },
  permissions: { prefix: 'base:card', actions: ['list', 'add', 'update', 'delete'] },
  scope: { common: 'cards are products of the house, which everybody sells' },
  list: {
    point: ['cardName', 'cardType', 'price', 'saleFlag', 'status'],
    without: ['linePrice', 'validDays'],
    filters: ['cardName', 'cardType', 'dataYear', 'formalFlag', 'status'],
  },
  details: [goods, userCard],
});
