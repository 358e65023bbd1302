import { defineCodes } from '../../kernel/codes.ts';

/** States of a text message (domain 0.5, `@smsStatus`). */
export const smsStatus = defineCodes('smsStatus', [
  { code: 0, name: 'queued', zh: '待发送', en: 'Queued', tone: 'plain' },
  { code: 1, name: 'submitted', zh: '已提交', en: 'Submitted', tone: 'act' },
  { code: 2, name: 'delivered', zh: '已送达', en: 'Delivered', tone: 'done' },
  { code: 3, name: 'failed', zh: '失败', en: 'Failed', tone: 'lost' },
]);

/** Subjects of the product's text messages, each with a text and a template at the vendor. */
export const smsTopic = defineCodes('smsTopic', [
  { code: 'code', zh: '验证码', en: 'Code' },
  { code: 'approved', zh: '注册通过', en: 'Registration approved' },
  { code: 'refused', zh: '注册驳回', en: 'Registration rejected' },
  { code: 'marks', zh: '成绩发布', en: 'Marks published' },
  { code: 'marksBack', zh: '成绩撤回', en: 'Marks withdrawn' },
  { code: 'crawler', zh: '爬虫提醒', en: 'Crawler needs care' },
  { code: 'registered', zh: '重复报名', en: 'Registered already' },
]);

/** Code of {@link smsTopic}. */
export type SmsTopic = (typeof smsTopic)['items'][number]['code'];
