import fc from 'fast-check';
import type { Truth } from './truth.ts';

/** A way of writing a number before a question. */
const numberings = {
  dot: n => `${n}. `,
  fullDot: n => `${n}．`,
  comma: n => `${n}、`,
  half: n => `${n}）`,
  halfAscii: n => `${n}) `,
  bracket: n => `（${n}）`,
  circle: n => String.fromCodePoint(n > 20 ? 0x323c + n : 0x245f + n),
  ti: n => `第${n}题 `,
  oneSign: n => (n > 20 ? `(${n})` : String.fromCodePoint(0x2473 + n)),
} as const satisfies Record<string, (n: number) => string>;

type Numbering = keyof typeof numberings;

const optionMarks = {
  dot: letter => `${letter}. `,
  tight: letter => `${letter}.`,
  fullDot: letter => `${letter}．`,
  comma: letter => `${letter}、`,
  half: letter => `${letter}）`,
  bracket: letter => `（${letter}）`,
  wide: letter => `${String.fromCharCode(letter.charCodeAt(0) + 0xfee0)}．`,
} as const satisfies Record<string, (letter: string) => string>;

/** Words of music, art and culture that hold signs which papers use, too. */
const terms = [
  ...['音乐', 'C大调', '4/4拍', '《日出·印象》', '“吴带当风”', '1905年', '2023年春晚', 'Allegro', '♯F音'],
  ...['A大调音阶', '二、三度音程', '莫扎特（W. A. Mozart）', '五线谱', '昆曲', 'DNA与艺术'],
] as const;
const optionTexts = [
  '',
  'C、E、G ',
  '1895年',
  '《睡莲》',
  'Do–Mi ',
  '2/4拍',
  '纯',
  '（又名）',
  'D大调',
  '12-15度',
] as const;

/** A question as it is drawn, before it is written. */
export interface DrawnQuestion {
  readonly term: (typeof terms)[number];
  readonly options: readonly (typeof optionTexts)[number][];
  readonly key: readonly number[];
  readonly blanks: 1 | 2 | 3;
  readonly explained: boolean;
  readonly extra: 'none' | 'picture' | 'table' | 'line';
}

/** A part of a paper and its ways of writing. */
export interface DrawnPart {
  readonly type: 1 | 2 | 3 | 4 | 5;
  readonly heading: 'numeral' | 'bracket' | 'part' | 'box' | 'alone';
  readonly marks: 'none' | 'each' | 'eachAndTotal' | 'product';
  readonly numbering: Numbering;
  readonly options: keyof typeof optionMarks;
  readonly layout: 'lines' | 'row' | 'tabs' | 'pairs' | 'behind';
  readonly truths: 'signs' | 'words' | 'long' | 'letters';
  readonly questions: readonly DrawnQuestion[];
}

/** A paper and its ways of giving keys. */
export interface DrawnPaper {
  readonly parts: readonly DrawnPart[];
  readonly keys: 'below' | 'oneLine' | 'stem' | 'list' | 'lines' | 'range' | 'table';
  readonly keyLabel: '答案：' | '【答案】' | '参考答案：' | '正确答案：' | '答案: ' | '答：';
  readonly whyLabel: '解析：' | '【解析】' | '答案解析：';
  readonly listTitle: '参考答案' | '【参考答案】' | '参考答案及解析' | '答案';
  readonly restarts: boolean;
  readonly blankLines: boolean;
  readonly furniture: boolean;
}

const drawnQuestion: fc.Arbitrary<DrawnQuestion> = fc.record({
  term: fc.constantFrom(...terms),
  options: fc.array(fc.constantFrom(...optionTexts), { minLength: 2, maxLength: 6 }),
  key: fc.array(fc.nat(5), { minLength: 1, maxLength: 4 }),
  blanks: fc.constantFrom(1, 2, 3),
  explained: fc.boolean(),
  extra: fc.constantFrom('none', 'none', 'none', 'picture', 'table', 'line'),
});

const drawnPart: fc.Arbitrary<DrawnPart> = fc.record({
  type: fc.constantFrom(1, 2, 3, 4, 5),
  heading: fc.constantFrom('numeral', 'bracket', 'part', 'box', 'alone'),
  marks: fc.constantFrom('none', 'each', 'eachAndTotal', 'product'),
  numbering: fc.constantFrom(...(Object.keys(numberings) as Numbering[])), // the keys of a literal
  options: fc.constantFrom(...(Object.keys(optionMarks) as (keyof typeof optionMarks)[])), // likewise
  layout: fc.constantFrom('lines', 'row', 'tabs', 'pairs', 'behind'),
  truths: fc.constantFrom('signs', 'words', 'long', 'letters'),
  questions: fc.array(drawnQuestion, { minLength: 2, maxLength: 6 }),
});

