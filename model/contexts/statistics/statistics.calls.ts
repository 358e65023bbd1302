import { z } from 'zod';
import { call } from '../../calls/call.ts';
import { pageOf } from '../../calls/envelope.ts';
import { label } from '../../kernel/label.ts';
import { limits } from '../../limits.ts';

/** A day of Asia/Shanghai, `YYYY-MM-DD`; `2026-02-30` is invalid. */
const day = z.iso.date();
const count = z.int();
/** Change from yesterday in percent, two decimals; null if yesterday was zero (domain 4.13). */
const percent = z.number().nullable();

/** Days of a chart or ranking, both included. Defaults to the last thirty, up to today. */
const days = {
  startDate: day.optional(),
  endDate: day.optional(),
} as const;

const daysBody = z.object(days);

/** Labels used in errors about a range of days. */
const names = {
  startDate: label('开始日期', 'First day'),
  endDate: label('结束日期', 'Last day'),
  clickType: label('统计口径', 'What is counted'),
  cardType: label('产品类型', 'Kind of product'),
  status: label('状态', 'State'),
} as const;

/** A point of a line; days without anything are there with 0, in order (spec sections 2 and 4). */
const point = z.object({ countName: z.string(), countNumber: count, day });

/** A point of a line. */
export type Point = z.infer<typeof point>;

/** The figures that channels are compared by (spec section 2, click types; domain 4.13). */
export const clickTypes = { userAdd: 1, userActive: 2, online: 3, code: 4 } as const;

/**
 * The filter keys `{card type}-{status}` of orders and of activation codes, the first of which is the default (spec
 * section 4; section 2: online begins with card 2 status 1, code with card 2 status 3). Orders of voluntary lists, card
 * type 3, are counted like the others (spec section 3, voluntaryListCount).
 */
export const statusKeys = {
  [clickTypes.online]: ['2-1', '2-2', '2-3', '1-1', '1-2', '1-3', '3-1', '3-2', '3-3'],
  [clickTypes.code]: ['2-3', '2-4', '1-3', '1-4'],
} as const;

const click = {
  clickType: z.coerce.number().pipe(z.union([z.literal(1), z.literal(2), z.literal(3), z.literal(4)])),
  cardType: z.coerce.number().int().nullish(),
  status: z.coerce.number().int().nullish(),
} as const;

/** True if the card type and status of a question are one of the keys of spec section 4; users have none. */
function keyFits({ clickType, cardType, status }: z.infer<z.ZodObject<typeof click>>): boolean {
  if (cardType == null && status == null) return true;
  if (clickType !== clickTypes.online && clickType !== clickTypes.code) return false;
  const keys: readonly string[] = statusKeys[clickType];
  return keys.includes(`${cardType}-${status}`);
}

const keyMessage = { error: 'unknown key', path: ['status'] };

const channelBody = z
  .object({ ...click, ...days, size: z.coerce.number().int().min(1).max(100).default(10) })
  .refine(keyFits, keyMessage);

/** A channel with its figure; `channelId` null is the natural flow, `labelType` the click type (domain 9). */
const channelCount = z.object({
  channelId: z.int().nullable(),
  countName: z.string(),
  countNumber: count,
  labelType: z.int(),
});

/** A channel with its figure. */
export type ChannelCount = z.infer<typeof channelCount>;

/** A channel with its figures for seven days, starting with today (spec section 3, domain 4.13). */
const channelWeek = z.object({
  channelId: z.int().nullable(),
  sourceName: z.string(),
  day1: count,
  day2: count,
  day3: count,
  day4: count,
  day5: count,
  day6: count,
  day7: count,
  total: count,
});

/** A channel with its figures of seven days. */
export type ChannelWeek = z.infer<typeof channelWeek>;

/** Orders in one state, by product (spec section 3). */
const orderCounts = z.object({ probCount: count, guideCount: count, voluntaryListCount: count });

const visits = z.object({
  totalCount: count,
  list: z.array(z.object({ labelName: z.string(), labelType: z.int(), userActiveCount: count })),
});

const completes = z.object({
  totalCount: count,
  list: z.array(z.object({ labelName: z.string(), labelType: z.int(), completeCount: count })),
});

