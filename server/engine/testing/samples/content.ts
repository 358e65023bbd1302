/** The content of every sample: a header row and three rows of the school exam calendar. */
export const headers = [
  '数据年份*',
  '省份*',
  '统考类别*',
  '院校*',
  '考试类型*',
  '报名开始',
  '报名结束',
  '备注',
] as const;

/** The rows as texts; times and days as a sheet shows them. */
export const rows = [
  ['2026', '湖南', '美术与设计类', '10047', '统考', '2026-01-05 08:30:00', '2026-01-20', '0012 前导零'],
  ['2026', '湖南', '书法类', '10355', '校考', '', '', '说 "引号"，a,b'],
  [
    '2027',
    '广东',
    '美术与设计类',
    '中央美术学院',
    '统考和校考',
    '2027-01-06 10:00:00',
    '2027-02-01',
    '😀 末行',
  ],
] as const;
