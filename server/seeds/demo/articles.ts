import { list, table } from './html.ts';

/** A demo article. `days` are counted from today: below 0 before it, above 0 scheduled. */
export interface ArticleSeed {
  readonly title: string;
  /** Name of its column. */
  readonly column: string;
  readonly summary: string;
  readonly content: string;
  readonly author: string;
  readonly sourceName: string;
  readonly provinceIds?: readonly number[];
  /** Family of joint exams. */
  readonly parentType?: number;
  readonly siteKeys?: readonly string[];
  readonly tagNames?: string;
  readonly topFlag?: 1;
  readonly days: number;
  /** Code of the review, and whether it is up. */
  readonly auditStatus: 0 | 1 | 2 | 3;
  readonly up?: true;
  readonly auditRemark?: string;
}

const p = (text: string) => `<p>${text}</p>`;
const h = (text: string) => `<h3>${text}</h3>`;
const own = { author: '编辑部', sourceName: '艺考志愿宝' } as const;
const note = p('演示内容：时间与分数以省教育考试院公布的为准。');

/** Articles in each state: public, scheduled, under review, refused, and drafts. */
export const demoArticles: readonly ArticleSeed[] = [
  {
    ...own,
    title: '艺术类统考报名即将截止，这些信息要再核对一遍',
    column: '统考',
    summary: '报名类别、照片、身份证号和毕业中学，提交之后不能自行修改。',
    content:
      p('统考报名系统关闭之后，类别不能更改。截止之前请登录系统，逐项核对下面的信息：') +
      list(['报考类别与兼报类别', '近期免冠照片', '身份证号与户籍地', '毕业中学与考生号']) +
      h('发现填错怎么办') +
      p('未缴费的可以在系统里修改；已缴费的请联系报名点，带身份证现场更正。') +
      note,
    topFlag: 1,
    tagNames: '报名,统考',
    days: -1,
    auditStatus: 2,
    up: true,
  },
  {
    ...own,
    title: '美术与设计类统考三科怎么考：素描、色彩、速写',
    column: '统考',
    summary: '三科满分 300 分，各科时长、纸张与评分要点一览。',
    content:
      p('美术与设计类统考由素描、色彩、速写三科组成。') +
      table(
        ['科目', '满分', '时长'],
        [
          ['素描', '100', '3 小时'],
          ['色彩', '100', '3 小时'],
          ['速写', '100', '30 分钟'],
        ],
      ) +
      h('评分看什么') +
      list(['构图完整、比例准确', '形体与空间关系', '画面整体效果']) +
      note,
    parentType: 5,
    siteKeys: ['mszytb', 'ykzyb'],
    tagNames: '美术,备考',
    days: -3,
    auditStatus: 2,
    up: true,
  },
  {
    ...own,
    title: '湖南艺术类综合分怎么算',
    column: '志愿填报',
    summary: '文化分与专业分折算成综合分，填报之前先算清自己的分数。',
    content:
      p('湖南艺术类本科批按综合分投档。综合分由文化成绩和专业成绩按比例折算。') +
      h('举个例子') +
      p('文化 430 分、专业 255 分的考生，先把专业分折算到 750 分制，再按比例相加。') +
      p('在“录取概率”中填入成绩，系统按本省公式计算，并给出位次。') +
      note,
    provinceIds: [430_000],
    tagNames: '综合分,湖南',
    days: -5,
    auditStatus: 2,
    up: true,
  },
  {
    ...own,
    title: '校考院校名单与报名入口（持续更新）',
    column: '校考',
    summary: '保留校考资格的院校及其报名平台，出公告后当天更新。',
    content:
      p('以下院校的部分专业仍组织校考，报名前请先通过统考相应类别。') +
      list(['中央美术学院', '中国美术学院', '中央音乐学院', '北京电影学院', '中央戏剧学院']) +
      p('各校报名平台不同，注意照片尺寸和缴费截止时间。') +
      note,
    tagNames: '校考',
    days: -8,
    auditStatus: 2,
    up: true,
  },
  {
    ...own,
    title: '成绩公布当天要做的三件事',
    column: '备考',
    summary: '查分、核位次、准备材料，成绩一出就能动手。',
    content: p('查询成绩之后，先核对各科分数，再对照一分一段查位次，最后准备校考和志愿材料。') + note,
    days: 2,
    auditStatus: 2,
    up: true,
  },
  {
    ...own,
    title: '播音与主持类统考朗诵稿怎么选',
    column: '备考',
    summary: '自备稿件的篇幅、题材与常见误区。',
    content: p('自备稿件以一分半为宜，选自己读得懂、有画面的段落，避免过长的诗歌。') + note,
    parentType: 4,
    days: 0,
    auditStatus: 1,
  },
  {
    ...own,
    title: '某院校破格录取名额翻倍',
    column: '院校动态',
    summary: '标题未经核实。',
    content: p('据网传消息，该校今年扩大破格录取。') + note,
    days: 0,
    auditStatus: 3,
    auditRemark: '没有官方出处，标题夸大，请改写并附公告链接',
  },
  {
    ...own,
    title: '舞蹈类统考基本功评分细则解读',
    column: '统考',
    summary: '软开度、弹跳与控制各看什么。',
    content: p('基本功 120 分，分软开度、弹跳、旋转与控制四部分。') + note,
    parentType: 2,
    days: 0,
    auditStatus: 0,
  },
];

/** Demo accounts; without AppID they are read from the simulated vendor. */
export const demoOfficialAccounts = [
  { accountName: '艺考志愿宝资讯', wxId: 'ykzyb_news', column: '艺考资讯', provinceId: 430_000 },
  { accountName: '美术统考之声', wxId: 'mstk_voice', column: '统考', provinceId: 370_000 },
] as const;
