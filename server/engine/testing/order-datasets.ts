import { enable } from '@yikao/model/contexts/shared/shared.codes.ts';
import { defineDataset, everyAction, field, filled, label } from '@yikao/model/kernel/language.ts';

/** Goods with their sales, as users and channels show their orders; for tests only. */
export const goods = defineDataset({
  name: 'testGoods',
  path: '/api/test/goods',
  tableId: 992,
  label: label('商品样本', 'Goods'),
  fields: {
    goodsId: field.id({ label: label('商品ID', 'Goods ID') }),
    goodsName: field.text({ label: label('商品', 'Goods'), required: true, max: 32 }),
    price: field.money({ label: label('售价', 'Price'), required: true, min: 0 }),
    orderNum: field.count({ label: label('订单数', 'Orders'), of: 'testOrder', by: 'goodsId' }),
    income: field.sum({
      label: label('收入', 'Income'),
      of: 'testOrder',
      by: 'goodsId',
      what: 'payAmount',
      where: { status: 1 },
    }),
  },
  naturalKey: ['goodsName'],
  permissions: { prefix: 'test:goods', actions: everyAction },
  scope: { common: 'in tests alone' },
  list: { filters: ['goodsName'], sort: ['goodsId'] },
});

/** Orders of these goods, which belong to partners. */
export const order = defineDataset({
  name: 'testOrder',
  path: '/api/test/order',
  tableId: 993,
  label: label('订单样本', 'Orders'),
  fields: {
    orderId: field.id({ label: label('订单ID', 'Order ID') }),
    orderNo: field.text({ label: label('订单号', 'Order number'), required: true, max: 32, find: 'equal' }),
    goodsId: field.ref({ label: label('商品', 'Goods'), to: 'testGoods', required: true }),
    payAmount: filled(
      { from: 'goodsId', what: 'price' },
      field.money({ label: label('实付', 'Paid'), required: true, min: 0 }),
    ),
    status: field.code({ label: label('状态', 'Status'), of: enable, default: 1 }),
    partnersId: field.ref({ label: label('合伙人', 'Partner'), to: 'partners' }),
  },
  naturalKey: ['orderNo'],
  permissions: { prefix: 'test:order', actions: everyAction },
  scope: { partner: 'partnersId', rest: { common: 'in tests alone' } },
  list: { filters: ['orderNo', 'goodsId', 'status'] },
});
