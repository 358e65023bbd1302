import { defineDataset, field, label } from '../../kernel/language.ts';
import { limits } from '../../limits.ts';
import { orderPayment } from '../sales/order-fields.ts';
import { refund } from '../sales/refund.ts';
import { orderStatus } from '../sales/sales.codes.ts';
import { serviceStage } from './abroad.codes.ts';

const amount = (zh: string, en: string) =>
  field.money({ label: label(zh, en), required: true, default: '0.00' });

/**
 * Orders of programmes: what is paid for the service, and how far the service is (domain O4, 3.1, 3.14). Calls place
 * them and steps move them; they are never edited.
 */
export const abroadOrder = defineDataset({
  name: 'abroadOrder',
  path: '/api/data/wish/abroad/order',
  menu: { at: '/abroad/order', group: 'orders', icon: 'GlobalOutlined', order: 4 },
  tableId: 46,
  label: label('留学订单', 'Abroad orders'),
  readOnly: true,
  fields: {
    orderId: field.id({ label: label('订单ID', 'Order ID') }),
    orderNo: field.text({ required: true, max: limits.shortName }),
    itemId: field.ref({ label: label('项目', 'Programme'), to: 'abroadItem', required: true }),
    userId: field.ref({ label: label('考生账号', "Candidate's account"), to: 'wishUser' }),
    studentName: field.text({ required: true, max: limits.shortName, personal: true }),
    mobile: field.mobile({ required: true }),
    countryId: field.ref({ to: 'country', required: true }),
    amount: amount('应付金额', 'Amount'),
    payAmount: amount('实付金额', 'Paid'),
    refundAmount: amount('退款金额', 'Refunded'),
    status: field.code({ of: orderStatus, required: true, default: 0 }),
    serviceStage: field.code({
      label: label('服务阶段', 'Stage'),
      of: serviceStage,
      required: true,
      default: 1,
    }),
    consultantId: field.ref({ to: 'adminUser', required: true }),
    channelId: field.ref({ to: 'channel' }),
    partnersId: field.ref({ to: 'partners' }),
    ...orderPayment,
    remark: field.text({ max: limits.remark }),
  },
  naturalKey: ['orderNo'],
  indexes: [['expireTime']],
  identity: { found: true },
  permissions: {
    prefix: 'abroad:order',
    actions: ['list', 'export'],
    own: {
      add: label('代客下单', 'Place an order'),
      update: label('登记收款', 'Record payments'),
      stage: label('办理服务', 'Serve: stages, consultant, remark'),
      refund: label('作废订单', 'Void orders'),
    },
  },
  scope: {
    partner: 'partnersId',
    province: { through: 'partnersId' },
    agency: { readOnly: 'an agency looks on while its partner advises' },
    own: 'consultantId',
  },
  summary: {
    amount: { of: 'sum', where: { status: [0] }, label: label('待收', 'To be paid') },
    payAmount: { of: 'sum', where: { status: [1, 4, 3] }, label: label('实收', 'Received') },
    refundAmount: { of: 'sum', where: { status: [1, 4, 3] }, label: label('已退', 'Refunded') },
  },
  details: [{ of: refund, by: 'abroadOrderId', label: label('退款', 'Refunds') }],
  list: {
    columns: [
      'mobile',
      'payAmount',
      'refundAmount',
      'consultantId',
      'countryId',
      'payType',
      'payTime',
      'channelId',
      'partnersId',
      'remark',
      'createTime',
    ],
    point: ['orderNo', 'studentName', 'itemId', 'serviceStage', 'amount', 'status'],
    filters: [
      'orderNo',
      'studentName',
      'mobile',
      'status',
      'serviceStage',
      'itemId',
      'countryId',
      'consultantId',
      'payTime',
      'payType',
      'channelId',
      'partnersId',
      'userId',
      'transactionId',
      'createTime',
    ],
  },
});
