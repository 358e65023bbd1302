/** Study abroad of the demo house (domain 7.3): real schools, invented programmes and customers. */

/** A direction with those below it, by name. */
export const demoDirections: readonly {
  readonly name: string;
  readonly below: readonly string[];
  readonly countries: readonly string[];
}[] = [
  {
    name: '设计',
    below: ['视觉传达', '服装设计', '工业与产品设计', '数字媒体'],
    countries: ['美国', '英国', '意大利', '日本', '荷兰'],
  },
  { name: '美术', below: ['绘画', '插画与漫画'], countries: ['英国', '美国', '日本', '俄罗斯', '德国'] },
  { name: '音乐', below: ['音乐表演', '流行音乐'], countries: ['美国', '德国', '俄罗斯'] },
  { name: '影视与动画', below: ['动画', '电影'], countries: ['法国', '日本', '韩国'] },
];

/** A school; rank in art and design, fees and language are examples, as its introduction says. */
interface DemoSchool {
  readonly schoolName: string;
  readonly enName: string;
  readonly country: string;
  readonly cityName: string;
  readonly qsRank: number | null;
  readonly directions: readonly string[];
  readonly tuition: string;
  readonly language: string;
  readonly siteUrl: string;
}

const school = (
  schoolName: string,
  enName: string,
  [country, cityName, qsRank]: readonly [string, string, number | null],
  directions: readonly string[],
  [tuition, language, siteUrl]: readonly [string, string, string],
): DemoSchool => ({
  ...{ schoolName, enName, country, cityName, qsRank, directions, tuition, language, siteUrl },
});

/** Schools in seven countries. */
export const demoAbroadSchools: readonly DemoSchool[] = [
  school(
    '皇家艺术学院',
    'Royal College of Art',
    ['英国', '伦敦', 1],
    ['设计', '美术'],
    ['约 3.6 万英镑', '雅思 6.5', 'https://www.rca.ac.uk'],
  ),
  school(
    '伦敦艺术大学',
    'University of the Arts London',
    ['英国', '伦敦', 2],
    ['设计', '美术', '服装设计'],
    ['约 2.9 万英镑', '雅思 6.0', 'https://www.arts.ac.uk'],
  ),
  school(
    '帕森斯设计学院',
    'Parsons School of Design',
    ['美国', '纽约', 3],
    ['设计', '服装设计'],
    ['约 5.8 万美元', '托福 92', 'https://www.newschool.edu/parsons'],
  ),
  school(
    '罗德岛设计学院',
    'Rhode Island School of Design',
    ['美国', '普罗维登斯', 4],
    ['设计', '美术'],
    ['约 6.2 万美元', '托福 93', 'https://www.risd.edu'],
  ),
  school(
    '普瑞特艺术学院',
    'Pratt Institute',
    ['美国', '纽约', 7],
    ['设计', '美术'],
    ['约 6.0 万美元', '托福 79', 'https://www.pratt.edu'],
  ),
  school(
    '米兰理工大学',
    'Politecnico di Milano',
    ['意大利', '米兰', 8],
    ['设计', '工业与产品设计'],
    ['约 0.4 万欧元', '雅思 6.0', 'https://www.polimi.it'],
  ),
  school(
    '埃因霍温设计学院',
    'Design Academy Eindhoven',
    ['荷兰', '埃因霍温', 13],
    ['设计', '工业与产品设计'],
    ['约 1.2 万欧元', '雅思 6.0', 'https://www.designacademy.nl'],
  ),
  school(
    '东京艺术大学',
    'Tokyo University of the Arts',
    ['日本', '东京', 23],
    ['美术', '音乐', '影视与动画'],
    ['约 64 万日元', '日语 N1', 'https://www.geidai.ac.jp'],
  ),
  school(
    '多摩美术大学',
    'Tama Art University',
    ['日本', '东京', null],
    ['设计', '美术', '动画'],
    ['约 190 万日元', '日语 N2', 'https://www.tamabi.ac.jp'],
  ),
  school(
    '弘益大学',
    'Hongik University',
    ['韩国', '首尔', 51],
    ['设计', '美术', '影视与动画'],
    ['约 900 万韩元', 'TOPIK 3 级', 'https://www.hongik.ac.kr'],
  ),
  school(
    '伯克利音乐学院',
    'Berklee College of Music',
    ['美国', '波士顿', null],
    ['音乐', '流行音乐'],
    ['约 5.2 万美元', '托福 72', 'https://www.berklee.edu'],
  ),
  school(
    '戈布兰影像学院',
    'GOBELINS Paris',
    ['法国', '巴黎', null],
    ['影视与动画', '动画'],
    ['约 1.4 万欧元', '雅思 6.5', 'https://www.gobelins-school.com'],
  ),
];

