import { defineDataset, field, label, notBefore, when } from '../../kernel/language.ts';
import { limits } from '../../limits.ts';
import { common } from '../shared/fields.ts';
import { goodsType, upStatus } from './sales.codes.ts';
import { serviceOrder } from './service-order.ts';

/** Kinds of goods that are cards, and others, which may be a card of another kind. */
const cards = [1, 2, 3, 9] as const;

/**
 * Goods: the product on offer, its price and its stock (domain G5). Each kind of product has a separate reference
 * that is validated and shown by name; `bizId` is that reference's number, for calls that use one number for all kinds.
 * Orders move the stock;
 * people adjust it by a step, so that no form overwrites the effect of concurrent sales.
 */
export const goods = defineDataset({
  name: 'goods',
  path: '/api/base/goods',
  menu: { at: '/goods/goods', group: 'cards', icon: 'ShoppingOutlined', order: 5 },
  tableId: 67,
  label: label('商品', 'Goods'),
  fields: {
    goodsId: field.id({ label: label('商品ID', 'Goods ID') }),
    goodsName: field.text({ label: label('商品名称', 'Goods'), required: true, max: limits.name }),
    goodsType: field.code({ label: label('类型', 'Kind'), of: goodsType, required: true }),
    cardId: when(
      { goodsType: cards },
      field.ref({
        label: label('关联卡', 'Card'),
        to: 'card',
        help: label(
          '指南卡、概率卡、志愿表卡必选；其他商品可关联“其他”类的卡',
          'Needed for guide, probability and list cards; other goods may have a card of the kind “Other”',
        ),
      }),
    ),
    courseId: when({ goodsType: 4 }, field.ref({ label: label('关联课程', 'Course'), to: 'course' })),
    lectureId: when({ goodsType: 5 }, field.ref({ label: label('关联讲座', 'Lecture'), to: 'lecture' })),
    bizId: field.integer({ label: label('关联ID', 'Linked ID'), min: 1, elsewhere: true }),
    dataYear: common.dataYear,
    provinceIds: field.refs({ to: 'province', help: label('留空为全部省份', 'Left empty: all of them') }),
    price: field.money({ required: true }),
    linePrice: field.money(),
    stock: field.integer({
      default: -1,
      min: -1,
      signed: true,
      max: 10_000_000,
      lockedOnEdit: true,
      help: label('-1 为不限；之后用“调整库存”增减', '-1: no limit; later it is changed by "Adjust stock"'),
    }),
    saleNum: field.integer({ default: 0, readOnly: true }),
    perLimit: field.integer({
      label: label('每人限购', 'Most for one person'),
      default: 0,
      min: 0,
      max: 10_000,
      help: label('0 为不限', '0: no limit'),
    }),
    cover: field.image(),
    images: field.images(),
    intro: field.richText(),
    partnersId: field.ref({ to: 'partners' }),
    channelIds: field.refs({ to: 'channel' }),
    upStatus: field.code({ of: upStatus, required: true, default: 0, readOnly: true }),
    startTime: field.dateTime({ label: label('开售时间', 'On sale from') }),
    endTime: field.dateTime({ label: label('停售时间', 'On sale until') }),
    orderNum: common.orderNum,
  },
  naturalKey: ['goodsName', 'dataYear'],
  identity: { beside: ['price'], found: true },
  checks: [notBefore('startTime', 'endTime')],
  permissions: { prefix: 'base:goods', actions: ['list', 'add', 'update', 'delete', 'export'] },
  alias: { info: ['GET /get'] },
  scope: {
    partner: 'partnersId',
    province: { through: 'partnersId' },
    agency: { readOnly: 'an agency sends its students to what its partner sells' },
    own: { common: 'goods are nobody’s own: everybody sells them' },
  },
  list: {
    point: ['goodsName', 'goodsType', 'price', 'stock', 'saleNum', 'upStatus'],
    without: ['linePrice', 'channelIds'],
    filters: ['goodsName', 'goodsType', 'upStatus', 'dataYear', 'partnersId', 'cardId', 'goodsId'],
  },
  form: { without: ['bizId'] },
  summary: {
    saleNum: {
      of: 'sum',
      where: { upStatus: [1, 0] },
      label: label('销量(含下架)', 'Sold (incl. off sale)'),
    },
  },
  details: [{ of: serviceOrder, by: 'goodsId', label: label('订单', 'Orders') }],
});
