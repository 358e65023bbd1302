import { label } from '../../kernel/label.ts';
import { defineScreen } from '../../kernel/screens.ts';
import { registry } from '../datasets.ts';

/** Logins and logouts with their origin, for people who manage accounts but may not read the rest of the log. */
export const loginLog = defineScreen(registry.auditLog, {
  name: 'logins',
  label: label('登录日志', 'Login log'),
  menu: { at: '/sys/loginLog', group: 'system', icon: 'LoginOutlined', order: 18 },
  where: { action: ['login', 'logout'] },
  may: 'logins',
  columns: ['createTime', 'userName', 'action', 'content', 'ip', 'result'],
});