const userToday = z.object({
  visit: z.object({ todayVisitCount: count, thanYesterdayVisitPercent: percent }),
  complete: z.object({ todayAddCount: count, thanYesterdayAddPercent: percent }),
});

const orders = z.object({ pay: orderCounts, close: orderCounts, refund: orderCounts });

const saleToday = z.object({
  sale: z.object({ todayCount: count, todayAmountCount: z.number(), thanYesterdayAddPercent: percent }),
  code: z.object({ todayCount: count, thanYesterdayAddPercent: percent }),
});

/** Figures of one kind by province, largest first: the province block of the sales dashboard. */
const provinceCount = z.object({
  provinceId: z.int().nullable(),
  countName: z.string(),
  userCount: count,
  saleCount: count,
});

/** The sales dashboard (spec section 3, dashboard stats); `income` is null for people who may not see amounts. */
const saleStat = z.object({
  user: z.object({
    totalCount: count,
    todayVisitCount: count,
    compareYesterdayVisitCount: count,
    todayAddCount: count,
    compareYesterdayAddCount: count,
  }),
  sale: z.object({ totalCount: count, todayCount: count, thanYesterdayAddCount: count }),
  code: z.object({ todayCount: count, thanYesterdayAddCount: count }),
  income: z
    .object({
      canWithdrawAmount: z.number(),
      yesterdayAmount: z.number(),
      thisMonthAmount: z.number(),
      grandTotalAmount: z.number(),
    })
    .nullable(),
  /**
   * `own` for the income of the reader's partner, `partners` for the income that the reader's orders bring to partners.
   */
  incomeOf: z.enum(['own', 'partners']),
  orderLine: z.array(point),
  codeLine: z.array(point),
  provinces: z.array(provinceCount),
});

/** The sales dashboard. */
export type SaleStat = z.infer<typeof saleStat>;

/**
 * Figures of a status key by day. `amount` is in yuan: received and not refunded of paid orders, refunded of refunded
 * ones; null for codes, and for people who may not see amounts of orders.
 */
const keyLine = z.object({
  key: z.string(),
  total: count,
  amount: z.number().nullable(),
  line: z.array(point.extend({ amount: z.number().nullable() })),
});

/** Figures of a status key by day. */
export type KeyLine = z.infer<typeof keyLine>;

/** A person's dashboard (spec section 1, domain 2.P); `welcome` for none. */
const home = z.object({ board: z.enum(['admin', 'sale', 'welcome']), headlineYear: z.int() });

/** A visit reported by an app (0.7, 13); its id is the app's own, so that a repeated one counts once. */
const visit = z.object({
  eventId: z.string().trim().min(8).max(64),
  userId: z.coerce.number().int().positive(),
  /** Instant with its offset, ISO 8601. */
  visitTime: z.iso.datetime({ offset: true }),
});

/** A visit reported by an app. */
export type Visit = z.infer<typeof visit>;

/** A batch of visits reported by an app. */
const visitsBody = z.object({ events: z.array(visit).min(1).max(limits.visitsMax) });

const admin = 'stat:admin';

/** Reports whether these codes may compare channels: either dashboard suffices. */
const seesChannels = (codes: Iterable<string>) => {
  const held = new Set(codes);
  return held.has(admin) || held.has('stat:sale');
};

const screen = { of: 'statistics', may: admin } as const;
const ofChannels = { of: 'statistics', may: seesChannels, reads: true, names } as const;

