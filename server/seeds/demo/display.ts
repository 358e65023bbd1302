import type { PosterText } from '@yikao/model/contexts/content/rules/poster-layout.ts';
import type { Picture } from '../../platform/drawing/picture.ts';

/** A picture of the demo, drawn at the first start. */
export interface DemoPicture {
  /** Path under which rows hold it. */
  readonly path: string;
  readonly picture: Picture;
}

const white = '#ffffff';

function banner(name: string, background: string, title: string, line: string): DemoPicture {
  const place = { kind: 'text', x: 60, width: 630, lines: 1, align: 'left', colour: white } as const;
  return {
    path: `/demo/banner-${name}.png`,
    picture: {
      ...{ width: 750, height: 320, background },
      items: [
        { ...place, text: title, y: 80, size: 56, weight: 'bold' },
        { ...place, text: line, y: 180, size: 32, weight: 'regular' },
      ],
    },
  };
}

function icon(name: string, background: string, sign: string): DemoPicture {
  return {
    path: `/demo/icon-${name}.png`,
    picture: {
      ...{ width: 96, height: 96, background },
      items: [
        {
          ...{ kind: 'text', text: sign, x: 0, y: 12, width: 96, lines: 1, size: 52 },
          ...{ align: 'center', weight: 'bold', colour: white },
        },
      ],
    },
  };
}

function ground(name: string, background: string, colour: string, sign: string): DemoPicture {
  return {
    path: `/demo/poster-${name}.png`,
    picture: {
      ...{ width: 1080, height: 1920, background },
      items: [
        {
          ...{ kind: 'text', text: sign, x: 0, y: 520, width: 1080, lines: 1, size: 380 },
          ...{ align: 'center', weight: 'bold', colour },
        },
      ],
    },
  };
}

/** Every picture that the rows below hold. */
export const demoPictures = {
  guide: banner('guide', '#0a75b3', '2026 艺考报考指南', '统考校考日程，一册看全'),
  chance: banner('chance', '#1e7a3c', '录取概率查询', '输入成绩，看看能上哪所大学'),
  mock: banner('mock', '#b54708', '全省美术联考', '同卷同评，提前适应统考'),
  old: banner('old', '#646a73', '往期活动', '演示数据：已过展示时间'),
  school: icon('school', '#0a75b3', '院'),
  calendar: icon('calendar', '#1e7a3c', '历'),
  rate: icon('rate', '#b54708', '率'),
  list: icon('list', '#6941c6', '愿'),
  exam: icon('exam', '#b42318', '考'),
  more: icon('more', '#475467', '更'),
  invite: ground('invite', '#eaf4fc', '#d3e8f8', '艺'),
  contest: ground('contest', '#fdf1e7', '#fae2cd', '考'),
} as const satisfies Record<string, DemoPicture>;

type PictureName = keyof typeof demoPictures;

/** A demo picture of a carousel; `goods` leads to the goods of that name. */
export interface DemoCarousel {
  readonly title: string;
  readonly position: 1 | 2;
  readonly image: PictureName;
  readonly goods?: string;
  readonly link?: string;
  /** Days ago on which it ended. */
  readonly endedDaysAgo?: number;
}

/** The demo carousels (domain L5). */
export const demoCarousels: readonly DemoCarousel[] = [
  { title: '2026 艺考报考指南', position: 1, image: 'guide', goods: '艺考报考指南' },
  { title: '录取概率查询', position: 1, image: 'chance' },
  { title: '全省美术联考报名', position: 1, image: 'mock', link: 'https://www.example.com/mock' },
  { title: '往期活动', position: 1, image: 'old', endedDaysAgo: 30 },
  { title: '指南页头图', position: 2, image: 'guide' },
];

/** A demo entry of the mini-program, with those beneath it. */
export interface DemoEntry {
  readonly menuName: string;
  readonly icon: PictureName;
  readonly linkValue: string;
  readonly loginFlag?: 1;
  readonly below?: readonly DemoEntry[];
}

/** The demo menu of the mini-program (domain L7). */
export const demoEntries: readonly DemoEntry[] = [
  { menuName: '查院校', icon: 'school', linkValue: '/pages/school/index' },
  { menuName: '考试日历', icon: 'calendar', linkValue: '/pages/calendar/index' },
  { menuName: '录取概率', icon: 'rate', linkValue: '/pages/probability/index', loginFlag: 1 },
  { menuName: '志愿填报', icon: 'list', linkValue: '/pages/voluntary/index', loginFlag: 1 },
  {
    ...{ menuName: '更多', icon: 'more', linkValue: '/pages/more/index' },
    below: [
      { menuName: '模拟考试', icon: 'exam', linkValue: '/pages/mock/index' },
      { menuName: '分数线', icon: 'rate', linkValue: '/pages/score/index' },
    ],
  },
];

/** A demo poster. */
interface DemoPoster {
  readonly posterName: string;
  readonly posterType: 1 | 4;
  readonly background: PictureName;
  readonly qrX: number;
  readonly qrY: number;
  readonly qrSize: number;
  readonly textItems: readonly PosterText[];
}

const dark = '#1f2329';

/** The demo posters (domain L6): everything lies within backgrounds of 1080 × 1920 pixels. */
export const demoPosters: readonly DemoPoster[] = [
  {
    ...{
      posterName: '艺考志愿宝邀请海报',
      posterType: 1,
      background: 'invite',
      qrX: 390,
      qrY: 1440,
      qrSize: 300,
    },
    textItems: [
      {
        ...{ text: '艺考志愿宝', x: 90, y: 150, width: 900, lines: 1, size: 120 },
        ...{ align: 2, weight: 2, colour: '#0a75b3' },
      },
      {
        ...{
          text: '查概率、填志愿、看指南，一个小程序就够了',
          x: 90,
          y: 350,
          width: 900,
          lines: 2,
          size: 52,
        },
        ...{ align: 2, weight: 1, colour: dark },
      },
      {
        ...{ text: '扫码了解', x: 90, y: 1760, width: 900, lines: 1, size: 40 },
        ...{ align: 2, weight: 1, colour: dark },
      },
    ],
  },
  {
    ...{
      posterName: '全省美术联考报名',
      posterType: 4,
      background: 'contest',
      qrX: 700,
      qrY: 1520,
      qrSize: 280,
    },
    textItems: [
      {
        ...{ text: '全省美术联考', x: 90, y: 180, width: 900, lines: 1, size: 110 },
        ...{ align: 1, weight: 2, colour: '#b54708' },
      },
      {
        ...{ text: '素描、色彩、速写，统考同卷同评', x: 90, y: 1560, width: 560, lines: 3, size: 48 },
        ...{ align: 1, weight: 1, colour: dark },
      },
    ],
  },
];
