import type { DateCell } from '../types.ts';

/**
 * Converts serial numbers of spreadsheets to calendar text. Day 1 is 1900-01-01, and a non-existent 1900-02-29 (serial
 * 60) is kept since Lotus 1-2-3; the other system counts from 1904-01-01 as day 0.
 */

/** The part of a serial number that a cell's number format shows. */
export type DateShape = 'date' | 'dateTime' | 'time' | 'duration';

const secondsOfDay = 86_400;
/** 9999-12-31, the last day a sheet shows. */
const lastDay1900 = 2_958_465;
/** Days from 1899-12-30 and from 1904-01-01 to 1970-01-01. */
const epoch1900 = 25_569;
const epoch1904 = 24_107;
const falseLeapDay = 60;

const twoDigits = Array.from({ length: 100 }, (_, value) => String(value).padStart(2, '0'));

/** A column of dates has few distinct days: the latest are cached by day number. */
const cacheSize = 4096;
const cachedDays = new Int32Array(cacheSize).fill(-1);
const cachedTexts = new Array<string>(cacheSize).fill('');

/** The same for whole cells with a time, by their second since day 0: equal values share an object. */
const cachedSeconds = new Float64Array(cacheSize).fill(-1);
const cachedCells = new Array<DateCell | undefined>(cacheSize).fill(undefined);

/**
 * The calendar value of a serial number, rounded to the second; `undefined` if sheets display none (negative or past
 * the year 9999). See {@link DateCell} for the texts.
 */
export function dateCell(serial: number, shape: DateShape, date1904: boolean): DateCell | undefined {
  const total = Math.round(serial * secondsOfDay);
  const day = Math.floor(total / secondsOfDay);
  const lastDay = date1904 ? lastDay1900 - (epoch1900 - epoch1904) : lastDay1900;
  if (!(total >= 0) || day > lastDay) return undefined;
  const plain = shape === 'dateTime' && !date1904;
  const slot = total % cacheSize;
  if (plain && cachedSeconds[slot] === total) return cachedCells[slot];
  const second = total - day * secondsOfDay;
  if (shape === 'duration') {
    const hours = Math.floor(total / 3600);
    return {
      kind: 'date',
      text: `${hours < 100 ? twoDigits[hours] : hours}:${minutesAndSeconds(total % 3600)}`,
    };
  }
  if (shape === 'time' && serial < 1) return { kind: 'date', text: timeText(second) };
  const text = dayText(day, date1904);
  const cell: DateCell = {
    kind: 'date',
    text: shape === 'dateTime' || second !== 0 ? `${text} ${timeText(second)}` : text,
  };
  if (plain) {
    cachedSeconds[slot] = total;
    cachedCells[slot] = cell;
  }
  return cell;
}

function timeText(second: number): string {
  return `${twoDigits[Math.floor(second / 3600)]}:${minutesAndSeconds(second % 3600)}`;
}

function minutesAndSeconds(second: number): string {
  return `${twoDigits[Math.floor(second / 60)]}:${twoDigits[second % 60]}`;
}

function dayText(day: number, date1904: boolean): string {
  const unixDay = date1904 ? day - epoch1904 : day - epoch1900;
  const slot = day & (cacheSize - 1);
  const key = date1904 ? day + 2 ** 30 : day;
  if (cachedDays[slot] === key) return cachedTexts[slot]!;
  let text: string;
  if (!date1904 && day === falseLeapDay) text = '1900-02-29';
  else if (!date1904 && day === 0) text = '1900-01-00';
  else text = civilText(!date1904 && day < falseLeapDay ? unixDay + 1 : unixDay);
  cachedDays[slot] = key;
  cachedTexts[slot] = text;
  return text;
}

function civilText(unixDay: number): string {
  return new Date(unixDay * secondsOfDay * 1000).toISOString().slice(0, 10);
}

/** The digits from `start` to before `end` as a number; `NaN` if there is another character. */
function digits(text: string, start: number, end: number): number {
  let number = 0;
  for (let at = start; at < end; at++) {
    const value = text.charCodeAt(at) - 48;
    if (!(value >= 0 && value <= 9)) return Number.NaN;
    number = number * 10 + value;
  }
  return number;
}

const daysBeforeMonth = [0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334, 365];

/** The serial number of a day (1900 system); `undefined` outside 1900-01-01 to 9999-12-31. */
function daySerial(text: string): number | undefined {
  const year = digits(text, 0, 4);
  const month = digits(text, 5, 7);
  const date = digits(text, 8, 10);
  if (text[4] !== '-' || text[7] !== '-' || !(year >= 1900 && month >= 1 && month <= 12 && date >= 1))
    return undefined;
  const leap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  const length = daysBeforeMonth[month]! - daysBeforeMonth[month - 1]! + (leap && month === 2 ? 1 : 0);
  if (date > length) return undefined;
  const before = year - 1;
  const leapDays = Math.floor(before / 4) - Math.floor(before / 100) + Math.floor(before / 400);
  const dayOfYear = daysBeforeMonth[month - 1]! + date + (leap && month > 2 ? 1 : 0);
  const day = before * 365 + leapDays + dayOfYear - daysBefore1900;
  return day < falseLeapDay ? day : day + 1;
}

/** 0001-01-01 to 1899-12-31. */
const daysBefore1900 = 693_595;

/**
 * The serial number (1900 system) of `YYYY-MM-DD` or `YYYY-MM-DD HH:mm:ss`; `undefined` outside 1900-01-01 to
 * 9999-12-31.
 */
export function serialOf(text: string): number | undefined {
  if (text.length !== 10 && text.length !== 19) return undefined;
  const day = daySerial(text);
  if (day === undefined || text.length === 10) return day;
  const hour = digits(text, 11, 13);
  const minute = digits(text, 14, 16);
  const second = digits(text, 17, 19);
  const separated = (text[10] === ' ' || text[10] === 'T') && text[13] === ':' && text[16] === ':';
  if (!separated || !(hour < 24 && minute < 60 && second < 60)) return undefined;
  return day + (hour * 3600 + minute * 60 + second) / secondsOfDay;
}

const isoPattern = /^(\d{4}-\d{2}-\d{2})(?:T(\d{2}:\d{2})(?::(\d{2})(?:\.\d+)?)?Z?)?$/;
const isoTimePattern = /^T?(\d{2}:\d{2})(?::(\d{2})(?:\.\d+)?)?Z?$/;

/** The calendar value of an ISO 8601 cell (`t="d"`), its fraction of a second cut; `undefined` for other text. */
export function isoDateCell(text: string): DateCell | undefined {
  const date = isoPattern.exec(text);
  if (date !== null) {
    const [, day, minutes, second = '00'] = date;
    return { kind: 'date', text: minutes === undefined ? day! : `${day} ${minutes}:${second}` };
  }
  const time = isoTimePattern.exec(text);
  return time === null ? undefined : { kind: 'date', text: `${time[1]}:${time[2] ?? '00'}` };
}
