import type { QuestionType } from '../../exam.codes.ts';

/** Type that a heading names: `choice` for one that does not say whether one or several options are right. */
export type HeadingType = QuestionType | 'choice' | undefined;

/** A heading of a part of the paper. */
export interface Heading {
  readonly type: HeadingType;
  /** Marks of each question, of each blank, and of the whole part, as decimals. */
  readonly each: string | undefined;
  readonly perBlank: string | undefined;
  readonly total: string | undefined;
  /** Number of questions that it announces. */
  readonly count: number | undefined;
  /** Marks are named in a way that is not understood. */
  readonly marksUnread: boolean;
  /** A text before the questions belongs to all of them. */
  readonly material: boolean;
  /** Chinese numeral before it; empty without one. */
  readonly ordinal: string;
}

const numerals = '一二三四五六七八九十';
const prefix = new RegExp(
  `^\\s*(?:[【\\[]\\s*)?(?:([${numerals}]{1,3})\\s*[、.,:．]|\\(([${numerals}]{1,3})\\)\\s*[、.]?|第\\s*[${numerals}\\dⅠⅡⅢⅣⅤIVX]{1,4}\\s*(?:部分|大题|题型|卷|节)\\s*[、.:]?|[IVX]{1,4}\\s*[.、]|[ⅠⅡⅢⅣⅤⅥⅦⅧ]\\s*[.、]?|题型\\s*[${numerals}\\d]\\s*[、.:]?|Part\\s+[IVX\\d]+\\s*[.:]?)\\s*`,
  'i',
);

/** Words for types, in the order in which they are looked for. */
const words: readonly (readonly [RegExp, HeadingType])[] = [
  [/单项选择|单选|单项/, 1],
  [/多项选择|多选|不定项选择|不定项/, 2],
  [/判断|是非|正误|对错/, 3],
  [/填空/, 4],
  [/作品|上传/, 6],
  [
    /简答|简述|论述|名词解释|解释名词|问答|材料分析|材料|阅读理解|阅读|案例分析|案例|分析|计算|综合|作文|写作|解答|赏析|鉴赏|主观|默写/,
    5,
  ],
  [/选择|客观/, 'choice'],
];
const anyWord = words.map(([{ source }]) => source).join('|');
const bare = new RegExp(`^(?:(?:${anyWord})(?:改错)?[和与、及]?)+(?:大?题|部分)?$`);

