import { list } from './html.ts';

/** A chapter of the demo guide, with the chapters below it. */
export interface GuideSeed {
  readonly chapter: number;
  readonly title: string;
  readonly content: string;
  readonly free: boolean;
  readonly published: boolean;
  readonly below?: readonly Omit<GuideSeed, 'chapter' | 'below'>[];
}

const example = '<p><em>示例内容，仅供演示；以本省考试院和院校公布的为准。</em></p>';

/** The structure of a chapter's text: its subject and its points. */
function text(about: string, points: readonly string[]): string {
  return `<h3>${about}</h3>${list(points)}${example}`;
}

/** The demo guide of a province and year (domain D15); all chapters, most of them published, some free to read. */
export function demoGuide(provinceName: string, year: number): readonly GuideSeed[] {
  return [
    {
      chapter: 1,
      title: `${provinceName}${year}年艺考政策要点`,
      content: text('今年要注意的几件事', [
        '高考报名时须选择艺术类并确认考试科类',
        '省级统考成绩是报考多数艺术类专业的依据',
        '文化成绩占比不低于 50%',
      ]),
      free: true,
      published: true,
      below: [
        {
          title: '报名条件与材料',
          content: text('报名前先备齐', ['身份证和户籍证明', '近期免冠照片', '考生诚信承诺书']),
          free: true,
          published: true,
        },
        {
          title: '文化分与专业分的比例',
          content: text('综合分怎么算', ['先把专业分按满分换算', '再与文化分按比例相加', '保留两位小数']),
          free: false,
          published: true,
        },
      ],
    },
    {
      chapter: 2,
      title: '统考科目与时间',
      content: text('各科类的统考', [
        '美术与设计类：素描、色彩、速写',
        '音乐类：乐理、听写、主项',
        '舞蹈类：基本功、表演、即兴',
      ]),
      free: true,
      published: true,
    },
    {
      chapter: 3,
      title: '校考院校怎么报',
      content: text('校考流程', [
        '先取得统考合格',
        '在院校报名平台选择专业和考点',
        '初试、复试后查看合格名单',
      ]),
      free: false,
      published: true,
    },
    {
      chapter: 4,
      title: '平行志愿投档规则',
      content: text('填报顺序有讲究', [
        '分数优先、遵循志愿、一轮投档',
        '冲、稳、保按比例搭配',
        '同分先比文化分',
      ]),
      free: false,
      published: true,
      below: [
        {
          title: '征集志愿',
          content: text('没有录取怎么办', ['留意缺额计划的公布时间', '重新填报，不受前次影响']),
          free: false,
          published: true,
        },
      ],
    },
    {
      chapter: 5,
      title: '独立设置艺术院校一览',
      content: text('怎样看一所院校', ['办学层次与专业特色', '近三年的录取分数和位次', '学费与就业去向']),
      free: false,
      published: true,
    },
    {
      chapter: 6,
      title: '设计学类专业选择',
      content: text('相近专业的区别', [
        '视觉传达重平面与品牌',
        '产品设计重结构与材料',
        '环境设计重空间与工程',
      ]),
      free: false,
      published: true,
    },
    {
      chapter: 7,
      title: '近三年录取数据怎么用',
      content: text('看位次，不只看分数', ['先换算等位分', '再看计划增减', '留意大小年']),
      free: false,
      published: year % 2 === 0,
    },
    {
      chapter: 8,
      title: '常见问题',
      content: text('家长问得最多的', ['统考没过还能报艺术类吗', '可以兼报普通类吗', '调剂会到哪些专业']),
      free: true,
      published: true,
    },
  ];
}

/** An occupation of the demo tree, with example salaries of its first years in yuan a month. */
export interface OccupationSeed {
  readonly name: string;
  readonly industry: string;
  readonly profs: readonly string[];
  readonly skill: string;
  readonly hot: 0 | 1;
  /** Average pay of graduates, and the increase for each further band of years. */
  readonly pay: readonly [number, number];
}

