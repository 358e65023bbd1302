/** A demo exam site: its location and exam. */
export interface SiteSeed {
  readonly cityId: number;
  readonly examCategory: string;
  readonly siteName: string;
  readonly address: string;
  readonly transport: string;
}

/** Made-up exam sites of the two demo provinces, by province. */
export const demoSites: Readonly<Record<number, readonly SiteSeed[]>> = {
  430000: [
    {
      cityId: 430_100,
      examCategory: '美术与设计',
      siteName: '长沙示例考点一（美术）',
      address: '长沙市岳麓区示例路 1 号',
      transport: '地铁 2 号线示例站 3 口，步行约 8 分钟；考试当天校门口不能停车。',
    },
    {
      cityId: 430_100,
      examCategory: '音乐',
      siteName: '长沙示例考点二（音乐）',
      address: '长沙市开福区示例路 2 号',
      transport: '公交示例站下车即到；候考区设在体育馆。',
    },
    {
      cityId: 430_400,
      examCategory: '美术与设计',
      siteName: '衡阳示例考点（美术）',
      address: '衡阳市蒸湘区示例路 3 号',
      transport: '衡阳东站乘公交约 40 分钟。',
    },
    {
      cityId: 430_600,
      examCategory: '书法',
      siteName: '岳阳示例考点（书法）',
      address: '岳阳市岳阳楼区示例路 4 号',
      transport: '岳阳东站打车约 20 分钟。',
    },
  ],
  370000: [
    {
      cityId: 370_100,
      examCategory: '美术与设计',
      siteName: '济南示例考点一（美术）',
      address: '济南市长清区示例路 5 号',
      transport: '地铁 1 号线示例站 B 口，步行约 10 分钟。',
    },
    {
      cityId: 370_100,
      examCategory: '播音与主持',
      siteName: '济南示例考点二（播音）',
      address: '济南市历下区示例路 6 号',
      transport: '公交示例站下车，东门进校。',
    },
    {
      cityId: 370_200,
      examCategory: '美术与设计',
      siteName: '青岛示例考点（美术）',
      address: '青岛市崂山区示例路 7 号',
      transport: '地铁 11 号线示例站，步行约 15 分钟。',
    },
    {
      cityId: 370_700,
      examCategory: '音乐',
      siteName: '潍坊示例考点（音乐）',
      address: '潍坊市奎文区示例路 8 号',
      transport: '潍坊站乘公交约 30 分钟。',
    },
  ],
};

/** A date of the year of an application: the month and day it begins and ends, `before` in the year before. */
export interface DateSeed {
  readonly scheduleType: number;
  readonly title: string;
  readonly from: string;
  readonly until: string;
  readonly before?: boolean;
}

/** The course of a year, the same in the demo provinces except for some days. */
export const demoDates: readonly DateSeed[] = [
  {
    scheduleType: 7,
    title: '高考报名（示例）',
    from: '11-01 09:00:00',
    until: '11-10 18:00:00',
    before: true,
  },
  {
    scheduleType: 1,
    title: '艺术类统考报名（示例）',
    from: '11-01 09:00:00',
    until: '11-10 18:00:00',
    before: true,
  },
  {
    scheduleType: 2,
    title: '美术与设计类统考（示例）',
    from: '12-07 08:30:00',
    until: '12-08 17:00:00',
    before: true,
  },
  {
    scheduleType: 2,
    title: '音乐类统考（示例）',
    from: '12-14 08:00:00',
    until: '12-28 18:00:00',
    before: true,
  },
  { scheduleType: 3, title: '统考成绩查询（示例）', from: '01-10 16:00:00', until: '01-31 18:00:00' },
  { scheduleType: 4, title: '校考报名（示例）', from: '01-05 09:00:00', until: '02-20 18:00:00' },
  { scheduleType: 5, title: '校考考试（示例）', from: '02-15 08:00:00', until: '03-15 18:00:00' },
  { scheduleType: 6, title: '校考成绩查询（示例）', from: '04-10 09:00:00', until: '04-30 18:00:00' },
  { scheduleType: 8, title: '普通高考（示例）', from: '06-07 09:00:00', until: '06-09 18:00:00' },
  { scheduleType: 9, title: '艺术类本科志愿填报（示例）', from: '06-27 09:00:00', until: '06-30 17:00:00' },
  { scheduleType: 10, title: '艺术类本科录取查询（示例）', from: '07-08 09:00:00', until: '07-15 18:00:00' },
];

/** Countries that people study in: name, English name, code, continent (domain B4), and whether it is popular. */
export const studyCountries: readonly (readonly [string, string, string, number, 0 | 1])[] = [
  ['美国', 'United States', 'US', 3, 1],
  ['英国', 'United Kingdom', 'GB', 2, 1],
  ['日本', 'Japan', 'JP', 1, 1],
  ['韩国', 'South Korea', 'KR', 1, 1],
  ['法国', 'France', 'FR', 2, 1],
  ['意大利', 'Italy', 'IT', 2, 1],
  ['德国', 'Germany', 'DE', 2, 0],
  ['俄罗斯', 'Russia', 'RU', 2, 0],
  ['荷兰', 'Netherlands', 'NL', 2, 0],
  ['澳大利亚', 'Australia', 'AU', 5, 0],
  ['新西兰', 'New Zealand', 'NZ', 5, 0],
  ['加拿大', 'Canada', 'CA', 3, 0],
  ['新加坡', 'Singapore', 'SG', 1, 0],
  ['马来西亚', 'Malaysia', 'MY', 1, 0],
  ['泰国', 'Thailand', 'TH', 1, 0],
  ['西班牙', 'Spain', 'ES', 2, 0],
];
