import { type Label, label } from './kernel/label.ts';

/** The groups of the back-office menu in their order, each with its title and icon (domain 7.1). */
export const menuGroups = {
  data: { title: label('数据管理', 'Data'), icon: 'DatabaseOutlined' },
  schools: { title: label('院校专业', 'Schools and majors'), icon: 'BankOutlined' },
  guidance: { title: label('就业指南', 'Guidance'), icon: 'CompassOutlined' },
  users: { title: label('用户', 'Users'), icon: 'UserOutlined' },
  cards: { title: label('卡券商品', 'Cards and goods'), icon: 'CreditCardOutlined' },
  orders: { title: label('订单财务', 'Orders and finance'), icon: 'AccountBookOutlined' },
  partners: { title: label('合伙人渠道', 'Partners and channels'), icon: 'TeamOutlined' },
  sales: { title: label('销售CRM', 'Sales'), icon: 'CustomerServiceOutlined' },
  mock: { title: label('模拟考', 'Mock exams'), icon: 'FormOutlined' },
  exams: { title: label('在线考试', 'Online exams'), icon: 'LaptopOutlined' },
  courses: { title: label('课程直播', 'Courses and live'), icon: 'PlayCircleOutlined' },
  douyin: { title: label('抖音', 'Douyin'), icon: 'TikTokOutlined' },
  content: { title: label('内容', 'Content'), icon: 'FileTextOutlined' },
  push: { title: label('推送', 'Push'), icon: 'NotificationOutlined' },
  abroad: { title: label('留学', 'Study abroad'), icon: 'GlobalOutlined' },
  system: { title: label('系统', 'System'), icon: 'SettingOutlined' },
} as const satisfies Record<string, { readonly title: Label; readonly icon: `${string}Outlined` }>;

/** First parts of the addresses of datasets' screens (domain 7.1); `aboard` is the specification's spelling (Q43). */
export const menuSections = [
  ...(['aboard', 'abroad', 'base', 'card', 'exam', 'course', 'feige', 'goods', 'mobile', 'mock'] as const),
  ...(['order', 'pay', 'push', 'sch', 'sys', 'tiktok', 'user', 'wish'] as const),
] as const;

/** One of {@link menuSections}. */
export type MenuSection = (typeof menuSections)[number];

/** Addresses of datasets that the catalogue gives and neither their name nor their permission codes do (domain 7.1). */
export type CatalogueAddress = '/base/liveGoods' | '/course/lessons';

/**
 * Addresses of the pages that are written by hand and belong to no dataset. The page of `/mock/scoreStat` is
 * `web/contexts/<context>/pages/mock/score-stat/Page.tsx`.
 */
export const writtenPages = [
  '/exam/marking',
  '/home',
  '/mobile/stat',
  '/mock/scoreStat',
  '/order/channel',
  '/stat/channel',
  '/stat/code',
  '/stat/order',
  '/sys/access',
  '/sys/config',
  '/sys/lock',
  '/sys/log',
  '/sys/message',
  '/sys/online',
  '/wish/remarkEdit',
  '/wish/voluntaryList/edit',
] as const;

/** One of {@link writtenPages}. */
export type WrittenPage = (typeof writtenPages)[number];

/**
 * Pages of the web application reached without the menu (spec section 2); most without a login too, since their data
 * requires one itself (domain Q14).
 */
export const standalonePages = {
  print: '/print',
  printHn: '/printHn',
  printHenan2: '/printHenan2',
  printChongQing: '/printChongQing',
  printMsjxzj: '/printMsjxzj',
  printZymy: '/printZymy',
  printMsjypt: '/printMsjypt',
  roomSeat: '/roomSeat',
  printHeNan: '/printHeNan',
  printMkzn: '/printMkzn',
  scoreAnalyse: '/scoreAnalyse',
  roomSeatZnz: '/roomSeatZnz',
  printZnz: '/printZnz',
  printSettle: '/printSettle',
  printVoluntary: '/printVoluntary',
  register: '/register',
} as const;

const firstPart = (path: string): string => path.split('/')[1] ?? '';

/** First parts of every address that the web application shows a page for. */
const applicationParts: ReadonlySet<string> = new Set([
  ...['', '404', 'login', ...menuSections],
  ...[...writtenPages, ...Object.values(standalonePages)].map(firstPart),
]);

/**
 * Reports whether the web application answers an address, if only by saying that the section has no such page. Any
 * other address without a route is unknown to the public site.
 */
export function isApplicationPath(path: string): boolean {
  return applicationParts.has(firstPart(path));
}

/** Name of a group of the menu. */
export type MenuGroup = keyof typeof menuGroups;
