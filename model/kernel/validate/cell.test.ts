import fc from 'fast-check';
import { expect, test } from 'vitest';
import { clears, escapeClearWord, unescapeClearWord } from './cell.ts';

const told = [
  ...[
    'NULL',
    '#N/A',
    '#n/a',
    '#REF!',
    '#NAME?',
    '#DIV/0!',
    '#NULL!',
    '#GETTING_DATA',
    '#EXTERNAL!',
    'Err:502',
    'err:502',
  ],
  ...['=DISPIMG("ID_1",1)', 'DISPIMG("ID_1",1)', '=_xlfn.DISPIMG("ID_1",1)', '=dispimg("ID_1",\n1)'],
];

test.each(told)('a text %j is written with a backslash before it, and read as itself', text => {
  expect(escapeClearWord(text)).toBe(`\\${text}`);
  expect(unescapeClearWord(`\\${text}`)).toBe(text);
  expect(clears(escapeClearWord(text))).toBe(false);
});

test.each([
  'null',
  'NULLs',
  '# N/A',
  '#1',
  '#N/A 2',
  '12:30',
  'C:\\NULL\\x',
  '\\',
  '#美术!',
  'about DISPIMG(x)',
])('a text %j is written as it is', text => {
  expect(escapeClearWord(text)).toBe(text);
  expect(unescapeClearWord(text)).toBe(text);
});

test('every text comes back as it was, escaped as often as it may be', () => {
  const piece = fc.constantFrom(...told, '\\', ' ', '\n', '\u00a0', 'x', '#', '=');
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 6 }), pieces => {
      const text = pieces.join('');
      expect(unescapeClearWord(escapeClearWord(text))).toBe(text);
      expect(clears(escapeClearWord(text))).toBe(false);
    }),
    { numRuns: 2000 },
  );
});
