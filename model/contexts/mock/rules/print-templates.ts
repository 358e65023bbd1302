import { brandColour, type printPage, printPaper, printPart } from '../mock.codes.ts';

/** A page with a template record, such as `printHn`. */
export type PrintPageKey = (typeof printPage)['items'][number]['code'];

/** A template in the form that pages render (domain H13). */
export interface PrintLook {
  readonly templateKey: string;
  readonly templateName: string;
  readonly brandName: string | null;
  readonly brandColour: number;
  readonly logo: string | null;
  readonly sealImg: string | null;
  readonly paper: number;
  /** Tickets on a page of paper, 1 to 3. */
  readonly perPage: number;
  readonly showPhoto: number;
  readonly showBarcode: number;
  /** Codes of `printPart`. */
  readonly parts: readonly number[];
  /** Where candidates look for their marks; null: the analysis of marks of this product. */
  readonly scoreUrl: string | null;
  /** HTML, cleaned. */
  readonly notice: string | null;
}

type PartName = (typeof printPart)['items'][number]['name'];

const partCode = (name: PartName) => printPart.items.find(item => item.name === name)?.code ?? 0;

/** Reports whether a template shows a part. */
export function shows({ parts }: Pick<PrintLook, 'parts'>, part: PartName): boolean {
  return parts.includes(partCode(part));
}

const notices = [
  '考生凭本准考证和有效身份证件原件入场，两证缺一不可。',
  '开考前 30 分钟入场，开考 15 分钟后不得入场；交卷出场时间以考点广播为准。',
  '对号入座，将证件放在桌面左上角，以便核对。',
  '画材、画板自备；严禁携带手机、智能手表等通信和拍摄设备。',
  '试卷上不得书写姓名、考号以外的任何标记，违者按违纪处理。',
  '妥善保管本准考证，凭准考证号查询成绩。',
];
const list = (items: readonly string[], tag: 'ol' | 'ul' = 'ol') =>
  `<${tag}>${items.map(item => `<li>${item}</li>`).join('')}</${tag}>`;

const guide = [
  '<h3>携带物品</h3>',
  list(
    [
      '准考证、身份证原件。',
      '画板、画架、铅笔、炭笔、颜料、画笔、水桶、纸胶带、橡皮。',
      '饮用水（无标签）；不得携带参考图片。',
    ],
    'ul',
  ),
  '<h3>考场纪律</h3>',
  list(notices.slice(1, 5)),
  '<h3>评分标准</h3>',
  list(
    [
      '构图与比例 25%：构图完整，比例准确。',
      '造型与结构 35%：结构严谨，空间关系明确。',
      '色调与表现 25%：调子统一，技法熟练。',
      '整体效果 15%：画面完整，有感染力。',
    ],
    'ul',
  ),
  '<h3>查分方式</h3>',
  '<p>成绩发布后，凭准考证号和身份证号后六位在主办方公布的查分入口查询；对成绩有疑问的，三日内由所在机构统一申请复核。</p>',
].join('');

const ticketBase = {
  brandName: null,
  brandColour: 1,
  logo: null,
  sealImg: null,
  paper: 1,
  perPage: 2,
  showPhoto: 1,
  showBarcode: 1,
  scoreUrl: null,
  notice: list(notices),
};

/** The ways in which a page differs from most tickets. */
type Settings = Partial<Omit<PrintLook, 'templateKey' | 'templateName' | 'parts'>> & {
  readonly parts: readonly PartName[];
};

function look(templateKey: PrintPageKey, templateName: string, { parts, ...more }: Settings): PrintLook {
  return { ...ticketBase, templateKey, templateName, ...more, parts: parts.map(partCode) };
}

/**
 * Default appearance of each page, used for the first records of the house and for a page without data. Names guessed
 * from the pinyin of an address are placeholders; the brand is a field of the record (domain section 5).
 */
export const usualLooks: Readonly<Record<PrintPageKey, PrintLook>> = {
  print: look('print', '准考证（通用）', { parts: ['agency', 'seal'] }),
  printHn: look('printHn', '湖南模考准考证', {
    perPage: 1,
    brandColour: 3,
    parts: ['agency', 'map', 'pledge', 'seal'],
  }),
  printHeNan: look('printHeNan', '河南模考准考证（第一版）', { parts: ['agency', 'seal'] }),
  printHenan2: look('printHenan2', '河南模考准考证（第二版）', {
    paper: 2,
    perPage: 1,
    parts: ['agency', 'checkIn', 'seal'],
  }),
  printChongQing: look('printChongQing', '重庆模考准考证', {
    paper: 3,
    perPage: 1,
    parts: ['agency', 'qr', 'seal'],
  }),
  printMsjxzj: look('printMsjxzj', '美术集训之家联考准考证', {
    perPage: 3,
    brandName: '美术集训之家',
    brandColour: 5,
    parts: ['agency', 'teacher', 'seal'],
  }),
  printZymy: look('printZymy', '中原美育联考准考证', {
    brandName: '中原美育',
    brandColour: 3,
    parts: ['agency', 'materials', 'seal'],
  }),
  printMsjypt: look('printMsjypt', '美术教育平台联考准考证', {
    brandName: '美术教育平台',
    brandColour: 2,
    parts: ['agency', 'scoreQr', 'map', 'seal'],
  }),
  printZnz: look('printZnz', '指南针联考准考证', {
    perPage: 1,
    brandName: '指南针',
    brandColour: 2,
    parts: ['agency', 'backNotice', 'seal'],
  }),
  printMkzn: look('printMkzn', '模考指南', {
    perPage: 1,
    showBarcode: 0,
    showPhoto: 0,
    notice: guide,
    parts: ['map'],
  }),
  roomSeat: look('roomSeat', '考场座位表', {
    perPage: 1,
    showBarcode: 0,
    showPhoto: 0,
    notice: null,
    parts: ['agency'],
  }),
  roomSeatZnz: look('roomSeatZnz', '考场座位表（指南针版）', {
    paper: 2,
    perPage: 1,
    brandName: '指南针',
    brandColour: 2,
    showBarcode: 0,
    notice: null,
    parts: ['qr'],
  }),
};

/** Millimetres of a paper as it lies in the printer. */
export function paperSize(paper: number): {
  readonly css: string;
  readonly width: number;
  readonly height: number;
} {
  const name = printPaper.items.find(({ code }) => code === paper)?.name ?? 'a4';
  if (name === 'a4Across') return { css: 'A4 landscape', width: 297, height: 210 };
  if (name === 'a5Across') return { css: 'A5 landscape', width: 210, height: 148 };
  return { css: 'A4 portrait', width: 210, height: 297 };
}

const inks = {
  ink: '#111111',
  blue: '#0b6fb8',
  red: '#b42318',
  green: '#1e7a3c',
  orange: '#b54708',
} as const;

/** The ink of a brand colour. */
export function brandInk(code: number): string {
  return inks[brandColour.items.find(item => item.code === code)?.name ?? 'ink'];
}
