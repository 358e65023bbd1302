/** Dates of which a format displays only a part, `2026年9月`, `9月1日`, `星期二`, and times: `9:00`. */

const weekdays = ['日', '一', '二', '三', '四', '五', '六'];
const englishDays = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];
const englishMonths = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
];

const token = /"([^"]*)"?|\\(.)|_(?:.)|\*(?:.)|\[[^\]]*\]|(;)|(y+|m+|d+|a{3,4})|([\s\S])/gi;

/**
 * Formats a day (`YYYY-MM-DD`) with a format code without a time; undefined if the code contains another part that
 * depends on the day.
 */
export function shownDate(day: string, code: string): string | undefined {
  const [year = '', month = '', date = ''] = day.split('-');
  const weekday = new Date(Date.UTC(Number(year), Number(month) - 1, Number(date))).getUTCDay();
  if (Number.isNaN(weekday) || day.length !== 10 || /\[DBNum/i.test(code)) return undefined;
  let text = '';
  for (const [whole, quoted, escaped, end, part, other] of code.matchAll(token)) {
    if (end !== undefined) break;
    if (quoted !== undefined || escaped !== undefined) text += quoted ?? escaped;
    else if (other !== undefined) {
      if (/[a-z@0#?]/i.test(other)) return undefined;
      text += other;
    } else if (part !== undefined) text += shownPart(part.toLowerCase(), year, month, date, weekday);
    else if (whole.startsWith('_')) text += ' ';
  }
  return text.trim() === '' ? undefined : text.trim();
}

const timeToken = /"([^"]*)"?|\\(.)|\[\$-[^\]]*\]|(;)|(h+|m+|s+)|([\s\S])/gi;

/**
 * Formats a time of day (`HH:mm:ss`) with a format code of hours, minutes and seconds; undefined if the code has another
 * part, or does not display seconds that the time has.
 */
export function shownTime(time: string, code: string): string | undefined {
  const [hour = '', minute = '', second = ''] = time.split(':');
  if (time.length !== 8 || !/^h/i.test(code.replace(/^\[\$-[^\]]*\]/, ''))) return undefined;
  let text = '';
  let isWhole = second === '00';
  for (const [, quoted, escaped, end, part, other] of code.matchAll(timeToken)) {
    if (end !== undefined) break;
    if (quoted !== undefined || escaped !== undefined) text += quoted ?? escaped;
    else if (other !== undefined) {
      if (!/[:：\s]/.test(other)) return undefined;
      text += other;
    } else if (part !== undefined) {
      const value = { h: hour, m: minute, s: second }[part.charAt(0).toLowerCase()] ?? '';
      isWhole ||= /s/i.test(part);
      text += part.length === 1 ? String(Number(value)) : value;
    }
  }
  return isWhole ? text.trim() : undefined;
}

function shownPart(part: string, year: string, month: string, date: string, weekday: number): string {
  const english = part.startsWith('m') ? englishMonths[Number(month) - 1] : englishDays[weekday];
  switch (part[0]) {
    case 'y':
      return part.length > 2 ? year : year.slice(2);
    case 'a':
      return part.length === 4 ? `星期${weekdays[weekday]}` : `周${weekdays[weekday]}`;
    case 'm':
      if (part.length < 3) return part.length === 2 ? month : String(Number(month));
      return part.length === 3
        ? (english ?? '').slice(0, 3)
        : part.length === 5
          ? (english ?? '').slice(0, 1)
          : (english ?? '');
    default:
      if (part.length < 3) return part.length === 2 ? date : String(Number(date));
      return part.length === 3 ? (english ?? '').slice(0, 3) : (english ?? '');
  }
}
