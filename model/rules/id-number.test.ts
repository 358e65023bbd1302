import fc from 'fast-check';
import { expect, test } from 'vitest';
import { checkCharacter, readIdNumber } from './id-number.ts';

test('an identity number tells birth date and gender; a wrong check digit, region or day is refused', () => {
  expect(readIdNumber('11010519491231002X')).toEqual({ birthDate: '1949-12-31', gender: 2 });
  for (const wrong of [
    '110105194912310021',
    '11010519491231002x',
    '1101051949123100',
    '01010519491231002X',
    '１１010519491231002X',
  ]) {
    expect(readIdNumber(wrong), wrong).toBeUndefined();
  }
  const leap = '11010519000229001';
  expect(readIdNumber(leap + checkCharacter(leap))).toBeUndefined();
  const nowhere = ['99010120080101001', '00010120080101001', '24010120080101001', '43000020080101001'];
  for (const digits of [...nowhere, '91199920080101001'.replace('119', '109')]) {
    expect(readIdNumber(digits + checkCharacter(digits)), digits).toBeUndefined();
  }
  for (const digits of ['83000120080101001', '91184020080101001']) {
    expect(readIdNumber(digits + checkCharacter(digits)), digits).toBeDefined();
  }
  const tomorrow = '11010520260302001';
  expect(readIdNumber(tomorrow + checkCharacter(tomorrow), '2026-03-01')).toBeUndefined();
  expect(readIdNumber(tomorrow + checkCharacter(tomorrow), '2026-03-02')).toBeDefined();
  const nextYear = `110105${new Date().getFullYear() + 1}0101001`;
  expect(readIdNumber(nextYear + checkCharacter(nextYear))).toBeUndefined();
  const unborn = '11010521000101001';
  expect(readIdNumber(unborn + checkCharacter(unborn))).toBeUndefined();
});

test('no digit can be mistyped and no two neighbours swapped unnoticed', () => {
  const days = fc
    .date({ min: new Date('1900-01-01'), max: new Date('2025-12-31'), noInvalidDate: true })
    .map(date => date.toISOString().slice(0, 10).replaceAll('-', ''));
  const numbers = fc
    .tuple(fc.integer({ min: 430_101, max: 431_399 }), days, fc.integer({ min: 100, max: 999 }))
    .map(([area, day, order]) => `${area}${day}${order}`)
    .map(digits => digits + checkCharacter(digits));
  fc.assert(
    fc.property(numbers, fc.nat(16), fc.integer({ min: 1, max: 9 }), (number, at, by) => {
      expect(readIdNumber(number)).toBeDefined();
      const digit = String((Number(number[at]) + by) % 10);
      expect(readIdNumber(number.slice(0, at) + digit + number.slice(at + 1))).toBeUndefined();
      const swapped = number.slice(0, at) + number[at + 1] + number[at] + number.slice(at + 2);
      if (swapped !== number) expect(readIdNumber(swapped)).toBeUndefined();
    }),
  );
});
