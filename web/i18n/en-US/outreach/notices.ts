import type { Translation } from '../../translation.ts';
import type { notices as chinese } from '../../zh-CN/outreach/notices.ts';

/** Messages of a person, and the ways of notices. */
export const notices = {
  bell: 'Messages',
  bellUnread: 'Messages, {{count}} unread',
  title: 'Messages',
  none: 'No messages yet',
  noneHint: 'Messages appear here when something needs your attention',
  noneUnread: 'Nothing unread',
  readAll: 'Mark all as read',
  readOne: 'Mark as read',
  readDone: 'All marked as read',
  unread: 'Unread',
  onlyUnread: 'Unread only',
  all: 'All messages',
  wishes: 'Notice settings',
  more: 'Earlier messages',
  choices: {
    tab: 'Notices',
    hint: 'Choose how you want to be told. What is not listed was turned off by an administrator.',
    event: 'Event',
    none: 'There are no notices for you',
    noneHint: 'Once an administrator turns some on, choose here how you get them',
  },
  way: { page: 'In the back-office', text: 'Text message', push: 'Push' },
  rule: {
    to: 'To: {{who}}',
    on: 'On',
    off: 'Off',
    never: 'Not possible',
  },
} as const satisfies Translation<typeof chinese>;
