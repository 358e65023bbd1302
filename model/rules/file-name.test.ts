import { expect, test } from 'vitest';
import { fileName } from './file-name.ts';

test('a file name has no direction marks, no control characters and no folders, and keeps its ending', () => {
  expect(fileName('照片\u202Egpj.exe')).toBe('照片gpj.exe');
  expect(fileName('C:\\我的\\名单\u200B.xlsx')).toBe('名单.xlsx');
  expect(fileName('../../a\u0000b\r\nc"d<e>.csv')).toBe('abcde.csv');
  expect(fileName('\u2067\u2069')).toBe('');
  const long = fileName(`${'长'.repeat(400)}.xlsx`);
  expect(long).toHaveLength(255);
  expect(long.endsWith('长.xlsx')).toBe(true);
  expect(fileName(`${'𠀀'.repeat(200)}.csv`).isWellFormed()).toBe(true);
});
