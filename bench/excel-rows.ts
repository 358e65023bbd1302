/** A column of the benchmark's workbook. */
export interface BenchColumn {
  readonly header: string;
  readonly kind: 'number' | 'text' | 'dateTime';
}

/** Date-times are `YYYY-MM-DD HH:mm:ss`. */
export type BenchCell = string | number;

/** 5 numbers, 8 texts and 2 date-times, as the exports of this product have them. */
export const benchColumns: readonly BenchColumn[] = [
  { header: '编号', kind: 'number' },
  { header: '数据年份', kind: 'number' },
  { header: '文化分', kind: 'number' },
  { header: '专业分', kind: 'number' },
  { header: '差值', kind: 'number' },
  { header: '院校代码', kind: 'text' },
  { header: '身份证号', kind: 'text' },
  { header: '姓名', kind: 'text' },
  { header: '院校名称', kind: 'text' },
  { header: '手机号', kind: 'text' },
  { header: '招生说明', kind: 'text' },
  { header: '专业组', kind: 'text' },
  { header: '备注', kind: 'text' },
  { header: '开始时间', kind: 'dateTime' },
  { header: '结束时间', kind: 'dateTime' },
];

const surnames = '赵钱孙李周吴郑王冯陈褚卫蒋沈韩杨朱秦尤许何吕施张孔曹严华金魏陶姜';
const givenNames = '子涵雨萱浩然欣怡梓豪诗琪宇轩思远佳宁俊杰若曦明哲';
const schools = [
  '中央美术学院',
  '中国音乐学院',
  '北京电影学院',
  '上海戏剧学院',
  '四川音乐学院',
  '广州美术学院',
];

/** A whole number from 0 to below `bound`, the same for the same row and salt. */
function pick(row: number, salt: number, bound: number): number {
  let hash = Math.imul(row + 1, 0x9e3779b1) ^ Math.imul(salt + 1, 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
  hash = Math.imul(hash ^ (hash >>> 12), 0x297a2d39);
  return ((hash ^ (hash >>> 15)) >>> 0) % bound;
}

function padded(value: number, length: number): string {
  return String(value).padStart(length, '0');
}

function dateTime(row: number, salt: number): string {
  const date = `${2020 + pick(row, salt, 6)}-${padded(1 + pick(row, salt + 1, 12), 2)}-${padded(1 + pick(row, salt + 2, 28), 2)}`;
  const second = pick(row, salt + 3, 86_400);
  return `${date} ${padded(Math.floor(second / 3600), 2)}:${padded(Math.floor(second / 60) % 60, 2)}:${padded(second % 60, 2)}`;
}

/** 260 characters of rich text. */
function html(row: number): string {
  const text = `<p style="text-align: left;">第 ${row} 条：报名网址 <a href="https://example.cn/zsb?id=${pick(row, 20, 1e6)}&from=list" target="_blank">招生网</a></p><p><strong>考试科目</strong>：素描、色彩 &amp; 速写。</p><ul><li>初试 ${pick(row, 21, 300)} 分</li><li>复试 ${pick(row, 22, 300)} 分</li></ul>`;
  return text.padEnd(260, '。').slice(0, 260);
}

/** The cells of a row, from 0, derived from its number: writer and check need no stored copy. */
export function benchRow(row: number): BenchCell[] {
  const surname = surnames.charAt(pick(row, 1, surnames.length));
  const given = pick(row, 2, givenNames.length / 2) * 2;
  return [
    row + 1,
    2020 + pick(row, 3, 6),
    pick(row, 4, 75_000) / 100,
    pick(row, 5, 3_000_000) / 10_000,
    pick(row, 6, 20_000) - 10_000,
    padded(pick(row, 7, 100_000), 6),
    `${440_300 + pick(row, 8, 99)}${1990 + pick(row, 9, 20)}${padded(pick(row, 10, 1e8), 8)}`,
    surname + givenNames.slice(given, given + 2),
    schools[pick(row, 11, schools.length)]!,
    `13${padded(pick(row, 12, 1e9), 9)}`,
    html(row),
    `第${pick(row, 13, 200)}组（物理+化学）`,
    `批次${pick(row, 14, 50)}，仅供参考`,
    dateTime(row, 30),
    dateTime(row, 40),
  ];
}
