import { defineDataset, field, label } from '../../kernel/language.ts';
import { limits } from '../../limits.ts';
import { orderPayment } from './order-fields.ts';
import { refund } from './refund.ts';
import { cardType, orderStatus } from './sales.codes.ts';

const amount = () => field.money({ required: true });
/** A rate as it was when the order was paid: settlements take it from here (0.7, 11). */
const frozen = (zh: string, en: string) =>
  field.decimal({ label: label(zh, en), scale: 4, min: 0, max: 1, share: true, private: true });

/**
 * Service orders: what a consumer bought, the amount paid, and the owner at the time of payment (domain G8, 3.1). Calls
 * place orders and steps move them; they are never edited.
 */
export const serviceOrder = defineDataset({
  name: 'serviceOrder',
  path: '/api/data/wish/service/order',
  menu: { at: '/order/service', group: 'orders', icon: 'ContainerOutlined', order: 1 },
  tableId: 44,
  label: label('服务订单', 'Service orders'),
  readOnly: true,
  fields: {
    orderId: field.id({ label: label('订单ID', 'Order ID') }),
    orderNo: field.text({ required: true, max: limits.shortName }),
    orderType: field.code({ label: label('类型', 'Kind'), of: cardType, required: true }),
    goodsId: field.ref({ to: 'goods', required: true }),
    cardId: field.ref({ to: 'card' }),
    userId: field.ref({ to: 'wishUser', required: true }),
    userName: field.text({ max: limits.shortName }),
    mobile: field.mobile({ required: true }),
    dataYear: field.year({ required: true }),
    provinceId: field.ref({ to: 'province' }),
    totalAmount: amount(),
    discountAmount: amount(),
    couponNo: field.text({ max: 16 }),
    /** Fixed when the order is placed; the states tell whether it has come. */
    payAmount: field.money({
      label: label('应付金额', 'Amount'),
      headers: ['实付金额', 'Paid'],
      required: true,
    }),
    refundAmount: field.money({ label: label('已退金额', 'Refunded'), required: true, default: '0.00' }),
    status: field.code({ of: orderStatus, required: true, default: 0 }),
    ...orderPayment,
    channelId: field.ref({ to: 'channel' }),
    parentChannelId: field.ref({ to: 'channel' }),
    partnersId: field.ref({ to: 'partners' }),
    /** Partner of the parent channel when the order was paid, who gets the share of `parentRate`. */
    parentPartnersId: field.ref({
      label: label('上级合伙人', "Parent channel's partner"),
      to: 'partners',
      private: true,
    }),
    agentId: field.ref({ to: 'agent' }),
    sourceId: field.ref({ to: 'source' }),
    saleUserId: field.ref({ to: 'adminUser' }),
    commissionRate: frozen('佣金率', 'Commission'),
    parentRate: frozen('上级分成率', 'Share of the parent'),
    agentRate: frozen('机构佣金率', "Agency's commission"),
    courseId: field.ref({ to: 'course' }),
    lectureId: field.ref({ label: label('讲座', 'Lecture'), to: 'lecture' }),
    liveId: field.ref({ label: label('直播间', 'Live room'), to: 'live' }),
    /** The goods of the room by which it was sold, and whether it holds a piece of their stock. */
    liveGoodsId: field.ref({ label: label('直播商品', 'Live goods'), to: 'liveRoomGoods', private: true }),
    liveStockTaken: field.yesNo({
      label: label('占用直播库存', 'Holds a piece of the live stock'),
      default: 0,
      private: true,
    }),
    /** Terms of the card when sold, from which its entitlement is granted after payment. */
    cardTerms: field.json({ readOnly: false, label: label('权益条款', 'Terms of the card'), private: true }),
    /** True if it took an item from limited stock, to be returned with the order. */
    stockTaken: field.yesNo({
      label: label('占用库存', 'Holds a piece of the stock'),
      default: 0,
      private: true,
    }),
    remark: field.text({ max: limits.remark }),
  },
  naturalKey: ['orderNo'],
  indexes: [['expireTime']],
  identity: { found: true },
  permissions: {
    prefix: 'order:service',
    actions: ['list', 'export'],
    own: {
      add: label('代客下单', 'Place an order'),
      update: label('编辑订单', 'Edit orders'),
      refund: label('作废订单', 'Void orders'),
    },
  },
  scope: { partner: 'partnersId', province: 'provinceId', agency: 'agentId', own: 'saleUserId' },
  summary: {
    payAmount: { of: 'sum', where: { status: [1, 4, 3] }, label: label('实收', 'Received') },
    refundAmount: { of: 'sum', where: { status: [1, 4, 3] }, label: label('已退', 'Refunded') },
  },
  details: [{ of: refund, by: 'orderId', label: label('退款', 'Refunds') }],
  list: {
    columns: [
      'userName',
      'remark',
      'mobile',
      'orderType',
      'totalAmount',
      'discountAmount',
      'payType',
      'payTime',
      'channelId',
      'saleUserId',
      'createTime',
    ],
    point: ['orderNo', 'goodsId', 'payAmount', 'refundAmount', 'status'],
    filters: [
      'orderNo',
      'mobile',
      'status',
      'orderType',
      'payTime',
      'goodsId',
      'userId',
      'userName',
      'dataYear',
      'provinceId',
      'payType',
      'channelId',
      'parentChannelId',
      'partnersId',
      'agentId',
      'sourceId',
      'saleUserId',
      'transactionId',
      'couponNo',
      'courseId',
      'lectureId',
      'liveId',
      'createTime',
    ],
  },
});