/** Names of types that are headings without 题. */
const alone = /^(?:单选|多选|单项选择|多项选择|不定项选择|选择|判断|填空|简答|论述|名词解释|解释名词)$/;
const onlyBrackets = /^\s*(?:\([^()]*\)\s*|\[[^[\]]*\]\s*)*:?\s*$/;
const saysMarks = /^\s*[:,。]?\s*\(?\s*(?:本大?题|每|共|下列|以下).*$/;

/** Length of the start of a text that holds so many characters other than blanks. */
function lengthWithBlanks(text: string, count: number): number {
  let left = count;
  let at = 0;
  while (left > 0 && at < text.length) {
    if (!/\s/.test(text[at] ?? '')) left -= 1;
    at += 1;
  }
  return at;
}

function typeOf(text: string): HeadingType {
  return words.find(([word]) => word.test(text))?.[1];
}

const number = '(\\d{1,4}(?:\\.\\d{1,2})?)';
const eachMarks = new RegExp(`(?:每一?小?道?题|各题|每道小?题)\\s*(?:满分|各|为|计)?\\s*${number}\\s*分`);
const blankMarks = new RegExp(`每(?:个|一)?空\\s*${number}\\s*分`);
const totalMarks = new RegExp(`(?:共计?|总共|合计|满分|总分)\\s*:?\\s*${number}\\s*分`);
const onlyMarks = new RegExp(`^[(\\[]\\s*${number}\\s*分\\s*[)\\]]$`);
const announced = /(?:共有?)\s*(\d{1,3})\s*(?:个|道)?\s*小?题/;

/** Marks of each times the number of questions, as `2分×10` and `10题×2分`. */
const product = new RegExp(
  `${number}\\s*分\\s*[×xX*]\\s*(\\d{1,3})(?!\\d*\\s*分)|(\\d{1,3})\\s*(?:小?题)?\\s*[×xX*]\\s*${number}\\s*分`,
);

/** Marks and numbers that a heading, or the line below it, names. */
export function headingMarks(flat: string): Pick<Heading, 'each' | 'perBlank' | 'total' | 'count'> {
  const bracket = /[([][^()[\]]*[)\]]\s*$/.exec(flat)?.[0].trim() ?? '';
  // Of blanks it may be the marks of each blank.
  const times = /填空|空/.test(flat) ? undefined : product.exec(flat);
  const count = announced.exec(flat)?.[1] ?? times?.[2] ?? times?.[3];
  return {
    each: eachMarks.exec(flat)?.[1] ?? times?.[1] ?? times?.[4],
    perBlank: blankMarks.exec(flat)?.[1],
    total: totalMarks.exec(flat)?.[1] ?? onlyMarks.exec(bracket)?.[1],
    count: count === undefined ? undefined : Number(count),
  };
}

/**
 * The heading that a line is: `一、单项选择题（每题2分）`, `（一）单选题`, `第一部分 选择题`, `单选题`. `like` for a line that begins as
 * a heading does and is none that is known.
 */
export function headingOf(flat: string): Heading | 'like' | undefined {
  const found = prefix.exec(flat);
  const rest = flat
    .slice(found?.[0].length ?? 0)
    .replace(/[】\]]\s*$/, '')
    .trim();
  const numbered = /^\d{1,2}\s*[.、]\s*/.exec(rest);
  const body =
    !found && numbered ? rest.slice(numbered[0].length) : rest.replace(/^[【[]([^】\]]*)[】\]]?/, '$1');
  // Before the brackets, the colon or the words on marks.
  const name = body
    .replace(/[(:,。;].*$/s, '')
    .replace(/\s*(?:本大?题|每|共).*$/s, '')
    .replaceAll(/\s/g, '');
  const inBracket = /^\(([^()]*)\)/.exec(body)?.[1] ?? '';
  const isPart = /^\s*第/.test(flat);
  const marks = headingMarks(flat);
  const heading = (type: HeadingType): Heading => ({
    type,
    ...marks,
    marksUnread: /\d\s*分(?!钟)/.test(flat) && (marks.each ?? marks.perBlank ?? marks.total) === undefined,
    material: /材料|阅读|案例/.test(name),
    ordinal: found?.[1] ?? found?.[2] ?? '',
  });
  const behind = body.slice(
    body.replaceAll(/\s/g, '').startsWith(name) ? lengthWithBlanks(body, name.length) : 0,
  );
  if (bare.test(name)) {
    const type = /改错/.test(name) ? undefined : typeOf(name);
    if (found) return heading(type);
    // Without a numeral before it, nothing but marks and instructions may follow.
    const ends = /题$|部分$/.test(name) || alone.test(name);
    if (ends && (onlyBrackets.test(behind) || (!numbered && saysMarks.test(behind)))) return heading(type);
    return undefined;
  }
  if (!found) return undefined;
  if (isPart && name === '') return heading(typeOf(inBracket));
  const asks = /下列|以下|各题/.test(body) && /题|是否|正确|空|选/.test(body);
  if (asks && typeOf(name) !== undefined && !/[?]/.test(body)) return heading(typeOf(name));
  if (isPart && name.length <= 16) return heading(typeOf(name));
  const short = name.length <= 14;
  if (short && /题$/.test(name)) return heading(typeOf(name));
  const { each, perBlank, total } = marks;
  if (short && (each ?? perBlank ?? total) !== undefined) return heading(typeOf(name));
  return 'like';
}

/** Reports whether a line below a heading tells candidates how to answer, or names marks. */
export function isInstruction(flat: string): boolean {
  return (
    /(?:每小?题|本大?题|各小?题|下列各题|备选项|选项中|答题卡|答题纸|填涂|请将|请把|多选.{0,6}不得分|答错|漏选|请在|括号内|横线上|打[“"]?[√×])/.test(
      flat,
    ) && !/[?]\s*$/.test(flat)
  );
}

/** Page numbers, tables for marks and lines for names: not part of any question. */
export function isFurniture(flat: string): boolean {
  const plain = flat.replaceAll(/[\s\t]/g, '');
  return (
    /^第?\d{1,3}页(?:[,，/]?共\d{1,3}页)?$/.test(plain) ||
    /^[-—–]\d{1,3}[-—–]$/.test(plain) ||
    /^(?:得分|评卷人|阅卷人|复核人|题号|总分|合分人|[一二三四五六七八九十]|[|/])+$/.test(plain) ||
    /^[.…·\-—_]*(?:密|封|线|装|订|内|不|要|答|题|[.…·○〇\-—_])+$/.test(plain) ||
    /^(?:\(?以下空白\)?|\(?本页无正文\)?|试卷结束|\(?完\)?|全卷完)$/.test(plain) ||
    /^(?:姓名|班级|学号|考号|准考证号|座号|考生姓名)[:_]/.test(plain)
  );
}

/** A line after which numbered advice for candidates follows. */
export function isNotesLine(flat: string): boolean {
  return /^\s*[【[]?\s*(?:注意事项|考生须知|答题须知|考试须知|温馨提示|说明|考试说明)\s*[】\]]?\s*:?/.test(
    flat,
  );
}
