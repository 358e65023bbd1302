import { chineseNumber } from './flat-text.ts';

/** Ways of numbering. `dot` covers `1.`, `1、` and `1．`. */
export type NumberStyle = 'dot' | 'half' | 'paren' | 'circle' | 'ti' | 'box' | 'bare' | 'han';

/** A number at the start of a line. */
export interface LineNumber {
  readonly n: number;
  readonly style: NumberStyle;
  /** Where the text after it begins. */
  readonly end: number;
  /** Key in a bracket before the number, as in `（√）1. …`; empty for an empty bracket. */
  readonly lead: string | undefined;
  /** A digit follows the dot, as in `1.2023年` and in `3.14`. */
  readonly tight: boolean;
  /** The digits are a year or a metre, so that the dot is no decimal point. */
  readonly year: boolean;
}

const circles = '①②③④⑤⑥⑦⑧⑨⑩⑪⑫⑬⑭⑮⑯⑰⑱⑲⑳㉑㉒㉓㉔㉕㉖㉗㉘㉙㉚㉛㉜㉝㉞㉟';

/** Numbers that are one character: `①`, `⑴`, `⒈`. */
function numberSign(sign: string): { readonly n: number; readonly style: NumberStyle } | undefined {
  const circle = circled(sign);
  if (circle > 0) return { n: circle, style: 'circle' };
  const code = sign.charCodeAt(0);
  if (code >= 0x2474 && code <= 0x2487) return { n: code - 0x2473, style: 'paren' };
  return code >= 0x2488 && code <= 0x249b ? { n: code - 0x2487, style: 'dot' } : undefined;
}
/** The value of a circled digit; 0 for any other character. */
export function circled(sign: string): number {
  return circles.indexOf(sign) + 1;
}

const leading = /^\s*\(\s*(√|×|[A-F]{1,6}|对|错|正确|错误|T|F)?\s*\)\s*(?=\d{1,4}\s*[.、)])/;

/** The number at the start of a line, in half-width form. */
export function lineNumber(flat: string): LineNumber | undefined {
  const lead = leading.exec(flat);
  const from = lead?.[0].length ?? /^\s*/.exec(flat)?.[0].length ?? 0;
  const rest = flat.slice(from);
  const given = (
    n: number | undefined,
    style: NumberStyle,
    length: number,
    more: Partial<LineNumber> = {},
  ): LineNumber | undefined =>
    n === undefined
      ? undefined
      : {
          n,
          style,
          end: from + length + (/^\s*/.exec(rest.slice(length))?.[0].length ?? 0),
          lead: lead ? (lead[1] ?? '') : undefined,
          tight: false,
          year: false,
          ...more,
        };
  const dot = /^(?:Q\s*)?(\d{1,4})\s*([.、])/.exec(rest);
  if (dot?.[1]) {
    const after = rest.slice(dot[0].length);
    const tight = dot[2] === '.' && /^\d/.test(after);
    const year = /^(?:1\d|20)\d\d\s*[年-]|^\d{1,2}\/\d{1,2}(?!\d)/.test(after);
    return given(Number(dot[1]), 'dot', dot[0].length, { tight, year });
  }
  const ti = /^第\s*(?:(\d{1,4})|([一二三四五六七八九十]{1,3}))\s*小?题\s*[.、:]?/.exec(rest);
  if (ti) return given(ti[1] ? Number(ti[1]) : chineseNumber(ti[2] ?? ''), 'ti', ti[0].length);
  const paren = /^\(\s*(\d{1,3})\s*\)\s*[.、]?/.exec(rest);
  if (paren) return given(Number(paren[1]), 'paren', paren[0].length);
  const half = /^(\d{1,3})\s*\)\s*[.、]?/.exec(rest);
  if (half) return given(Number(half[1]), 'half', half[0].length);
  const box = /^[【[]\s*(?:第|例)?\s*(\d{1,3})\s*题?\s*[】\]]\s*[.、]?/.exec(rest);
  if (box) return given(Number(box[1]), 'box', box[0].length);
  const sign = numberSign(rest[0] ?? ' ');
  if (sign) return given(sign.n, sign.style, 1);
  const bare = /^(\d{1,3})[ \t]+(?=[\u4e00-\u9fff《“])/.exec(rest);
  if (bare) return given(Number(bare[1]), 'bare', bare[0].length);
  return undefined;
}

/** The number `一、` at the start of a line, which is that of a heading unless what is below speaks for a question. */
export function hanNumber(flat: string): LineNumber | undefined {
  const found = /^\s*([一二三四五六七八九十]{1,3})\s*、\s*/.exec(flat);
  const n = chineseNumber(found?.[1] ?? '');
  if (!found || n === undefined) return undefined;
  return { n, style: 'han', end: found[0].length, lead: undefined, tight: false, year: false };
}

/** Parts of a text by numbers 1, 2, 3 …, of one style, with the text before the first; undefined without two. */
export function numberedParts(flat: string, text: string): readonly string[] | undefined {
  const styles = [/\(\s*(\d{1,2})\s*\)/g, /([①-⑳])/g, /(?<![\d.])(\d{1,2})\s*[.、)](?!\d)/g];
  for (const style of styles) {
    const places: { from: number; to: number }[] = [];
    for (const found of flat.matchAll(style)) {
      const said = found[1] ?? '';
      const n = circles.includes(said) ? circles.indexOf(said) + 1 : Number(said);
      if (n === places.length + 1) places.push({ from: found.index, to: found.index + found[0].length });
    }
    if (places.length < 2 || flat.slice(0, places[0]?.from).trim() !== '') continue;
    return places.map(({ to }, at) => text.slice(to, places[at + 1]?.from));
  }
  return undefined;
}
