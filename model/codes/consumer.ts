import { defineCodes } from '../kernel/codes.ts';

/** On which list an entry puts a consumer (spec section 3, `permType`). */
export const userListType = defineCodes('userListType', [
  { code: 1, name: 'white', zh: '白名单', en: 'Allow list', tone: 'done' },
  { code: 2, name: 'black', zh: '黑名单', en: 'Block list', tone: 'lost' },
]);

/** Whether an entry counts; the numbers are the other way round than elsewhere (spec section 4, domain 0.5). */
export const permStatus = defineCodes('permStatus', [
  { code: 0, name: 'enabled', zh: '启用', en: 'Enabled', tone: 'done' },
  { code: 1, name: 'disabled', zh: '停用', en: 'Disabled', tone: 'plain' },
]);

/** Whether the consumer's channel goes with the entry (spec section 3, `shareChannel`). */
export const shareChannel = defineCodes('shareChannel', [
  { code: 1, zh: '带渠道', en: 'With channel' },
  { code: 0, zh: '不带渠道', en: 'Without channel' },
]);

/** Actions that a consumer has a limited number of a year (domain E3). */
export const userLimitType = defineCodes('userLimitType', [
  { code: 1, name: 'province', zh: '修改省份', en: 'Change of province' },
  { code: 2, name: 'profScore', zh: '修改专业分', en: 'Change of the professional score' },
  { code: 3, name: 'cultureScore', zh: '修改文化分', en: 'Change of the culture score' },
  { code: 4, name: 'englishScore', zh: '修改英语', en: 'Change of the English score' },
  { code: 5, name: 'chineseScore', zh: '修改语文', en: 'Change of the Chinese score' },
  { code: 6, name: 'probability', zh: '概率查询', en: 'Probability query' },
  { code: 7, name: 'list', zh: '志愿表生成', en: 'College preference list' },
]);
