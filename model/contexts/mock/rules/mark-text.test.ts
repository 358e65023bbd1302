import { expect, test } from 'vitest';
import { plainMark, readBlock, readMark } from './mark-text.ts';

test('a cell takes marks, words for none, and says what is wrong', () => {
  const none = { score: null, absentFlag: 0, cheatFlag: 0 };
  expect(readMark(' ', '100.00')).toEqual(none);
  expect(readMark('８８．５', '100.00')).toEqual({ ...none, score: '88.5' });
  expect(readMark('100', '100.00')).toEqual({ ...none, score: '100' });
  for (const word of ['缺', '缺考', 'Q']) expect(readMark(word, '100')).toEqual({ ...none, absentFlag: 1 });
  for (const word of ['违纪', 'w']) expect(readMark(word, '100')).toEqual({ ...none, cheatFlag: 1 });
  expect(readMark('100.01', '100.00')).toBe('aboveFull');
  for (const text of ['-1', '1.234', 'x', '1e2', '99999']) expect(readMark(text, '100')).toBe('unreadable');
});

test('a block of a workbook is read row by row, and a mark is shown without idle places', () => {
  expect(readBlock('1\t2\r\n缺\t\r\n')).toEqual([
    ['1', '2'],
    ['缺', ''],
  ]);
  expect(['90.00', '88.50', '100', '0.00'].map(plainMark)).toEqual(['90', '88.5', '100', '0']);
});
