import type { DateShape } from './serial-dates.ts';

/**
 * Detects number formats that display a date. Formats 0 to 163 are built in and mostly not written to the file; 27 to
 * 36 and 50 to 58 are those of Chinese Excel (ECMA-376 part 1, 18.8.30, zh-cn).
 */
const builtIn: readonly (readonly [from: number, to: number, shape: DateShape])[] = [
  [14, 17, 'date'],
  [18, 21, 'time'],
  [22, 22, 'dateTime'],
  [27, 31, 'date'],
  [32, 35, 'time'],
  [36, 36, 'date'],
  [45, 45, 'time'],
  [46, 46, 'duration'],
  [47, 47, 'time'],
  [50, 54, 'date'],
  [55, 56, 'time'],
  [57, 58, 'date'],
];

/** The part of a date that a built-in format shows; `undefined` for numbers and text. */
export function builtInDateShape(id: number): DateShape | undefined {
  return builtIn.find(([from, to]) => id >= from && id <= to)?.[2];
}

/** The part of a date displayed by a format code such as `yyyy"年"m"月"d"日" h:mm`; `undefined` for numbers and text. */
export function dateShapeOf(code: string): DateShape | undefined {
  // Literals and fills may contain any letter; brackets hold colours, locales and conditions, except that [h] is time.
  let pattern = '';
  let elapsed = false;
  const token = /"[^"]*"?|\\.?|[_*].?|\[([^\]]*)\]?|;|[\s\S]/g;
  for (const [text, bracket] of code.matchAll(token)) {
    if (text === ';') break;
    if (bracket !== undefined) elapsed ||= /^(?:h+|m+|s+)$/i.test(bracket);
    else if (text.length === 1) pattern += text;
  }
  pattern = pattern.toLowerCase().replace(/general|g\/通用格式/g, '');
  if (elapsed) return 'duration';
  const halfDay = /am\/pm|a\/p|上午\/下午/.test(pattern);
  pattern = pattern.replace(/am\/pm|a\/p/g, '').replace(/e[+-]/g, '');
  const time = halfDay || /[hs]/.test(pattern);
  const date = /[ydeb]|aaa/.test(pattern) || (!time && pattern.includes('m'));
  if (date) return time ? 'dateTime' : 'date';
  return time ? 'time' : undefined;
}

/** Codes of the built-in formats of times of day (ECMA-376 part 1, 18.8.30, zh-cn). */
const builtInTimeCodes: Readonly<Record<number, string>> = {
  20: 'h:mm',
  21: 'h:mm:ss',
  32: 'h"时"mm"分"',
  33: 'h"时"mm"分"ss"秒"',
};

/** The code of a built-in format of a time of day; undefined for others. */
export function builtInTimeCode(id: number): string | undefined {
  return builtInTimeCodes[id];
}

/**
 * Codes of the built-in formats that display numbers differently from their digits (ECMA-376 part 1, 18.8.30, zh-cn).
 */
const builtInCodes: Readonly<Record<number, string>> = {
  1: '0',
  2: '0.00',
  3: '#,##0',
  4: '#,##0.00',
  5: '"¥"#,##0;"¥"-#,##0',
  6: '"¥"#,##0;[Red]"¥"-#,##0',
  7: '"¥"#,##0.00;"¥"-#,##0.00',
  8: '"¥"#,##0.00;[Red]"¥"-#,##0.00',
  9: '0%',
  10: '0.00%',
  11: '0.00E+00',
  12: '# ?/?',
  13: '# ??/??',
  37: '#,##0_);(#,##0)',
  38: '#,##0_);[Red](#,##0)',
  39: '#,##0.00_);(#,##0.00)',
  40: '#,##0.00_);[Red](#,##0.00)',
  41: '_ * #,##0_ ;_ * -#,##0_ ;_ * "-"_ ;_ @_ ',
  42: '_ "¥"* #,##0_ ;_ "¥"* -#,##0_ ;_ "¥"* "-"_ ;_ @_ ',
  43: '_ * #,##0.00_ ;_ * -#,##0.00_ ;_ * "-"??_ ;_ @_ ',
  44: '_ "¥"* #,##0.00_ ;_ "¥"* -#,##0.00_ ;_ "¥"* "-"??_ ;_ @_ ',
  48: '##0.0E+0',
};

/** The code of a built-in number format; undefined for those that display a number unchanged, and for dates. */
export function builtInCode(id: number): string | undefined {
  return builtInCodes[id];
}