/** Occupations that arts majors lead to, by field of work (domain D10). */
export const occupations: Readonly<Record<string, readonly OccupationSeed[]>> = {
  视觉与设计: [
    {
      name: '平面设计师',
      industry: '广告与品牌',
      profs: ['视觉传达设计'],
      skill: '排版、品牌、软件操作',
      hot: 1,
      pay: [6200, 2400],
    },
    {
      name: '交互设计师',
      industry: '互联网',
      profs: ['数字媒体艺术'],
      skill: '用户研究、原型、动效',
      hot: 1,
      pay: [8600, 3600],
    },
    {
      name: '室内设计师',
      industry: '建筑装饰',
      profs: ['环境设计'],
      skill: '空间、材料、施工图',
      hot: 0,
      pay: [5800, 2600],
    },
    {
      name: '产品设计师',
      industry: '制造业',
      profs: ['产品设计'],
      skill: '结构、材料、手绘',
      hot: 0,
      pay: [6800, 2800],
    },
    {
      name: '服装设计师',
      industry: '服装',
      profs: ['服装与服饰设计'],
      skill: '面料、打版、流行趋势',
      hot: 0,
      pay: [5600, 2300],
    },
  ],
  影视与动画: [
    {
      name: '动画师',
      industry: '影视动画',
      profs: ['动画'],
      skill: '原画、三维、分镜',
      hot: 1,
      pay: [6900, 2900],
    },
    {
      name: '摄影师',
      industry: '影视制作',
      profs: ['摄影', '影视摄影与制作'],
      skill: '构图、灯光、后期',
      hot: 0,
      pay: [5900, 2500],
    },
    {
      name: '编导',
      industry: '影视制作',
      profs: ['广播电视编导'],
      skill: '策划、脚本、剪辑',
      hot: 1,
      pay: [6400, 2700],
    },
  ],
  表演与主持: [
    {
      name: '播音主持',
      industry: '传媒',
      profs: ['播音与主持艺术'],
      skill: '语音、即兴、镜头感',
      hot: 0,
      pay: [6000, 2800],
    },
    { name: '演员', industry: '演艺', profs: ['表演'], skill: '台词、形体、声乐', hot: 0, pay: [5200, 3200] },
    {
      name: '舞蹈编导',
      industry: '演艺',
      profs: ['舞蹈编导'],
      skill: '编创、排练、教学',
      hot: 0,
      pay: [5400, 2200],
    },
  ],
  教育与研究: [
    {
      name: '美术教师',
      industry: '教育',
      profs: ['美术学'],
      skill: '教学、组织、示范',
      hot: 1,
      pay: [5500, 1800],
    },
    {
      name: '音乐教师',
      industry: '教育',
      profs: ['音乐学'],
      skill: '教学、合唱、钢琴',
      hot: 1,
      pay: [5500, 1800],
    },
    {
      name: '策展人',
      industry: '文博',
      profs: ['艺术史论', '艺术管理'],
      skill: '研究、策划、写作',
      hot: 0,
      pay: [6100, 2600],
    },
  ],
};

/** Cities of the demo salaries, with their pay relative to the others: Changsha, Jinan, Beijing. */
export const salaryCities: readonly (readonly [code: number, factor: number])[] = [
  [430_100, 1],
  [370_100, 1.02],
  [110_100, 1.45],
];

/** Texts on a school, by kind of remark (domain D6). */
export const remarkTexts: Readonly<Record<number, string>> = {
  1: text('招生章程摘要', ['认可省级统考成绩', '按综合分从高到低录取', '进档考生不满足专业志愿时可调剂']),
  3: text('录取规则', ['综合分相同时依次比较专业分、文化分、语文', '不设专业级差']),
  4: text('体检要求', ['色盲、色弱者不宜报考美术与设计类', '其余按国家有关规定执行']),
  5: text('语种与单科', ['入学后外语以英语教学', '部分专业对外语单科有最低要求']),
};
