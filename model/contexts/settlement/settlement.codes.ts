import { defineCodes } from '../../kernel/codes.ts';

/** Status of a settlement (domain 0.5, 3.3). */
export const settleStatus = defineCodes('settleStatus', [
  { code: 0, name: 'draft', zh: '草稿', en: 'Draft' },
  { code: 1, name: 'toConfirm', zh: '待确认', en: 'To confirm', tone: 'look' },
  { code: 2, name: 'confirmed', zh: '已确认', en: 'Confirmed', tone: 'act' },
  { code: 3, name: 'paid', zh: '已打款', en: 'Paid', tone: 'done' },
  { code: 4, name: 'void', zh: '已作废', en: 'Void' },
]);

/** Kinds of lines of a settlement; `itemKinds` of the rules has them by name. */
export const itemKind = defineCodes('itemKind', [
  { code: 1, name: 'order', zh: '订单佣金', en: 'Order' },
  { code: 2, name: 'share', zh: '上级分成', en: 'Share in an order below' },
  { code: 3, name: 'refund', zh: '退款冲减', en: 'Correction by a refund' },
  { code: 4, name: 'shareBack', zh: '分成冲减', en: 'Correction of a share' },
  { code: 5, name: 'carried', zh: '上期结转', en: 'Carried forward' },
]);
