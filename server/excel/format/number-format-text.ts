/**
 * Numbers as displayed by a spreadsheet. Many people store codes as numbers with a format: `00000` shows 12 as 00012,
 * `"A"000` shows 7 as A007. A text column takes the displayed text.
 */

/** One piece of a section of a format code. */
type Piece =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'digit'; readonly sign: '0' | '#' | '?' }
  | { readonly kind: 'point' }
  | { readonly kind: 'general' }
  | { readonly kind: 'exponent'; readonly digits: number; readonly plus: boolean };

interface Section {
  readonly condition: ((value: number) => boolean) | undefined;
  readonly pieces: readonly Piece[];
  readonly grouped: boolean;
  /** Power of ten applied for display: 2 for a per cent sign, -3 for each comma after the digits. */
  readonly scale: number;
}

/** A format code, understood. */
export type NumberFormat = readonly Section[];

/** A number as displayed. `exact` is false if the format has rounded it. */
interface ShownNumber {
  readonly text: string;
  readonly exact: boolean;
}

const conditions: Readonly<Record<string, (value: number, bound: number) => boolean>> = {
  '<': (value, bound) => value < bound,
  '<=': (value, bound) => value <= bound,
  '>': (value, bound) => value > bound,
  '>=': (value, bound) => value >= bound,
  '=': (value, bound) => value === bound,
  '<>': (value, bound) => value !== bound,
};

/** Longest code that is looked at; the standard allows 255 characters. */
const longestCode = 512;

const token =
  /"([^"]*)"?|\\(.)|_(?:.)|\*(?:.)|\[([^\]]*)\]|(general|g\/通用格式)|(e[+-])(0+)|(;)|([0#?])|([.,%@/])|([\s\S])/gi;

/** The parsed format of a code; `digits` if it displays a number unchanged, undefined if we cannot render it. */
export function numberFormatOf(code: string): NumberFormat | 'digits' | undefined {
  if (code === '' || code === '@' || /^(?:general|g\/通用格式)$/i.test(code)) return 'digits';
  if (code.length > longestCode) return undefined;
  const sections: FinishedSection[] = [];
  let open = newSection();
  for (const [whole, quoted, escaped, bracket, general, exponent, zeros, end, digit, sign] of code.matchAll(
    token,
  )) {
    if (end !== undefined) {
      sections.push(finished(open));
      open = newSection();
    } else if (quoted !== undefined) open.pieces.push({ kind: 'text', text: quoted });
    else if (escaped !== undefined) open.pieces.push({ kind: 'text', text: escaped });
    else if (bracket !== undefined) {
      if (!takeBracket(bracket, open)) return undefined;
    } else if (general !== undefined) open.pieces.push({ kind: 'general' });
    else if (exponent !== undefined) {
      open.pieces.push({ kind: 'exponent', digits: zeros?.length ?? 1, plus: exponent.endsWith('+') });
    } else if (digit !== undefined) takeDigit(digit, open);
    else if (sign === '.') open.pieces.push({ kind: 'point' });
    else if (sign === ',') open.commas++;
    else if (sign === '%') {
      open.scale += 2;
      open.pieces.push({ kind: 'text', text: '%' });
    } else if (sign === '/') return undefined;
    else if (sign === '@') open.isText = true;
    else if (whole.startsWith('_')) open.pieces.push({ kind: 'text', text: ' ' });
    else if (!whole.startsWith('*')) open.pieces.push({ kind: 'text', text: whole });
  }
  sections.push(finished(open));
  // The fourth section, and one with `@`, is for texts.
  const ofNumbers = sections.filter(({ isText }, at) => !isText && at < 3);
  return ofNumbers.length === 0 ? 'digits' : ofNumbers;
}

interface OpenSection {
  condition: Section['condition'];
  pieces: Piece[];
  grouped: boolean;
  scale: number;
  /** Commas since the last digit: between digits they group, behind them they divide. */
  commas: number;
  isText: boolean;
}

function newSection(): OpenSection {
  return { condition: undefined, pieces: [], grouped: false, scale: 0, commas: 0, isText: false };
}

interface FinishedSection extends Section {
  readonly isText: boolean;
}

function finished(open: OpenSection): FinishedSection {
  return { ...open, scale: open.scale - 3 * open.commas };
}

function takeDigit(sign: string, open: OpenSection): void {
  if (open.commas > 0) open.grouped = true;
  open.commas = 0;
  open.pieces.push({ kind: 'digit', sign: sign as '0' | '#' | '?' }); // one of those that the token matches
}