/** Papers in all ways of writing that the reader knows. */
export const drawnPaper: fc.Arbitrary<DrawnPaper> = fc.record({
  parts: fc.uniqueArray(drawnPart, { minLength: 1, maxLength: 4, selector: ({ type }) => type }),
  keys: fc.constantFrom('below', 'oneLine', 'stem', 'list', 'lines', 'range', 'table'),
  keyLabel: fc.constantFrom('答案：', '【答案】', '参考答案：', '正确答案：', '答案: ', '答：'),
  whyLabel: fc.constantFrom('解析：', '【解析】', '答案解析：'),
  listTitle: fc.constantFrom('参考答案', '【参考答案】', '参考答案及解析', '答案'),
  restarts: fc.boolean(),
  blankLines: fc.boolean(),
  furniture: fc.boolean(),
});

/** A line of a written paper, with its kind, so that a test can damage one. */
export interface WrittenLine {
  readonly kind: 'heading' | 'stem' | 'option' | 'key' | 'why' | 'list' | 'other';
  readonly text: string;
  /** Place of its question. */
  readonly question?: number;
}

/** A paper as it is written, and what it says. */
export interface WrittenPaper {
  readonly lines: readonly WrittenLine[];
  readonly truth: readonly Truth[];
}

const typeNames = { 1: '单项选择题', 2: '多项选择题', 3: '判断题', 4: '填空题', 5: '简答题' } as const;
const numerals = '一二三四五';

/** Each word is of characters that no other word has, so that a lost one is seen. */
function wordMaker(): (length?: number) => string {
  let next = 0x6200;
  return (length = 3) => {
    const word = Array.from({ length }, () => String.fromCodePoint(next++)).join('');
    return /[是无最的有每本正]/.test(word) ? `${word.replaceAll(/[是无最的有每本正]/g, '')}乐` : word;
  };
}

function headingOf({ heading, marks, type, questions }: DrawnPart, at: number, blanks: number): string {
  const count = questions.length;
  const each = type === 4 ? '每空2分' : '每题2分';
  const total = 2 * (type === 4 ? blanks : count);
  const said = {
    none: '',
    each: `（${each}）`,
    eachAndTotal:
      type === 4 ? `（${each}，共${total}分）` : `（本大题共${count}小题，${each}，共${total}分）`,
    product: type === 4 ? `（${each}）` : `（2分×${count}=${total}分）`,
  }[marks];
  const name = typeNames[type];
  const ordinal = numerals[at] ?? '';
  return {
    numeral: `${ordinal}、${name}${said}`,
    bracket: `（${ordinal}）${name}${said}`,
    part: `第${ordinal}部分 ${name}${said}`,
    box: `【${name}】${said}`,
    alone: `${name}${said}`,
  }[heading];
}

function keyText({ type, truths }: DrawnPart, answer: string): string {
  if (type !== 3) return answer;
  const [right, wrong] = { signs: '√×', words: '对错', long: ['正确', '错误'], letters: 'TF' }[truths];
  return (answer === 'T' ? right : wrong) ?? '';
}

