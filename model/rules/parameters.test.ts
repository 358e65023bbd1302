import { expect, test } from 'vitest';
import { parameters, parameterTakes, parameterValue } from './parameters.ts';

test('every parameter takes its own initial value', () => {
  expect(parameters.filter(one => !parameterTakes(one, one.initial)).map(({ key }) => key)).toEqual([]);
});

test.each([
  ['session.hours', ' 8 ', 8],
  ['sms.partPrice', '0.06', '0.06'],
  ['login.secondFactor', '1', true],
  ['app.notes', 'New', 'New'],
] as const)('%s given as “%s” is read as its kind says', (key, text, value) => {
  expect(parameterValue(key, text)).toBe(value);
});

test.each([
  ['session.hours', undefined, 12],
  ['session.hours', '', 12],
  ['session.hours', 'soon', 12],
  ['session.hours', '745', 12],
  ['login.secondFactor', 'yes', false],
  ['list.ratio', '0,0,0', '3,4,3'],
  ['site.defaultKey', 'other', 'ykzyb'],
] as const)('%s given as “%s” counts as its initial value', (key, text, value) => {
  expect(parameterValue(key, text)).toBe(value);
});
