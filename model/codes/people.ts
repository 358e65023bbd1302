import { defineCodes } from '../kernel/codes.ts';

/** Whether the mobile numbers of a partner's consumers may be used; inverted, 0 is yes (spec section 3, domain Q6). */
export const mobileAuth = defineCodes('mobileAuth', [
  { code: 0, zh: '是', en: 'Yes', tone: 'done' },
  { code: 1, zh: '否', en: 'No', tone: 'plain' },
]);

/** How a channel brings people in (domain F4). */
export const channelType = defineCodes('channelType', [
  { code: 1, zh: '直营', en: 'Direct', tone: 'act' },
  { code: 2, zh: '代理', en: 'Agency', tone: 'done' },
  { code: 3, zh: '合伙人', en: 'Partner', tone: 'look' },
  { code: 4, zh: '投放', en: 'Advertising', tone: 'plain' },
  { code: 5, zh: '异业合作', en: 'Cross-industry', tone: 'plain' },
]);

/** What a limit of dates shuts outside its window (domain A12). */
export const limitType = defineCodes('limitType', [
  { code: 1, zh: '志愿表生成', en: 'List generation', tone: 'act' },
  { code: 2, zh: '概率查询', en: 'Probability query', tone: 'look' },
  { code: 3, zh: '资料修改', en: 'Profile edit', tone: 'done' },
  { code: 4, zh: '退款申请', en: 'Refund', tone: 'lost' },
]);
