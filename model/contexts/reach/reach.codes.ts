import { defineCodes } from '../../kernel/codes.ts';

/** States of a telephone call (domain 0.5, `@callStatus`). */
export const callStatus = defineCodes('callStatus', [
  { code: 0, name: 'dialling', zh: '呼叫中', en: 'Dialling', tone: 'act' },
  { code: 1, name: 'connected', zh: '已接通', en: 'Connected', tone: 'done' },
  { code: 2, name: 'missed', zh: '未接通', en: 'Not connected', tone: 'lost' },
]);

/** Kinds of text messages (domain M6). Quiet hours and opt-outs bind marketing. */
export const smsType = defineCodes('smsType', [
  { code: 1, name: 'verification', zh: '验证码', en: 'Verification' },
  { code: 2, name: 'notice', zh: '通知', en: 'Notice' },
  { code: 3, name: 'marketing', zh: '营销', en: 'Marketing' },
]);

/** Code of {@link smsType} that quiet hours and opt-outs bind. */
export const marketing = 3;

/** States of the review of a template (domain 0.5, `@audit`). */
export const templateAudit = defineCodes('templateAudit', [
  { code: 0, name: 'draft', zh: '草稿', en: 'Draft', tone: 'plain' },
  { code: 1, name: 'submitted', zh: '待审核', en: 'Submitted', tone: 'look' },
  { code: 2, name: 'approved', zh: '通过', en: 'Approved', tone: 'done' },
  { code: 3, name: 'rejected', zh: '驳回', en: 'Rejected', tone: 'lost' },
]);

/** The switch of a template, which is set in its form: the steps of a template are those of its review. */
export const templateSwitch = defineCodes('templateSwitch', [
  { code: 1, name: 'on', zh: '启用', en: 'Enabled', tone: 'done' },
  { code: 0, name: 'off', zh: '停用', en: 'Disabled', tone: 'lost' },
]);

/** Ways of contact that a person does not want. */
export const blockScope = defineCodes('blockScope', [
  { code: 1, name: 'marketing', zh: '营销短信', en: 'Marketing texts' },
  { code: 2, name: 'texts', zh: '所有短信', en: 'All texts' },
  { code: 3, name: 'calls', zh: '电话', en: 'Calls' },
  { code: 4, name: 'all', zh: '短信和电话', en: 'Texts and calls' },
]);

/** Origins of an entry in the list of numbers to leave alone. */
export const blockSource = defineCodes('blockSource', [
  { code: 1, name: 'byHand', zh: '人工添加', en: 'By hand' },
  { code: 2, name: 'reply', zh: '短信回复退订', en: 'Replied to a text' },
  { code: 3, name: 'vendor', zh: '运营商黑名单', en: 'Vendor' },
]);
