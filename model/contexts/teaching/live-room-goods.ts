import { defineDataset, field, label } from '../../kernel/language.ts';
import { upStatus } from '../sales/sales.codes.ts';
import { common } from '../shared/fields.ts';

/** Goods of a live room, with a price and a stock for the room alone (domain J6). Orders move the stock. */
export const liveRoomGoods = defineDataset({
  name: 'liveRoomGoods',
  path: '/api/base/live/room/goods',
  menu: { at: '/base/liveGoods', group: 'courses', icon: 'ShoppingOutlined', order: 7 },
  label: label('直播商品', 'Live goods'),
  fields: {
    id: field.id({ label: label('直播商品ID', 'Live goods ID') }),
    liveId: field.ref({
      label: label('直播间', 'Live room'),
      to: 'live',
      required: true,
      lockedOnEdit: true,
    }),
    goodsId: field.ref({ to: 'goods', required: true, lockedOnEdit: true }),
    livePrice: field.money({
      label: label('直播价', 'Live price'),
      min: 0,
      help: label('留空为商品原价', 'Left empty: the price of the goods'),
    }),
    stock: field.integer({
      label: label('直播库存', 'Live stock'),
      default: -1,
      min: -1,
      signed: true,
      max: 10_000_000,
      lockedOnEdit: true,
      help: label('-1 为不限；之后用“调整库存”增减', '-1: no limit; later it is changed by "Adjust stock"'),
    }),
    explainFlag: field.yesNo({
      label: label('讲解中', 'Being presented'),
      elsewhere: true,
      readOnly: true,
    }),
    upStatus: field.code({ of: upStatus, required: true, default: 1, readOnly: true }),
    orderNum: common.orderNum,
  },
  naturalKey: ['liveId', 'goodsId'],
  permissions: { prefix: 'base:livegoods', actions: ['list', 'add', 'update', 'delete'] },
  scope: {
    province: { through: 'liveId' },
    partner: { through: 'liveId' },
    agency: { readOnly: 'an agency watches the rooms of its partner' },
    own: { common: 'goods are those of a room, not of one person' },
  },
  list: {
    columns: ['liveId', 'goodsId', 'livePrice', 'stock', 'explainFlag', 'upStatus', 'orderNum', 'createTime'],
    filters: ['liveId', 'goodsId', 'upStatus'],
  },
});
