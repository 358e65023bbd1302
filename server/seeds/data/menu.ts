import { label } from '@yikao/model/kernel/label.ts';
import type { MenuGroup, WrittenPage } from '@yikao/model/menu.ts';
import type { PermissionCode } from '@yikao/model/permissions.ts';
import type { MenuPageSeed } from '../types.ts';

/** A page without a dataset, opened by any of `permCodes`. */
function feature(
  order: number,
  zh: string,
  en: string,
  permUrl: WrittenPage,
  icon: `${string}Outlined`,
  ...permCodes: PermissionCode[]
) {
  return { order, title: label(zh, en), permUrl, icon, permCodes } satisfies MenuPageSeed;
}

/** The pages of the menu that no dataset declares, by group, each with its place in it (domain 7.1). */
export const pages: Readonly<Record<MenuGroup, readonly MenuPageSeed[]>> = {
  data: [{ ...feature(15, '编辑备注', 'Edit remarks', '/wish/remarkEdit', 'EditOutlined'), hiddenFlag: 1 }],
  schools: [],
  guidance: [],
  users: [],
  cards: [
    feature(9, '激活码统计', 'Code statistics', '/stat/code', 'BarChartOutlined', 'stat:admin', 'stat:sale'),
  ],
  orders: [
    feature(2, '渠道订单', 'Orders by channel', '/order/channel', 'PartitionOutlined', 'order:service:list'),
    feature(10, '订单统计', 'Order statistics', '/stat/order', 'BarChartOutlined', 'stat:admin', 'stat:sale'),
  ],
  partners: [
    feature(7, '渠道统计', 'Channel statistics', '/stat/channel', 'FundOutlined', 'stat:admin', 'stat:sale'),
  ],
  sales: [
    feature(3, '跟进统计', 'Follow-up statistics', '/mobile/stat', 'LineChartOutlined', 'crm:lead:list'),
  ],
  mock: [
    feature(15, '成绩统计', 'Score statistics', '/mock/scoreStat', 'AreaChartOutlined', 'mock:score:list'),
  ],
  exams: [feature(9, '评卷', 'Marking', '/exam/marking', 'HighlightOutlined', 'exam:answer:mark')],
  courses: [],
  douyin: [],
  content: [],
  push: [],
  abroad: [],
  system: [
    feature(
      5,
      '在线用户',
      'Online users',
      '/sys/online',
      'GlobalOutlined',
      'sys:online:list',
      'sys:online:kick',
    ),
    feature(6, '登录限制', 'Login locks', '/sys/lock', 'UnlockOutlined', 'sys:lock:list', 'sys:lock:lift'),
    feature(
      7,
      '访问诊断',
      'Why can I not see this?',
      '/sys/access',
      'SecurityScanOutlined',
      'sys:access:explain',
    ),
    feature(9, '任务中心', 'Job centre', '/sys/log', 'FileSyncOutlined', 'sys:log'),
    feature(
      16,
      '参数',
      'Parameters',
      '/sys/config',
      'ControlOutlined',
      'sys:config:list',
      'sys:config:update',
      'wish:cache:clean',
    ),
  ],
};