/**
 * Accepts a colour, a currency sign, a locale or a condition; false for brackets that change how digits are displayed.
 */
function takeBracket(bracket: string, open: OpenSection): boolean {
  const condition = /^(<=|>=|<>|<|>|=)\s*(-?[\d.]+(?:E[+-]?\d+)?)$/i.exec(bracket);
  if (condition !== null) {
    const holds = conditions[condition[1] ?? ''];
    const bound = Number(condition[2]);
    open.condition = value => holds?.(value, bound) === true;
    return true;
  }
  if (bracket.startsWith('$')) {
    const [currency = '', locale = ''] = bracket.slice(1).split('-');
    open.pieces.push({ kind: 'text', text: currency });
    // The upper half of a locale names another kind of digits.
    return locale.length <= 4;
  }
  return /^(?:black|blue|cyan|green|magenta|red|white|yellow|color\s?\d+|颜色\s?\d+|黑色?|蓝色?|红色?|绿色?|黄色?|白色?|青色?|洋红色?)$/i.test(
    bracket,
  );
}

/** Formats a number; undefined if the format displays none of it. */
export function shownNumber(value: number, format: NumberFormat): ShownNumber | undefined {
  const plain = plainDecimals(format);
  if (plain !== undefined) {
    const text = value.toFixed(plain);
    // Most numbers have no more decimals than their format; the others are rounded carefully below.
    if (Number(text) === value && Math.abs(value) < 1e15) return { text, exact: true };
  }
  const { section, signed } = sectionFor(value, format);
  if (section === undefined) return undefined;
  const shown = bySection(Math.abs(value), section);
  if (shown === undefined) return undefined;
  const isNegative = signed && value < 0 && /[1-9]/.test(shown.text);
  const text = `${isNegative ? '-' : ''}${shown.text}`.trim();
  return text === '' ? undefined : { text, exact: shown.exact };
}

const decimalsOf = new WeakMap<NumberFormat, { readonly decimals: number | undefined }>();

/** The number of decimals of a format such as `0` and `0.00`, by far the most common; undefined for others. */
function plainDecimals(format: NumberFormat): number | undefined {
  const known = decimalsOf.get(format);
  if (known !== undefined) return known.decimals;
  const [section, ...others] = format;
  const signs = section?.pieces.map(piece =>
    piece.kind === 'digit' ? piece.sign : piece.kind === 'point' ? '.' : 'x',
  );
  const isPlain =
    others.length === 0 && section?.scale === 0 && !section.grouped && section.condition === undefined;
  const found = isPlain ? /^#*0(?:\.(0+))?$/.exec(signs?.join('') ?? '') : null;
  const decimals = found === null ? undefined : (found[1]?.length ?? 0);
  decimalsOf.set(format, { decimals });
  return decimals;
}

/** The section for a value, and whether to put a minus sign before its text. */
function sectionFor(value: number, format: NumberFormat): { section: Section | undefined; signed: boolean } {
  if (format.some(({ condition }) => condition !== undefined)) {
    const section = format.find(({ condition }) => condition === undefined || condition(value));
    return { section, signed: true };
  }
  const [positive, negative, zero] = format;
  if (value < 0 && negative) return { section: negative, signed: false };
  if (value === 0 && zero) return { section: zero, signed: false };
  return { section: positive, signed: true };
}

function bySection(value: number, { pieces, grouped, scale }: Section): ShownNumber | undefined {
  const exponent = pieces.find(piece => piece.kind === 'exponent');
  if (exponent !== undefined) return scientific(value, pieces, exponent);
  const point = pieces.findIndex(({ kind }) => kind === 'point');
  const wholePieces = point === -1 ? pieces : pieces.slice(0, point);
  const fractionPieces = point === -1 ? [] : pieces.slice(point + 1);
  const decimals = fractionPieces.filter(({ kind }) => kind === 'digit').length;
  const rounded = roundedDigits(value, scale, decimals);
  if (rounded === undefined) return undefined;
  const { digits, exact } = rounded;
  const at = digits.length - decimals;
  const fraction = shownFraction(fractionPieces, digits.slice(at));
  const whole = shownWhole(wholePieces, digits.slice(0, at), value, grouped, point !== -1);
  const hasDigits = pieces.some(({ kind }) => kind === 'digit');
  return { text: whole + (point === -1 ? '' : fraction), exact: exact || !hasDigits };
}

