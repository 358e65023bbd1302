import { withoutMarks } from '../../../../rules/compare-text.ts';

/** A line in two forms of the same length, so that a place found in one is a place in the other. */
export interface FlatLine {
  readonly at: number;
  /** As written, without invisible characters. */
  readonly text: string;
  /** Half-width letters, digits, brackets and spaces; one form of each sign for right and wrong. */
  readonly flat: string;
}

const sameForm: Readonly<Record<string, string>> = {
  '\u3000': ' ',
  '\u00a0': ' ',
  '\t': '\t',
  '✓': '√',
  '✔': '√',
  '☑': '√',
  '✗': '×',
  '✘': '×',
  '╳': '×',
  '☒': '×',
  '﹒': '.',
  '·': '·',
  '〔': '[',
  '〕': ']',
  '［': '[',
  '］': ']',
};

/** A text in half-width forms, character by character. */
export function flatten(text: string): string {
  let flat = '';
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    const character = text[at] ?? '';
    flat +=
      code >= 0xff01 && code <= 0xff5e
        ? String.fromCharCode(code - 0xfee0)
        : (sameForm[character] ?? character);
  }
  return flat;
}

/** The lines of a text. */
export function flatLines(text: string): FlatLine[] {
  return text.split(/\r\n|[\n\r\u2028\u2029\v\f]/).map((raw, at) => {
    const clean = withoutMarks(raw);
    return { at, text: clean, flat: flatten(clean) };
  });
}

const digits = '零一二三四五六七八九';

/** The value of a Chinese numeral up to 99, such as 十二; undefined for any other text. */
export function chineseNumber(text: string): number | undefined {
  const found = /^([一二三四五六七八九])?(十)?([一二三四五六七八九])?$/.exec(text);
  if (!found || text === '') return undefined;
  const [, tens, ten, ones] = found;
  if (!ten) return tens && !ones ? digits.indexOf(tens) : undefined;
  return (tens ? digits.indexOf(tens) : 1) * 10 + (ones ? digits.indexOf(ones) : 0);
}
