import { defineCodes } from '../../kernel/codes.ts';

/** Status of an outgoing message. */
export const outboxStatus = defineCodes('outboxStatus', [
  { code: 0, name: 'waiting', zh: '待发送', en: 'Waiting', tone: 'plain' },
  { code: 1, name: 'sending', zh: '发送中', en: 'Sending', tone: 'act' },
  { code: 2, name: 'sent', zh: '已发送', en: 'Sent', tone: 'done' },
  { code: 3, name: 'failed', zh: '失败', en: 'Failed', tone: 'lost' },
  { code: 4, name: 'dropped', zh: '已放弃', en: 'Given up', tone: 'plain' },
]);

/** Subjects of messages to the outside; each has its sender on the server. */
export const outboxTopic = defineCodes('outboxTopic', [
  { code: 'sms', zh: '短信', en: 'Text message' },
  { code: 'payment', zh: '支付', en: 'Payment' },
  { code: 'pictures', zh: '文章图片', en: 'Pictures of an article' },
  { code: 'official', zh: '公众号同步', en: 'Official account' },
  { code: 'recording', zh: '通话录音', en: 'Recording of a call' },
  { code: 'push', zh: '推送', en: 'Push' },
  { code: 'douyin', zh: '抖音', en: 'Douyin' },
  { code: 'noticeText', zh: '通知短信', en: 'Text of a notice' },
  { code: 'noticePush', zh: '通知推送', en: 'Push of a notice' },
]);

/** Code of something that messages to the outside are about. */
export type OutboxTopic = (typeof outboxTopic)['items'][number]['code'];
