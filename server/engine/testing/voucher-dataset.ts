import { defineCodes } from '@yikao/model/kernel/codes.ts';
import { defineDataset, everyAction, field, label, when } from '@yikao/model/kernel/language.ts';

const voucherType = defineCodes('voucherType', [
  { code: 1, zh: '满减', en: 'Off from a sum' },
  { code: 2, zh: '折扣', en: 'Discount' },
  { code: 3, zh: '立减', en: 'Off' },
]);

const validType = defineCodes('validType', [
  { code: 1, zh: '固定时间', en: 'Fixed dates' },
  { code: 2, zh: '领取后N天', en: 'Days after receipt' },
]);

/** A dataset with the kinds of fields that money and forms need, as coupons and accounts have; for tests only. */
export const voucher = defineDataset({
  name: 'testVoucher',
  path: '/api/test/voucher',
  tableId: 991,
  label: label('代金券样本', 'Vouchers'),
  fields: {
    voucherId: field.id({ label: label('代金券ID', 'Voucher ID') }),
    voucherName: field.text({ label: label('名称', 'Name'), required: true, max: 32 }),
    voucherType: field.code({ label: label('券类型', 'Kind'), of: voucherType, required: true }),
    amount: when(
      { voucherType: [1, 3] },
      field.money({ label: label('面额', 'Amount'), required: true, min: 0.01 }),
    ),
    threshold: when({ voucherType: 1 }, field.money({ label: label('门槛', 'From'), default: '0.00' })),
    discount: when(
      { voucherType: 2 },
      field.decimal({
        label: label('折扣', 'Discount'),
        required: true,
        scale: 2,
        min: 0.01,
        max: 0.99,
        help: label('0.80 即八折', '0.80 pays 80 %'),
      }),
    ),
    validType: field.code({ label: label('有效期类型', 'Valid'), of: validType, default: 1 }),
    endTime: when({ validType: 1 }, field.dateTime({ label: label('截止时间', 'Until') })),
    validDays: when(
      { validType: 2 },
      field.integer({ label: label('有效天数', 'Days'), required: true, min: 1, max: 3_650 }),
    ),
    voucherNo: field.text({ label: label('券码', 'Number'), max: 32, format: 'code', find: 'prefix' }),
    mobile: field.mobile({ label: label('手机', 'Mobile'), find: 'equal' }),
    idNumber: field.text({ label: label('身份证号', 'Identity number'), max: 18, format: 'idNumber' }),
    images: field.images({ label: label('图片', 'Pictures'), max: 3 }),
    attachments: field.files({ label: label('附件', 'Files') }),
    items: field.lines({
      label: label('明细', 'Items'),
      of: {
        itemName: field.text({ label: label('项目', 'Item'), max: 16, required: true }),
        itemNum: field.integer({ label: label('数量', 'Pieces'), min: 1, default: 1 }),
        itemAmount: field.money({ label: label('金额', 'Amount'), required: true }),
        freeFlag: field.yesNo({ label: label('赠送', 'Free'), default: 0 }),
      },
      max: 5,
    }),
    apiKey: field.secret({ label: label('接口密钥', 'API key'), max: 128 }),
    remark: field.text({ label: label('备注', 'Remark'), max: 64 }),
  },
  naturalKey: ['voucherName'],
  uniqueKeys: [
    {
      fields: ['mobile'],
      where: { voucherType: [1, 2] },
      message: label('该手机号已有满减券或折扣券', 'This mobile number has such a voucher already'),
    },
  ],
  indexes: [['voucherType', 'endTime']],
  permissions: { prefix: 'test:voucher', actions: everyAction },
  scope: { common: 'in tests alone' },
  list: { filters: ['voucherName', 'voucherType', 'voucherNo', 'mobile'] },
});
