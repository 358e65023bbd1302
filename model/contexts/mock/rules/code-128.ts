/** Widths of bars and gaps of every symbol of Code 128 (ISO/IEC 15417), eleven modules each; the last one is the stop. */
const symbols = (
  '212222 222122 222221 121223 121322 131222 122213 122312 132212 221213 221312 231212 112232 122132 122231 113222 ' +
  '123122 123221 223211 221132 221231 213212 223112 312131 311222 321122 321221 312212 322112 322211 212123 212321 ' +
  '232121 111323 131123 131321 112313 132113 132311 211313 231113 231311 112133 112331 132131 113123 113321 133121 ' +
  '313121 211331 231131 213113 213311 213131 311123 311321 331121 312113 312311 332111 314111 221411 431111 111224 ' +
  '111422 121124 121421 141122 141221 112214 112412 122114 122411 142112 142211 241211 221114 413111 241112 134111 ' +
  '111242 121142 121241 114212 124112 124211 411212 421112 421211 212141 214121 412121 111143 111341 131141 114113 ' +
  '114311 411113 411311 113141 114131 311141 411131 211412 211214 211232 2331112'
).split(' ');

const startB = 104;
const startC = 105;
const toC = 99;
const toB = 100;
const stop = 106;
/** Gaps on either side that a reader needs, in modules. */
const quiet = 10;

/** Digits from `at` on, as many as follow one another. */
function digitsFrom(text: string, at: number): number {
  return /^\d*/.exec(text.slice(at))?.[0].length ?? 0;
}

/**
 * The symbols of a text between start and check: digits in pairs (set C) wherever that is shorter, the rest in set B.
 * Throws RangeError for a character outside of printable ASCII.
 */
function symbolsOf(text: string): number[] {
  if (!/^[\x20-\x7e]+$/.test(text)) throw new RangeError('Code 128 takes printable ASCII');
  const found: number[] = [];
  let inC = digitsFrom(text, 0) >= 4 || /^\d\d$/.test(text);
  found.push(inC ? startC : startB);
  let at = 0;
  while (at < text.length) {
    const digits = digitsFrom(text, at);
    if (inC && digits >= 2) {
      found.push(Number(text.slice(at, at + 2)));
      at += 2;
    } else if (inC) {
      inC = false;
      found.push(toB);
    } else if (digits >= 4 && digits % 2 === 0) {
      inC = true;
      found.push(toC);
    } else {
      found.push(text.charCodeAt(at) - 32);
      at += 1;
    }
  }
  return found;
}

/** A barcode as bars on a line. */
export interface Bars {
  /** Modules of the whole, with the quiet zones on either side. */
  readonly width: number;
  /** Where each bar begins, and how wide it is, in modules. */
  readonly bars: readonly (readonly [at: number, width: number])[];
}

/** A text as Code 128, with its check symbol and quiet zones (domain section 5). Throws RangeError outside of printable ASCII. */
export function code128(text: string): Bars {
  const data = symbolsOf(text);
  const check = data.reduce((total, symbol, at) => total + symbol * Math.max(1, at), 0) % 103;
  const widths = [...data, check, stop].map(symbol => symbols[symbol]).join('');
  const bars: [number, number][] = [];
  let at = quiet;
  for (const [index, digit] of [...widths].entries()) {
    const width = Number(digit);
    if (index % 2 === 0) bars.push([at, width]);
    at += width;
  }
  return { width: at + quiet, bars };
}
