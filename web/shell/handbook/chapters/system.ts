import { label } from '@yikao/model/kernel/label.ts';
import type { Chapter } from '../chapter.ts';

/** The chapter “Accounts, roles, jobs”. */
export const system: Chapter = {
  key: 'system',
  title: label('账号、角色和任务', 'Accounts, roles, jobs'),
  pages: [
    '/sys/user',
    '/sys/role',
    '/sys/perm',
    '/sys/job',
    '/sys/log',
    '/sys/audit',
    '/sys/config',
    '/sys/notice',
    '/sys/message',
  ],
  sections: [
    {
      title: label('给同事开账号', 'An account for a colleague'),
      steps: [
        label(
          '新增用户，选角色；合伙人或机构的账号还要选所属的合伙人或机构。',
          'Add a user and choose roles; for a partner’s or an agency’s account choose that, too.',
        ),
        label('对方第一次登录时必须改密码。', 'They set a password of their own when they first log in.'),
        label('您只能给出自己也有的权限。', 'You can only grant permissions that you have yourself.'),
      ],
      picture: 'system',
    },
    {
      title: label('消息和通知', 'Messages and notices'),
      steps: [
        label(
          '右上角的铃铛显示未读消息数；点一条消息会打开相关页面，并标为已读。',
          'The bell at the top right has the number of unread messages. Pressing a message opens its page and marks it as read.',
        ),
        label(
          '在“个人中心 / 通知”里，每个人选择自己以哪些方式收到哪些通知。',
          'Under My account, Notices, everybody chooses which notices to receive, and how.',
        ),
        label(
          '在“系统 / 通知规则”里，管理员决定每个事件用站内消息、短信还是推送告知。没有内置短信的事件，要先选一个审核通过的短信模板。',
          'Under System, Notice rules, an administrator decides how each event is announced: in the back-office, by text message or by push. An event without a built-in text needs an approved template.',
        ),
      ],
    },
    {
      title: label('“我为什么看不到？”', '“Why can’t I see it?”'),
      says: label(
        '在用户的“操作”里点“诊断”，选页面或记录，系统会说出是哪个角色、哪条数据范围在起作用。',
        'Press Explain in a user’s row and choose a page or a row: it shows which role and which data scope decide.',
      ),
    },
  ],
};
