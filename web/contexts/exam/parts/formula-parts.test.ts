import { expect, test } from 'vitest';
import { formulaParts } from './formula-parts.ts';

const told = (text: string) =>
  formulaParts(text).map(({ kind, text: part }) => (kind === 'formula' ? `<${part}>` : part));

test('formulas are found between dollar signs, and the rest stays as it is', () => {
  expect(told('设 $x^2$ 与 $\\frac{1}{2}$，求值')).toEqual([
    '设 ',
    '<x^2>',
    ' 与 ',
    '<\\frac{1}{2}>',
    '，求值',
  ]);
  expect(told('$a$$b$')).toEqual(['<a>', '<b>']);
  expect(told('没有公式')).toEqual(['没有公式']);
  expect(told('')).toEqual([]);
});

test('prices, single signs and signs that are written with a backslash within are not taken apart', () => {
  expect(told('票价 $5 或 $6')).toEqual(['票价 $5 或 $6']);
  expect(told('只有一个 $ 号')).toEqual(['只有一个 $ 号']);
  expect(told('$\\$5$')).toEqual(['<\\$5>']);
});
