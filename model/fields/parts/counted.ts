import type { NumberUnit } from '../../kernel/field.ts';
import type { CellInput } from '../../kernel/validate/cell.ts';

/** Words allowed after a number of each unit, longest first. */
const unitWords = {
  count: ['分', '人', '名', '个'],
  openClass: ['分', '人', '名', '个'],
  year: ['学年制', '年制', '学年', '年'],
  yuan: ['元人民币', '元整', '元', '圆'],
  yuanPerYear: [
    ...['元/生·学年', '元/生·年', '元/生.年', '元/生/学年', '元/生/年', '元/人·年', '元/人/年', '元/生年'],
    ...[
      '元/学年',
      '元/年',
      '元每生每学年',
      '元每生每年',
      '元每学年',
      '元每年',
      '/学年',
      '/年',
      '元人民币',
      '元整',
      '元',
      '圆',
    ],
  ],
} as const satisfies Record<NumberUnit, readonly string[]>;

/** Units in which numbers grow so large that people write them in 万 and 亿. */
const large: ReadonlySet<NumberUnit> = new Set(['count', 'openClass', 'yuan', 'yuanPerYear']);

const openEnd = /(?<=[\d分])(?:及|或)?(?:以上|以下)$/;
const digits = /^[+-]?(?:\d+\.?\d*|\.\d+)$/;

/**
 * Reads a text as the digits of a number, with what published tables write around it: full-width digits, thousands
 * separators, the field's unit, 万 and 亿, and Chinese numerals (`9,000元/年`, `1.2万`, `四年`). `openClass` accepts the open
 * class at the end of a table, such as `750分及以上`. Returns undefined if the text contains anything else, such as 约 or a
 * second number.
 */
export function digitsOf(text: string, unit: NumberUnit = 'count'): string | undefined {
  if (digits.test(text)) return text;
  let plain = text
    .normalize('NFKC')
    .replace(/\s+/g, '')
    .replace(/(?<=\d),(?=\d{3}(\D|$))/g, '');
  if (digits.test(plain)) return plain;
  if (unit === 'openClass') plain = plain.replace(openEnd, '');
  const isMoney = unit === 'yuan' || unit === 'yuanPerYear';
  if (isMoney) plain = plain.replace(/^(?:人民币|rmb|cny)?[¥¥]?/i, '');
  const word = unitWords[unit].find(one => plain.endsWith(one) && plain.length > one.length);
  const amount = word === undefined ? plain : plain.slice(0, -word.length);
  if (digits.test(amount)) return amount;
  const times = large.has(unit) ? (amount.endsWith('万') ? 4 : amount.endsWith('亿') ? 8 : 0) : 0;
  const rest = times > 0 ? amount.slice(0, -1) : amount;
  if (times > 0 && digits.test(rest)) return shifted(rest, times);
  // A lone 一 is a dash as often as a one.
  return amount === '一' && word === undefined ? undefined : chineseNumber(amount);
}

/** Returns the digits of a cell that holds the text of a number, and any other cell unchanged. */
export function countedIn(
  cell: Exclude<CellInput, undefined>,
  unit?: NumberUnit,
): Exclude<CellInput, undefined> {
  return typeof cell === 'string' ? (digitsOf(cell, unit) ?? cell) : cell;
}

/** Digits with the point moved to the right, which no double rounds. */
function shifted(number: string, places: number): string {
  const [, sign = '', whole = '', fraction = ''] = /^([+-]?)(\d*)\.?(\d*)$/.exec(number) ?? [];
  const moved = `${whole}${fraction.slice(0, places).padEnd(places, '0')}`.replace(/^0+(?=\d)/, '');
  const left = fraction.slice(places);
  return `${sign}${moved}${left === '' ? '' : `.${left}`}`;
}

const figures = new Map(Array.from('零一二三四五六七八九', (sign, value) => [sign, value]));
figures.set('〇', 0).set('两', 2);
const powers = new Map([
  ['十', 10],
  ['百', 100],
  ['千', 1000],
]);

/** A whole number in Chinese numerals, such as 四, 十二, 一百零五 or 三千二百; undefined for anything else. */
function chineseNumber(text: string): string | undefined {
  if (text.length > 16 || !/^[零〇一二两三四五六七八九十百千万]+$/u.test(text)) return undefined;
  const [high = '', low, ...more] = text.split('万');
  if (more.length > 0) return undefined;
  const [thousands, ones] =
    low === undefined ? [0, below10k(high)] : [below10k(high), low === '' ? 0 : below10k(low)];
  if (thousands === undefined || ones === undefined || (low !== undefined && thousands === 0))
    return undefined;
  return String(thousands * 10_000 + ones);
}

/** A number below ten thousand: each power once and in falling order, figures between them. */
function below10k(text: string): number | undefined {
  let sum = 0;
  let figure: number | undefined;
  let last = 10_000;
  for (const sign of text) {
    const power = powers.get(sign);
    if (power === undefined) {
      const next = figures.get(sign);
      // Consecutive figures are a number read digit by digit, except for the zero between powers.
      if (next === undefined || (figure !== undefined && figure !== 0)) return undefined;
      figure = next;
    } else {
      if (power >= last || figure === 0) return undefined;
      if (figure === undefined && !(power === 10 && sum === 0)) return undefined;
      sum += (figure ?? 1) * power;
      last = power;
      figure = undefined;
    }
  }
  // Literally 三百五 reads as 305, but in speech it means 350.
  if (figure !== undefined && figure > 0 && last > 10 && last < 10_000 && !/[零〇]/u.test(text))
    return undefined;
  return text === '' ? undefined : sum + (figure ?? 0);
}
