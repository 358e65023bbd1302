import type { SiteKey } from '../system/website.calls.ts';

/** Parts of a public page that are read from rows; see `publicContent`. */
export type Block =
  | 'pictures'
  | 'goods'
  | 'provinces'
  | 'columns'
  | 'partners'
  | 'lines'
  | 'chapters'
  | 'questions'
  | 'events'
  | 'menu'
  | 'app'
  | 'abroad';

/** A public page: its names, and the parts that it shows. */
export interface PublicPage {
  /** Name of the product or service, the heading of the page. */
  readonly title: string;
  /** A sentence for search engines and shared links. */
  readonly description: string;
  readonly blocks: readonly Block[];
}

/**
 * The public pages (domain section 5), by their address without the slash. They are Chinese: their visitors are
 * candidates and parents in China.
 */
export const publicPages = {
  website: {
    title: '艺考备考与志愿填报',
    description: '艺考统考、校考资讯，报考指南、录取概率与志愿填报服务，一处看全。',
    blocks: ['pictures', 'goods', 'columns', 'partners'],
  },
  ykzyb: {
    title: '艺考志愿宝',
    description: '查录取概率、填志愿表、看报考指南，艺术类考生的志愿填报工具。',
    blocks: ['goods', 'provinces', 'questions'],
  },
  mszytb: {
    title: '美术志愿填报',
    description: '面向美术与设计类考生：各省省控线、合格线与志愿填报服务。',
    blocks: ['provinces', 'lines', 'goods'],
  },
  ykzyzn: {
    title: '艺考志愿指南',
    description: '分省报考指南免费试读，近期统考、校考与志愿填报日程一目了然。',
    blocks: ['chapters', 'events', 'goods'],
  },
  yklxfw: {
    title: '艺考留学服务中心',
    description: '艺术留学国家、方向、院校与项目，顾问从选校、作品集陪到录取。',
    blocks: ['abroad'],
  },
  appIndex: {
    title: '下载 App',
    description: '在手机上查概率、填志愿、看指南。',
    blocks: ['app', 'menu', 'pictures'],
  },
} as const satisfies Record<string, PublicPage>;

/** Name of a public page. */
export type PublicPageName = keyof typeof publicPages;

/** Names of the public pages, in the order of their list. */
export const publicPageNames = Object.keys(publicPages) as readonly PublicPageName[];

/** The page of the product of each site (domain A11). */
export const productPage: { readonly [K in SiteKey]: K } = {
  ykzyb: 'ykzyb',
  mszytb: 'mszytb',
  ykzyzn: 'ykzyzn',
};

/** Beginnings of the addresses that search engines leave alone: calls, the back-office, prints and forms. */
export const closedToSearch = ['/api/', '/login', '/home', '/consult', '/print', '/docs'] as const;
