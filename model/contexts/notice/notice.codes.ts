import { defineCodes } from '../../kernel/codes.ts';

/** The events that people are notified of; see `events.ts` for what each one says, and to whom. */
export const noticeEvent = defineCodes('noticeEvent', [
  { code: 'registrationDecided', zh: '注册审核结果', en: 'Registration decided' },
  { code: 'followDue', zh: '跟进提醒', en: 'Follow-up due' },
  { code: 'leadAssigned', zh: '线索分配', en: 'Lead assigned' },
  { code: 'orderPaid', zh: '订单已支付', en: 'Order paid' },
  { code: 'abroadPaid', zh: '留学订单已支付', en: 'Abroad order paid' },
  { code: 'codesPaid', zh: '激活码采购已支付', en: 'Code purchase paid' },
  { code: 'mockPaid', zh: '模考报名费已支付', en: 'Mock-exam fee paid' },
  { code: 'examPaid', zh: '考试报名费已支付', en: 'Exam fee paid' },
  { code: 'refundDecided', zh: '退款审核结果', en: 'Refund decided' },
  { code: 'settlementToConfirm', zh: '结算单待确认', en: 'Settlement to confirm' },
  { code: 'marksPublished', zh: '成绩发布', en: 'Marks published' },
  { code: 'marksWithdrawn', zh: '成绩撤回', en: 'Marks withdrawn' },
  { code: 'resultsOutdated', zh: '已发布成绩有变', en: 'Published results outdated' },
  { code: 'marksOutdated', zh: '已发布模考成绩有变', en: 'Published mock marks outdated' },
  { code: 'registeredAgain', zh: '重复报名', en: 'Registered already' },
  { code: 'lectureTaken', zh: '讲座报名成功', en: 'Lecture booked' },
  { code: 'pushEnded', zh: '推送结束', en: 'Push ended' },
  { code: 'textBudgetLow', zh: '短信额度将尽', en: 'Texts run low' },
  { code: 'crawlerTrouble', zh: '爬虫异常', en: 'Crawler needs care' },
  { code: 'jobEnded', zh: '后台任务结束', en: 'Job ended' },
]);

/** Code of an event that people are notified of. */
export type NoticeEventCode = (typeof noticeEvent)['items'][number]['code'];

/** The ways in which people are notified. */
export const noticeWay = defineCodes('noticeWay', [
  { code: 'page', zh: '站内消息', en: 'In the back-office' },
  { code: 'text', zh: '短信', en: 'Text message' },
  { code: 'push', zh: 'App 推送', en: 'Push' },
]);

/** Code of {@link noticeWay}. */
export type NoticeWay = (typeof noticeWay)['items'][number]['code'];
