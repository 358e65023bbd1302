import { label } from '../../kernel/label.ts';
import { rowsWait } from '../../waiting.ts';
import { message } from './message.ts';

/** Messages that their reader has not opened. */
export const noticeWaiting = [
  rowsWait(message, {
    name: 'message.read',
    label: label('未读消息', 'Unread messages'),
    next: label('查看', 'Read'),
    may: 'person',
    asked: () => ({ readFlag: [0] }),
    sort: '-messageId',
    tells: ['createTime'],
    page: '/sys/message',
  }),
];
