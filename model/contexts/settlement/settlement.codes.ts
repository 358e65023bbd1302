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
  // An order of the partner itself.
  { code: 1, name: 'order', zh: '订单佣金', en: 'Order' },
  // The share in an order of a channel below one of the partner's.
  { code: 2, name: 'parent', zh: '上级分成', en: 'Share in an order below' },
  // Changes since of an order that was settled before, by refunds.
  { code: 3, name: 'correction', zh: '退款冲减', en: 'Correction by a refund' },
  // The same of a share.
  { code: 4, name: 'parentCorrection', zh: '分成冲减', en: 'Correction of a share' },
  // An earlier settlement with a negative total.
  { code: 5, name: 'carried', zh: '上期结转', en: 'Carried forward' },
]);
