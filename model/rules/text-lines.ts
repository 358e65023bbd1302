/** Width of a text in the unit of the box, on one line. */
export type Measure = (text: string) => number;

/** Distance of two lines of text, as a share of their size. */
export const lineHeight = 1.4;

/** A text put into its box. */
export interface TextLines {
  /** The lines from top to bottom; none of them begins or ends with a space. */
  readonly lines: readonly string[];
  /** Something did not fit; the last line ends with `…`. */
  readonly cut: boolean;
}

/** The box of a text: its width, and most lines. */
export interface TextBox {
  readonly width: number;
  readonly lines: number;
  readonly measure: Measure;
}

/** Signs that no line begins with (避头, GB/T 15834). */
const closing = /^[，。、；：？！）】》〉」』〕｝”’…—～·％‰℃,.;:?!)\]}%]$/u;

/** Signs that no line ends with (避尾). */
const opening = /^[（【《〈「『〔｛“‘([{￥¥$#]$/u;

/** Letters and digits with the signs within words, numbers and addresses; they stay together. */
const wordSign = /^[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{N}\p{M}'_\-+&@/]$/u;

/** Signs between two digits or letters that part no word: `3.14`, `1,200`, `a.b`, `9:30`. */
const joint = /^[.,:]$/;

const segmenter = new Intl.Segmenter('zh', { granularity: 'grapheme' });

/** The characters of a text as people count them: a letter with its marks is one. */
export function graphemes(text: string): string[] {
  return [...segmenter.segment(text)].map(({ segment }) => segment);
}

const isWord = (sign: string | undefined) =>
  sign !== undefined && wordSign.test(String.fromCodePoint(sign.codePointAt(0) ?? 0));

/** Words, single Chinese characters, signs and runs of spaces, in order. */
function units(text: string): string[] {
  const signs = graphemes(text);
  const found: string[] = [];
  let inWord = false;
  for (const [at, sign] of signs.entries()) {
    const word: boolean = isWord(sign) || (inWord && joint.test(sign) && isWord(signs[at + 1]));
    const space = /^\s$/u.test(sign);
    const last = found.length - 1;
    const grows = (word && inWord) || (space && /^\s/u.test(found[last] ?? ''));
    if (grows) found[last] += sign;
    else found.push(sign);
    inWord = word;
  }
  return found;
}

/** Units with the signs that stay with them: an opening sign with what follows it, a closing one with what it ends. */
function clusters(text: string): string[] {
  const found: string[] = [];
  let holds = false;
  for (const unit of units(text)) {
    const last = found.length - 1;
    const space = /^\s/u.test(unit);
    const stays = last >= 0 && !space && (holds || (closing.test(unit) && !/\s$/u.test(found[last] ?? '')));
    if (stays) found[last] += unit;
    else found.push(unit);
    holds = opening.test(unit);
  }
  return found;
}

/** The lines of one paragraph; a cluster that is wider than the box is parted anywhere. */
function paragraphLines(text: string, { width, measure }: TextBox): string[] {
  const lines: string[] = [];
  let line = '';
  const fits = (more: string) => measure((line + more).trimEnd()) <= width;
  const end = () => {
    lines.push(line.trimEnd());
    line = '';
  };
  for (const cluster of clusters(text)) {
    if (line === '' && cluster.trim() === '') continue;
    if (line !== '' && !fits(cluster)) end();
    if (line === '' && cluster.trim() === '') continue;
    if (fits(cluster)) {
      line += cluster;
      continue;
    }
    for (const sign of graphemes(cluster)) {
      if (line !== '' && !fits(sign)) end();
      line += sign;
    }
  }
  if (line !== '' || lines.length === 0) end();
  return lines;
}

/** A line that says that more would follow, within the width. */
function withEllipsis(line: string, { width, measure }: TextBox): string {
  const signs = graphemes(line);
  const left = () => signs.join('').replace(/[\s，。、；：,.;:…]+$/u, '');
  while (signs.length > 0 && measure(`${left()}…`) > width) signs.pop();
  return `${left()}…`;
}

/**
 * Breaks a text into the lines of a box by the rules of Chinese typesetting: no line begins with a closing sign or ends
 * with an opening one, and Latin words and numbers stay whole where the box is wide enough. Line breaks of the text
 * stay. A text that is longer than its box ends with `…`.
 */
export function textLines(text: string, box: TextBox): TextLines {
  const all = text.split(/\r\n|\r|\n/u).flatMap(paragraph => paragraphLines(paragraph, box));
  if (all.length <= box.lines) return { lines: all, cut: false };
  const kept = all.slice(0, box.lines);
  return { lines: [...kept.slice(0, -1), withEllipsis(kept.at(-1) ?? '', box)], cut: true };
}
