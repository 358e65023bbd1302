import { defineCodes } from '../../kernel/codes.ts';

/** Permission to use the mobile numbers of a partner's consumers; inverted, 0 is yes (spec section 3, domain Q6). */
export const mobileAuth = defineCodes('mobileAuth', [
  { code: 0, name: 'yes', zh: '是', en: 'Yes' },
  { code: 1, name: 'no', zh: '否', en: 'No' },
]);

/** Ways in which a channel brings people in (domain F4). */
export const channelType = defineCodes('channelType', [
  { code: 1, name: 'direct', zh: '直营', en: 'Direct' },
  { code: 2, name: 'agency', zh: '代理', en: 'Agency' },
  { code: 3, name: 'partner', zh: '合伙人', en: 'Partner' },
  { code: 4, name: 'advertising', zh: '投放', en: 'Advertising' },
  { code: 5, name: 'crossIndustry', zh: '异业合作', en: 'Cross-industry' },
]);

/** Kinds of sources of consumers (domain B5). */
export const sourceType = defineCodes('sourceType', [
  { code: 1, name: 'app', zh: 'App', en: 'App' },
  { code: 2, name: 'wechat', zh: '微信小程序', en: 'WeChat mini-program' },
  { code: 3, name: 'douyin', zh: '抖音小程序', en: 'Douyin mini-program' },
  { code: 4, name: 'h5', zh: 'H5', en: 'H5' },
  { code: 5, name: 'offline', zh: '线下', en: 'Offline' },
  { code: 6, name: 'imported', zh: '导入', en: 'Import' },
  { code: 7, name: 'phone', zh: '客服电话', en: 'Service line' },
]);

/** Actions that a limit of dates shuts outside its window (domain A12). */
export const limitType = defineCodes('limitType', [
  { code: 1, name: 'list', zh: '志愿表生成', en: 'List generation' },
  { code: 2, name: 'probability', zh: '概率查询', en: 'Probability query' },
  { code: 3, name: 'profile', zh: '资料修改', en: 'Profile edit' },
  { code: 4, name: 'refund', zh: '退款申请', en: 'Refund' },
]);