/** A programme: name, country, direction, school, degree, price of the service, period. */
type DemoItem = readonly [
  name: string,
  country: string,
  direction: string,
  school: string | null,
  degree: 1 | 2 | 3 | 4 | 5,
  price: string,
  duration: string,
];

/** Programmes; the last one is off the shelf. */
export const demoAbroadItems: readonly DemoItem[] = [
  ['皇家艺术学院设计硕士申请', '英国', '设计', '皇家艺术学院', 3, '39800.00', '10 个月'],
  ['伦艺服装设计本科申请', '英国', '服装设计', '伦敦艺术大学', 2, '32800.00', '12 个月'],
  ['伦艺预科直通车', '英国', '设计', '伦敦艺术大学', 1, '19800.00', '8 个月'],
  ['帕森斯本科申请', '美国', '设计', '帕森斯设计学院', 2, '42800.00', '12 个月'],
  ['罗德岛设计学院硕士申请', '美国', '视觉传达', '罗德岛设计学院', 3, '45800.00', '12 个月'],
  ['普瑞特插画本科申请', '美国', '插画与漫画', '普瑞特艺术学院', 2, '38800.00', '12 个月'],
  ['伯克利流行音乐本科申请', '美国', '流行音乐', '伯克利音乐学院', 2, '36800.00', '10 个月'],
  ['米兰理工产品设计硕士申请', '意大利', '工业与产品设计', '米兰理工大学', 3, '28800.00', '10 个月'],
  ['埃因霍温设计本科申请', '荷兰', '工业与产品设计', '埃因霍温设计学院', 2, '29800.00', '10 个月'],
  ['东京艺大美术硕士申请', '日本', '绘画', '东京艺术大学', 3, '33800.00', '18 个月'],
  ['多摩美大动画本科申请', '日本', '动画', '多摩美术大学', 2, '26800.00', '15 个月'],
  ['弘益大学设计本科申请', '韩国', '设计', '弘益大学', 2, '18800.00', '9 个月'],
  ['戈布兰动画短期课程', '法国', '动画', '戈布兰影像学院', 5, '9800.00', '6 周'],
  ['英国艺术类多校联申', '英国', '美术', null, 2, '35800.00', '12 个月'],
  ['俄罗斯油画硕士申请', '俄罗斯', '绘画', null, 3, '22800.00', '12 个月'],
];

/**
 * An order: customer, mobile, programme by place, days ago, state and stage. Every person is invented, and the mobile
 * numbers are placeholders not to be dialled.
 */
export interface DemoAbroadOrder {
  readonly name: string;
  readonly mobile: string;
  readonly item: number;
  readonly daysAgo: number;
  readonly status: 0 | 1 | 2 | 3;
  readonly stage: 1 | 2 | 3 | 4 | 5 | 6;
  readonly payType: 1 | 2 | 4 | 5;
  readonly ofPartner?: true;
}

const order = (
  name: string,
  item: number,
  daysAgo: number,
  [status, stage, payType]: readonly [
    DemoAbroadOrder['status'],
    DemoAbroadOrder['stage'],
    DemoAbroadOrder['payType'],
  ],
  ofPartner?: true,
): DemoAbroadOrder => ({
  ...{ name, item, daysAgo, status, stage, payType },
  mobile: `1990000${String(7_000 + item * 13 + daysAgo).slice(-4)}`,
  ...(ofPartner && { ofPartner }),
});

/** Orders of the last fourteen days, in every stage. */
export const demoAbroadOrders: readonly DemoAbroadOrder[] = [
  order('沈知夏', 0, 14, [1, 6, 4]),
  order('顾一鸣', 3, 13, [1, 5, 1]),
  order('苏予安', 7, 12, [1, 5, 4], true),
  order('陆清和', 1, 11, [1, 4, 2]),
  order('宋南乔', 9, 10, [1, 4, 5], true),
  order('程以诺', 5, 8, [3, 2, 5]),
  order('唐晚舟', 11, 7, [1, 3, 1]),
  order('韩星野', 6, 6, [1, 3, 4]),
  order('叶初禾', 2, 5, [1, 2, 2], true),
  order('周予白', 12, 4, [2, 1, 1]),
  order('林听雨', 8, 2, [1, 2, 1]),
  order('江未眠', 4, 0, [0, 1, 1], true),
];
