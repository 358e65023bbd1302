/** Messages of a person, and how events are told. */
export const notices = {
  bell: '消息',
  bellUnread: '消息，{{count}} 条未读',
  title: '消息',
  none: '还没有消息',
  noneUnread: '没有未读消息',
  readAll: '全部已读',
  readOne: '标为已读',
  readDone: '已全部标为已读',
  unread: '未读',
  onlyUnread: '只看未读',
  all: '全部消息',
  wishes: '通知设置',
  more: '更早的消息',
  choices: {
    tab: '通知',
    hint: '选择您想以哪些方式收到通知；没有列出的由管理员关闭。',
    event: '事件',
    none: '目前没有发给您的通知',
  },
  way: { page: '站内消息', text: '短信', push: 'App 推送' },
  rule: {
    to: '通知：{{who}}',
    on: '开',
    off: '关',
    never: '不适用',
  },
} as const;
