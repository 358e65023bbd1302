import { expect, test } from 'vitest';
import { joinCells, splitCell } from './combined-cells.ts';

test.each([
  ['2025-03-01 09:00~11:30', '2025-03-01 09:00', '2025-03-01 11:30'],
  ['2025-03-01 09:00-11:30', '2025-03-01 09:00', '2025-03-01 11:30'],
  ['2025年3月1日 9:00至11:30', '2025年3月1日 9:00', '2025年3月1日 11:30'],
  ['2025/3/1 9:00 ～ 2025/3/2 11:30', '2025/3/1 9:00', '2025/3/2 11:30'],
  ['2025年3月1日 9:00到3月2日 11:30', '2025年3月1日 9:00', '2025-3-2 11:30'],
  ['2025-03-01', '2025-03-01', undefined],
  ['~2025-03-02 10:00', undefined, '2025-03-02 10:00'],
  ['明天上午', '明天上午', undefined],
  ['NULL', 'NULL', 'NULL'],
])('the time %s', (text, start, end) => {
  expect(splitCell('timeSpan', text)).toEqual([start, end]);
});

test.each([
  ['河南省 郑州市', '河南省', '郑州市'],
  ['河南省/郑州市', '河南省', '郑州市'],
  ['河南省郑州市', '河南省', '郑州市'],
  ['内蒙古自治区呼和浩特市', '内蒙古自治区', '呼和浩特市'],
  ['重庆市', '重庆市', undefined],
])('the place %s', (text, province, city) => {
  expect(splitCell('place', text)).toEqual([province, city]);
});

test('what is joined is taken apart into the same again', () => {
  for (let n = 0; n < 400; n++) {
    const at = (offset: number) =>
      new Date(Date.UTC(2026, 0, 1) + ((n * 7919 + offset) % 31_536_000) * 1000)
        .toISOString()
        .slice(0, 19)
        .replace('T', ' ');
    const [start, end] = [at(0), n % 5 === 0 ? null : at(n * 977)];
    const text = joinCells('timeSpan', [start, end]);
    const seconds = (part: unknown) =>
      part === undefined ? null : String(part).length === 16 ? `${part}:00` : String(part);
    expect(splitCell('timeSpan', text ?? undefined).map(seconds)).toEqual([start, end]);
  }
  expect(joinCells('place', ['湖南省', null])).toBe('湖南省');
  expect(joinCells('timeSpan', [null, null])).toBeNull();
});
