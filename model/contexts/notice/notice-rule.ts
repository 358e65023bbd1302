import { defineDataset, field, label } from '../../kernel/language.ts';
import { noticeEventOf } from './events.ts';
import { type NoticeEventCode, type NoticeWay, noticeEvent } from './notice.codes.ts';

const flag = (zh: string, en: string) => field.yesNo({ label: label(zh, en), default: 0 });

/** Refuses a way in which nobody can be notified of the event. */
function onlyWhere(way: NoticeWay, name: 'pageFlag' | 'textFlag' | 'pushFlag') {
  return {
    kind: 'rule',
    fields: ['event', name],
    test: ({ event, ...row }: { event?: string | null; [name: string]: unknown }) =>
      row[name] !== 1 || noticeEventOf(event as NoticeEventCode).ways.includes(way),
    message: label('不适用于该事件', 'is no way to tell of this event'),
  } as const;
}

/**
 * The operator's rules, one row for each event: the ways in which people are notified, and the template of its text messages.
 * The rows come with the product; people change them.
 */
export const noticeRule = defineDataset({
  name: 'noticeRule',
  path: '/api/sys/notice/rule',
  menu: { at: '/sys/notice', group: 'system', icon: 'BellOutlined', order: 24 },
  label: label('通知规则', 'Notice rules'),
  fields: {
    ruleId: field.id({ label: label('规则ID', 'Rule ID') }),
    event: field.code({
      label: label('事件', 'Event'),
      of: noticeEvent,
      required: true,
      readOnly: true,
      lockedOnEdit: true,
    }),
    pageFlag: flag('站内消息', 'In the back-office'),
    textFlag: flag('短信', 'Text message'),
    pushFlag: flag('App 推送', 'Push'),
    templateId: field.ref({
      label: label('短信模板', 'Template of texts'),
      to: 'smsTemplate',
      help: label(
        '审核通过的通知类模板，变量须在该事件的变量之内；留空则用内置短信',
        'An approved template of a notice with variables of the event alone; left empty for the built-in text',
      ),
    }),
    remark: field.text({ max: 64 }),
  },
  identity: { name: 'event' },
  checks: [onlyWhere('page', 'pageFlag'), onlyWhere('text', 'textFlag'), onlyWhere('push', 'pushFlag')],
  permissions: { prefix: 'sys:notice', actions: ['list', 'update'] },
  scope: { common: 'the house decides once for everybody how it tells' },
  list: {
    columns: ['event', 'pageFlag', 'textFlag', 'pushFlag', 'templateId', 'remark', 'updateTime'],
    filters: ['event', 'pageFlag', 'textFlag', 'pushFlag'],
    sort: ['ruleId'],
  },
});
