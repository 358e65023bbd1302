import { defineCodes } from '../../kernel/codes.ts';

/** Kinds of code rules (domain G2): many codes, a single one, or codes that are drawn one by one on demand. */
export const codeRuleType = defineCodes('codeRuleType', [
  { code: 1, name: 'batch', zh: '批量', en: 'Batch' },
  { code: 2, name: 'single', zh: '单个', en: 'Single' },
  { code: 3, name: 'online', zh: '线上', en: 'On demand' },
]);

/** States of a rule: the progress of its generation (domain G2, 3.4). */
export const codeRuleStatus = defineCodes('codeRuleStatus', [
  { code: 0, name: 'pending', zh: '待生成', en: 'To generate', tone: 'look' },
  { code: 1, name: 'generating', zh: '生成中', en: 'Generating', tone: 'act' },
  { code: 2, name: 'done', zh: '已完成', en: 'Done', tone: 'done' },
  { code: 3, name: 'failed', zh: '失败', en: 'Failed', tone: 'lost' },
  { code: 4, name: 'voided', zh: '已作废', en: 'Voided', tone: 'plain' },
]);

/** Status of an activation code (domain 0.5, `@codeStatus`; 3.4). */
export const codeStatus = defineCodes('codeStatus', [
  { code: 1, name: 'unused', zh: '未使用', en: 'Unused' },
  { code: 2, name: 'issued', zh: '已发放', en: 'Issued', tone: 'look' },
  { code: 3, name: 'activated', zh: '已激活', en: 'Activated', tone: 'done' },
  { code: 5, name: 'expired', zh: '已过期', en: 'Expired', tone: 'plain' },
  { code: 4, name: 'voided', zh: '已作废', en: 'Voided', tone: 'plain' },
]);

/** Attribution of a rule's codes to its channel (domain 0.5, `@shareChannel`). */
export const shareChannel = defineCodes('shareChannel', [
  { code: 1, name: 'with', zh: '带渠道', en: 'With channel' },
  { code: 0, name: 'without', zh: '不带渠道', en: 'Without channel' },
]);
