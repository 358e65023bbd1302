import { expect, test } from 'vitest';
import { outsideQuiet } from './quiet-hours.ts';
import { missingIn, variablesAreNamed, variablesOf, wholeText } from './template-text.ts';
import { partsOf } from './text-parts.ts';

test('a text is billed by 70 characters, and by 67 when it is longer (domain 4.15)', () => {
  const parts = (length: number) => partsOf('字'.repeat(length));
  expect([1, 70, 71, 134, 135, 150, 201, 202].map(parts)).toEqual([1, 1, 2, 2, 3, 3, 3, 4]);
  expect(partsOf(`${'字'.repeat(69)}😀`)).toBe(2);
});

test('the variables of a text are read in their order and each must have a value', () => {
  expect(variablesOf('{2}您好，{name}，{2}')).toEqual(['2', 'name']);
  expect(missingIn('{a}{b}{c}', { a: '1', b: ' ' })).toEqual(['b', 'c']);
  expect(missingIn('{toString}', {})).toEqual(['toString']);
  expect(['{a', 'a}', '{}', '{a b}', '{{a}}', '{a}{姓名}'].map(variablesAreNamed)).toEqual([
    ...[false, false, false, false, false, true],
  ]);
});

test('a value that looks like a variable stays as it is, and marketing says how to opt out', () => {
  const template = { content: '{a}{b}', signName: '艺考', smsType: 3 };
  expect(wholeText(template, { a: '{b}', b: '$1' })).toBe('【艺考】{b}$1，拒收请回复R');
  const ended = { ...template, content: '{a}。' };
  expect(wholeText(ended, { a: '开班' })).toBe('【艺考】开班。拒收请回复R');
  expect(wholeText({ ...template, smsType: 2 }, { a: '甲', b: '乙' })).toBe('【艺考】甲乙');
});

test('what would go out in quiet hours waits until they end, on the next day if need be', () => {
  const night = { from: 21, to: 9 };
  const at = (time: string, quiet = night) => outsideQuiet(new Date(`${time}+08:00`), quiet).toISOString();
  const noon = '2026-03-02T01:00:00.000Z';
  expect(at('2026-03-01T21:00:00')).toBe(noon);
  expect(at('2026-03-02T08:59:59')).toBe(noon);
  expect(at('2026-03-02T09:00:00')).toBe(noon);
  expect(at('2026-03-01T20:59:59')).toBe('2026-03-01T12:59:59.000Z');
  expect(at('2026-03-01T12:30:00', { from: 12, to: 14 })).toBe('2026-03-01T06:00:00.000Z');
  expect(at('2026-03-01T12:30:00', { from: 0, to: 0 })).toBe('2026-03-01T04:30:00.000Z');
});
