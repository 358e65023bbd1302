import { expect, test } from 'vitest';
import { digitsOf } from './counted.ts';

test.each([
  ['9,000元/年', 'yuanPerYear', '9000'],
  ['5800元', 'yuanPerYear', '5800'],
  ['1.2万', 'yuanPerYear', '12000'],
  ['1.2万元/生·年', 'yuanPerYear', '12000'],
  ['￥９，０００.50', 'yuanPerYear', '9000.50'],
  ['人民币 8500 元整', 'yuan', '8500'],
  ['0.00005万', 'yuan', '0.5'],
  ['四年', 'year', '4'],
  ['4年', 'year', '4'],
  ['五年制', 'year', '5'],
  ['十二人', 'count', '12'],
  ['1,234 人', 'count', '1234'],
  ['1.2万人', 'count', '12000'],
  ['一百零五', 'count', '105'],
  ['三千二百', 'count', '3200'],
  ['两万三千', 'count', '23000'],
  ['十', 'count', '10'],
  ['180分', 'count', '180'],
] as const)('%s of the unit %s is read as %s', (text, unit, digits) => {
  expect(digitsOf(text, unit)).toBe(digits);
});

test.each([
  ['9000-12000元/年', 'yuanPerYear'],
  ['约9000元', 'yuanPerYear'],
  ['9000元起', 'yuanPerYear'],
  ['9000元/学期', 'yuanPerYear'],
  ['9000元/年', 'yuan'],
  ['4-5年', 'year'],
  ['3+2年', 'year'],
  ['四五年', 'year'],
  ['年', 'year'],
  ['一', 'count'],
  ['三百五', 'count'],
  ['十十', 'count'],
  ['12元', 'count'],
  ['1,23人', 'count'],
  ['1.2万分之一', 'count'],
  ['', 'count'],
  ['待定', 'yuanPerYear'],
] as const)('%s is no number of the unit %s, and nothing is guessed', (text, unit) => {
  expect(digitsOf(text, unit)).toBeUndefined();
});

test('the class at the end of a table is read where a field allows it, and nowhere else', () => {
  expect(digitsOf('750分及以上', 'openClass')).toBe('750');
  expect(digitsOf('７５０及以上', 'openClass')).toBe('750');
  expect(digitsOf('750分及以上', 'count')).toBeUndefined();
});