/** The pieces left of the point, their digits taken from the right. */
function shownWhole(
  pieces: readonly Piece[],
  digits: string,
  value: number,
  grouped: boolean,
  hasPoint: boolean,
): string {
  let rest = digits.replace(/^0+/, '');
  const places = pieces.filter(({ kind }) => kind === 'digit').length;
  let left = places;
  let placed = 0;
  let text = '';
  for (const piece of pieces.toReversed()) {
    if (piece.kind === 'text') text = piece.text + text;
    else if (piece.kind === 'general') text = String(value) + text;
    else if (piece.kind === 'digit') {
      left--;
      // Digits without a place are put at the first one.
      let count = left === 0 ? Math.max(1, rest.length) : 1;
      for (; count > 0; count--) {
        const next = rest.at(-1) ?? (piece.sign === '0' ? '0' : piece.sign === '?' ? ' ' : '');
        rest = rest.slice(0, -1);
        if (next === '') continue;
        if (grouped && placed > 0 && placed % 3 === 0 && next !== ' ') text = `,${text}`;
        text = next + text;
        placed++;
      }
    }
  }
  // Without a place before the point, as in `.00`, digits are still written before it.
  return places === 0 && hasPoint ? text + rest : text;
}

function shownFraction(pieces: readonly Piece[], digits: string): string {
  let text = '.';
  let at = 0;
  const significant = digits.replace(/0+$/, '').length;
  for (const piece of pieces) {
    if (piece.kind === 'text') text += piece.text;
    else if (piece.kind === 'digit') {
      if (at < significant || piece.sign === '0') text += digits[at] ?? '0';
      else if (piece.sign === '?') text += ' ';
      at++;
    }
  }
  return text;
}

function scientific(
  value: number,
  pieces: readonly Piece[],
  exponent: Extract<Piece, { kind: 'exponent' }>,
): ShownNumber | undefined {
  const at = pieces.indexOf(exponent);
  const before = pieces.slice(0, at);
  const point = before.findIndex(({ kind }) => kind === 'point');
  const whole = point === -1 ? before : before.slice(0, point);
  // People do not use exponents in steps of three, as in `##0.0E+0`.
  if (whole.filter(({ kind }) => kind === 'digit').length !== 1) return undefined;
  const decimals = before
    .slice(point === -1 ? before.length : point)
    .filter(({ kind }) => kind === 'digit').length;
  const [mantissa = '', power = '0'] = value.toExponential(decimals).split('e');
  const number = Number(power);
  const sign = number < 0 ? '-' : exponent.plus ? '+' : '';
  const after = pieces.slice(at + 1).map(piece => (piece.kind === 'text' ? piece.text : ''));
  const lead = whole.map(piece => (piece.kind === 'text' ? piece.text : '')).join('');
  return {
    text: `${lead}${mantissa}E${sign}${String(Math.abs(number)).padStart(exponent.digits, '0')}${after.join('')}`,
    exact: Number(`${mantissa}e${power}`) === Number(value.toPrecision(15)),
  };
}

/** Digits of a double that count; the others are left by arithmetic. */
const significantDigits = 15;

/**
 * The digits of `value` times ten to the power of `scale`, the last `decimals` of them after the point; rounded half
 * up, as on paper. Undefined for extremely large numbers.
 */
function roundedDigits(
  value: number,
  scale: number,
  decimals: number,
): { readonly digits: string; readonly exact: boolean } | undefined {
  const [mantissa = '0', power = '0'] = value.toExponential(significantDigits - 1).split('e');
  const significant = mantissa.replace('.', '').replace(/0+$/, '');
  // The value is 0.significant times ten to the power of `point`.
  const point = Number(power) + 1 + scale;
  const kept = point + decimals;
  if (Math.abs(point) > 400) return undefined;
  if (significant === '') return { digits: '0'.repeat(decimals + 1), exact: true };
  if (kept >= significant.length) {
    return { digits: significant.padEnd(kept, '0').padStart(decimals + 1, '0'), exact: true };
  }
  const cut = kept <= 0 ? '' : significant.slice(0, kept);
  const up = kept >= 0 && (significant[kept] ?? '0') >= '5';
  const number = BigInt(cut || '0') + (up ? 1n : 0n);
  return { digits: number.toString().padStart(decimals + 1, '0'), exact: false };
}
