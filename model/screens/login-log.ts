import { registry } from '../datasets/index.ts';
import { label } from '../kernel/label.ts';
import { defineScreen } from '../kernel/screens.ts';

/** Who logged in and out, from where: for those who look after accounts and have no business in the rest of the log. */
export const loginLog = defineScreen(registry.auditLog, {
  name: 'logins',
  label: label('登录日志', 'Login log'),
  menu: { at: '/sys/loginLog', group: 'system', icon: 'LoginOutlined', order: 18 },
  where: { action: ['login', 'logout'] },
  may: 'logins',
  columns: ['createTime', 'userName', 'action', 'content', 'ip', 'result'],
});
