import { defineCodes } from '../../kernel/codes.ts';

/** The list of an entry (spec section 3, `permType`). */
export const userListType = defineCodes('userListType', [
  { code: 1, name: 'white', zh: '白名单', en: 'Allow list', tone: 'done' },
  { code: 2, name: 'black', zh: '黑名单', en: 'Block list', tone: 'lost' },
]);

/** The state of an entry; the numbers are reversed compared with other datasets (spec section 4, domain 0.5). */
export const permStatus = defineCodes('permStatus', [
  { code: 0, name: 'enabled', zh: '启用', en: 'Enabled', tone: 'done' },
  { code: 1, name: 'disabled', zh: '停用', en: 'Disabled', tone: 'plain' },
]);

/** Inclusion of the consumer's channel in the entry (spec section 3, `shareChannel`). */
export const shareChannel = defineCodes('shareChannel', [
  { code: 1, name: 'with', zh: '带渠道', en: 'With channel' },
  { code: 0, name: 'without', zh: '不带渠道', en: 'Without channel' },
]);

/** The result of a school's exam for a candidate. */
export const schoolExamResult = defineCodes('schoolExamResult', [
  { code: 0, name: 'open', zh: '待定', en: 'Open', tone: 'look' },
  { code: 1, name: 'passed', zh: '合格', en: 'Passed', tone: 'done' },
  { code: 2, name: 'failed', zh: '不合格', en: 'Failed', tone: 'lost' },
]);
