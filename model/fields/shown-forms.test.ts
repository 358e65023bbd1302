import { expect, test } from 'vitest';
import { field } from '../kernel/make-field.ts';
import { CellProblem } from '../kernel/validate/cell.ts';
import { cleanText, decodeText } from './text.ts';
import { yesNo } from './yes-no.ts';

test.each(['1E+12', '1.23457E+13', ' 5E+11 '])('%s has lost digits and is refused as a text', text => {
  expect(decodeText(text)).toBeInstanceOf(CellProblem);
});

test.each(['1E+5', 'E+12', '1E-12', '12E+12'])('%s is a text', text => {
  expect(decodeText(text)).toBe(text);
});

test.each([
  ['√', 1],
  ['✔', 1],
  ['×', 0],
  ['✗', 0],
])('%s is yes or no', (sign, expected) => {
  expect(yesNo.decode(field.yesNo({}), sign)).toBe(expected);
});

test.each(['○', '〇', '☐', '△', '*'])('%s may mean yes or no, and the reason says so', sign => {
  expect(yesNo.decode(field.yesNo({}), sign)).toMatchObject({ code: 'neitherYesNorNo' });
});

test('a line break of a word processor is one', () => {
  expect(cleanText('上\u000b下')).toBe('上\n下');
});