/** Dashboards, and statistics of channels, orders and codes (domain 2.P, 4.13); each within the reader's scope. */
export const statisticsCalls = {
  home: call('GET /api/user/large/screen/home', {
    of: 'statistics',
    label: label('本人的首页类型', 'Which dashboard one has'),
    may: 'person',
    data: home,
  }),
  visit: call('GET /api/user/large/screen/visit', {
    ...screen,
    label: label('累计访问(按来源)', 'Visits of all time, by source'),
    data: visits,
  }),
  complete: call('GET /api/user/large/screen/complete', {
    ...screen,
    label: label('累计完善资料(按来源)', 'Complete profiles of all time, by source'),
    data: completes,
  }),
  userToday: call('GET /api/user/large/screen/today', {
    ...screen,
    label: label('今日访问与完善资料', 'Visitors and profiles of today'),
    data: userToday,
  }),
  lineAdd: call('GET /api/user/large/screen/line/add', {
    ...screen,
    label: label('新增用户曲线', 'New users by day'),
    query: daysBody,
    names,
    data: z.array(point),
  }),
  lineActive: call('GET /api/user/large/screen/line/active', {
    ...screen,
    label: label('活跃用户曲线', 'Active users by day'),
    query: daysBody,
    names,
    data: z.array(point),
  }),
  order: call('GET /api/data/wish/large/screen/order', {
    ...screen,
    label: label('线上订单数(按状态和产品)', 'Orders by state and product'),
    data: orders,
  }),
  amount: call('GET /api/data/wish/large/screen/amount', {
    ...screen,
    label: label('累计销售金额', 'Sales of all time, in yuan'),
    data: z.object({ totalAmountCount: z.number() }),
  }),
  code: call('GET /api/data/wish/large/screen/code', {
    ...screen,
    label: label('正式激活码激活数(按卡)', 'Formal codes that were activated, by card'),
    data: z.array(z.object({ cardName: z.string(), allAddCount: count })),
  }),
  saleToday: call('GET /api/data/wish/large/screen/today', {
    ...screen,
    label: label('今日订单与激活', 'Orders and activations of today'),
    data: saleToday,
  }),
  lineOrder: call('GET /api/data/wish/large/screen/line/order', {
    ...screen,
    label: label('线上订单曲线', 'Paid orders by day'),
    query: daysBody,
    names,
    data: z.array(point),
  }),
  lineCode: call('GET /api/data/wish/large/screen/line/code', {
    ...screen,
    label: label('激活码激活曲线', 'Activated codes by day'),
    query: daysBody,
    names,
    data: z.array(point),
  }),
  sale: call('POST /api/data/wish/order/stat', {
    of: 'statistics',
    label: label('销售首页统计', 'Figures of the sales dashboard'),
    // `stat:sale`, or its equivalents: the sale flag, and the users in `dashboard.saleUserIds` (domain 2.P).
    may: 'person',
    reads: true,
    body: daysBody,
    names,
    data: saleStat,
  }),
  channel: call('POST /api/data/wish/channel/stat', {
    ...ofChannels,
    label: label('渠道排行', 'The channels with the most'),
    body: channelBody,
    data: z.array(channelCount),
  }),
  channelList: call('POST /api/data/wish/channel/stat/list', {
    ...ofChannels,
    label: label('渠道统计(分页)', 'Every channel with its figure, by the page'),
    body: channelBody,
    pageSize: limits.pageSize,
    data: pageOf(channelCount),
  }),
  channelDetail: call('POST /api/data/wish/channel/stat/detail', {
    ...ofChannels,
    label: label('渠道近七天明细', 'Channels by day, of the last seven days'),
    body: z.object(click).refine(keyFits, keyMessage),
    data: z.array(channelWeek),
  }),
  keys: call('POST /api/data/wish/channel/stat/line', {
    ...ofChannels,
    label: label('订单或激活码按类型和状态统计', 'Orders or codes by kind and state'),
    body: z.object({ clickType: z.union([z.literal(3), z.literal(4)]), ...days }),
    data: z.array(keyLine),
  }),
  ingest: call('POST /api/user/visit', {
    of: 'statistics',
    label: label(
      '上报访问(应用密钥签名，批量，可重复)',
      'Tell of visits (signed by an app, many, repeatable)',
    ),
    may: 'public',
    body: visitsBody,
    // Apps of other versions than the server tell of visits.
    tolerant: true,
    data: z.object({
      /** Events that counted now, that had counted before, and that are of no user. */
      accepted: count,
      repeated: count,
      unknown: count,
      /** Events too old to be distinguished from repeats, or dated in the future. */
      late: count,
    }),
    limit: { name: 'visit', per: 'address', max: 600, windowMs: 60_000 },
    fails: ['wrongSignature'],
  }),
} as const;