/** Writes a drawn paper. */
export function writePaper(paper: DrawnPaper): WrittenPaper {
  const word = wordMaker();
  const lines: WrittenLine[] = [];
  const truth: Truth[] = [];
  const listed: { part: number; n: number; key: string; why: string; plain: boolean }[] = [];
  let n = 0;
  let picture = 0;
  for (const [place, part] of paper.parts.entries()) {
    const blanks = part.questions.reduce((sum, one) => sum + one.blanks, 0);
    lines.push({ kind: 'heading', text: headingOf(part, place, blanks) });
    if (paper.restarts) n = 0;
    for (const one of part.questions) {
      n += 1;
      const question = truth.length;
      const put = (kind: WrittenLine['kind'], text: string) => lines.push({ kind, text, question });
      const { type } = part;
      const isChoice = type <= 2;
      const options = one.options.map(text => `${text}${word(2)}`);
      const places = [...new Set(one.key.map(at => at % options.length))].sort();
      const letters = [...places.map(at => 'ABCDEF'[at])].join('');
      const blankWords = Array.from({ length: one.blanks }, () => word(2));
      const sentence = `${word()}，见${word()}。`;
      const why = one.explained ? `此处为${word(4)}。` : '';
      const subject = `${one.term}${word()}`;
      const stem = {
        1: paper.keys === 'stem' ? `${subject}属于（@）` : `${subject}属于下列哪一项？`,
        2: paper.keys === 'stem' ? `${subject}包括（@）。` : `${subject}包括（    ）`,
        3: `${subject}早于${word()}。`,
        4: `${subject}为${blankWords.map(() => '____').join('，又为')}。`,
        5: `简述${subject}的特点。`,
      }[type];
      const answer = {
        1: letters.slice(0, 1),
        2: letters,
        3: places[0] === 0 ? 'T' : 'F',
        4: blankWords.join(';'),
        5: sentence,
      }[type];
      const key = type === 4 ? blankWords.join('；') : keyText(part, answer);
      const inStem = paper.keys === 'stem' && type <= 3;
      const number = numberings[part.numbering](n);
      const more =
        one.extra === 'picture'
          ? [`〖图${++picture}〗`]
          : one.extra === 'table'
            ? [`${word()}\t${word()}`, `${word()}\t${word()}`]
            : one.extra === 'line'
              ? [`以上见于${word(4)}`]
              : [];
      const written = stem.replace('@', ` ${letters.slice(0, type === 1 ? 1 : 6)} `);
      const marked = options.map((text, at) => `${optionMarks[part.options]('ABCDEF'[at] ?? '')}${text}`);
      const sign = inStem && type === 3 ? `（${key}）` : '';
      const behind = isChoice && part.layout === 'behind' && more.length === 0;
      put(
        'stem',
        `${number}${written}${more.length > 0 ? '' : sign}${behind ? `  ${marked.join('  ')}` : ''}`,
      );
      for (const [at, text] of more.entries()) put('stem', at === more.length - 1 ? `${text}${sign}` : text);
      if (isChoice && !behind) {
        const size = { lines: 1, row: 6, tabs: 6, pairs: 2, behind: 6 }[part.layout];
        const between = part.layout === 'tabs' ? '\t' : '    ';
        for (let at = 0; at < marked.length; at += size)
          put('option', marked.slice(at, at + size).join(between));
      }
      const below = ['below', 'oneLine', 'stem'].includes(paper.keys);
      if (!below) listed.push({ part: place, n, key, why, plain: type <= 3 });
      else if (inStem) {
        if (why) put('why', `${paper.whyLabel}${why}`);
      } else if (paper.keys === 'oneLine' && why)
        put('key', `${paper.keyLabel}${key}　${paper.whyLabel}${why}`);
      else {
        put('key', `${paper.keyLabel}${key}`);
        if (why) put('why', `${paper.whyLabel}${why}`);
      }
      if (paper.blankLines) put('other', '');
      const score = part.marks === 'none' ? undefined : String(type === 4 ? 2 * one.blanks : 2);
      const title = [
        inStem ? stem.replace('@', '　　') : stem,
        ...more.filter(text => !text.startsWith('〖')),
      ]
        .join('\n')
        .trim();
      const saysWhy = why !== '' && (below || ['lines', 'list'].includes(paper.keys));
      const analysis = [...(type === 5 ? [sentence] : []), ...(saysWhy ? [why] : [])].join('\n');
      truth.push({
        ...{ type, title, ...(isChoice && { options }), ...(type !== 5 && { answer }) },
        ...(score !== undefined && { score }),
        ...(analysis !== '' && { analysis }),
      });
    }
    if (paper.furniture) lines.push({ kind: 'other', text: `第${place + 1}页 共${paper.parts.length}页` });
  }
  if (listed.length > 0) writeList(paper, listed, lines);
  return { lines, truth };
}

type Listed = Parameters<typeof writeList>[1][number];

/** Writes the keys at the end of a paper. */
function writeList(
  paper: DrawnPaper,
  listed: readonly {
    readonly part: number;
    readonly n: number;
    readonly key: string;
    readonly why: string;
    readonly plain: boolean;
  }[],
  lines: WrittenLine[],
): void {
  const put = (text: string) => lines.push({ kind: 'list', text });
  put(paper.listTitle);
  const eachLine = (keys: readonly Listed[]) => {
    for (const { n, key, why } of keys)
      put(`${n}. ${key}${why && ['lines', 'list'].includes(paper.keys) ? `　${paper.whyLabel}${why}` : ''}`);
  };
  for (const [place, part] of paper.parts.entries()) {
    const keys = listed.filter(one => one.part === place);
    if (paper.restarts) put(`${numerals[place]}、${typeNames[part.type]}`);
    const [first, last] = [keys[0], keys.at(-1)];
    if (!first || !last) continue;
    const plain = keys.every(one => one.plain);
    if (!plain || paper.keys === 'lines') eachLine(keys);
    else if (paper.keys === 'range')
      put(`${first.n}-${last.n} ${keys.map(({ key }) => key).join(part.type === 2 ? ' ' : '')}`);
    else if (paper.keys === 'table') {
      put(`题号\t${keys.map(({ n }) => n).join('\t')}`);
      put(`答案\t${keys.map(({ key }) => key).join('\t')}`);
    } else if (keys.some(({ why }) => why !== '')) eachLine(keys);
    else put(keys.map(({ n, key }) => `${n}.${key}`).join('  '));
  }
}
