/** Kinds of labelled parts of a question. */
export type LabelKind = 'key' | 'explanation' | 'difficulty' | 'points' | 'knowledge' | 'type' | 'other';

const words: readonly (readonly [LabelKind, string])[] = [
  ['other', '我的答案|学生答案|考生答案|得分'],
  [
    'explanation',
    '答案解析|试题解析|题目解析|解析|详解|解答|分析|点拨|点评|评分标准|评分要点|评分参考|评分细则|参考解析',
  ],
  ['key', '(?:正确|参考|标准|本题)?答案(?:要点)?|参考要点|答题要点|要点|(?:正确|标准)选项|Answers?|Key'],
  ['difficulty', '难易程度|难易度|难度系数|难度等级|难度'],
  ['points', '本题分值|题目分值|分值|分数'],
  ['knowledge', '知识点|考查知识点|考点|考查点|考查内容|所属章节|章节|出处|来源'],
  ['type', '题目类型|题型'],
];
const all = words.map(([, word]) => word).join('|');

/** A part of a line after a label. */
export interface Segment {
  readonly kind: LabelKind;
  /** Word of the label. */
  readonly word: string;
  /** Where the text after the label begins and ends. */
  readonly from: number;
  readonly to: number;
}

/** A line cut at its labels: the text before the first, and the labelled parts. */
export interface Segments {
  readonly before: number;
  readonly parts: readonly Segment[];
}

const boxed = new RegExp(`[【\\[]\\s*(${all})\\s*[】\\]]\\s*:?\\s*`, 'gi');
const atStart = new RegExp(
  `^\\s*(${all})\\s*(?:[:]\\s*|\\s+(?=\\S)|(?:是|为)\\s*[:]?\\s*(?=[A-F√×对错])|(?=[A-F√×](?![a-z]))|$)`,
  'i',
);
const said = /^\s*(答|解|答题)\s*:\s*/;
const within = new RegExp(`(?<=[\\s。;,.)】A-F√×对错])\\s*(${all})\\s*:\\s*`, 'gi');

function kindOf(word: string): LabelKind {
  if (/^(?:答|答题)$/.test(word)) return 'key';
  if (word === '解') return 'key';
  return words.find(([, source]) => new RegExp(`^(?:${source})$`, 'i').test(word))?.[0] ?? 'other';
}

/** Cuts a line, in half-width form, at its labels. A line without any is all `before`. */
export function segmentsOf(flat: string): Segments {
  const found: { at: number; end: number; word: string }[] = [];
  const add = (match: RegExpExecArray) => {
    const at = match.index;
    if (found.some(one => at < one.end && one.at < at + match[0].length)) return;
    found.push({ at, end: at + match[0].length, word: match[1] ?? '' });
  };
  for (const match of flat.matchAll(boxed)) add(match);
  const start = atStart.exec(flat) ?? said.exec(flat);
  if (start) add(start);
  for (const match of flat.matchAll(within)) add(match);
  found.sort((one, other) => one.at - other.at);
  return {
    before: found[0]?.at ?? flat.length,
    parts: found.map(({ end, word }, at) => ({
      kind: kindOf(word),
      word,
      from: end,
      to: found[at + 1]?.at ?? flat.length,
    })),
  };
}

/** A label in brackets that is not known, at the start of a line. */
export function isUnknownLabel(flat: string): boolean {
  return /^\s*【[^】]{1,12}】/.test(flat) && segmentsOf(flat).before > 0;
}
