import { expect, test } from 'vitest';
import { isSerial, serialSpan } from './serial-span.ts';

test('the numbers between two serial numbers are counted, both included', () => {
  expect(serialSpan('ZN2500000001', 'ZN2500000001')).toBe(1);
  expect(serialSpan('ZN2500000001', 'ZN2500001000')).toBe(1_000);
  expect(serialSpan('ZN2500000000', 'ZN2599999999')).toBe(100_000_000);
});

test('small letters, blanks and full-width letters are read as they are meant', () => {
  expect(serialSpan(' zn2500000001', 'ＺＮ25 0000 0010 ')).toBe(10);
});

test.each([
  ['ZN2500000002', 'ZN2500000001'],
  ['ZN2500000001', 'ZK2500000002'],
  ['ZN2500000001', 'ZN2600000002'],
  ['ZN2500000001', 'ZN250000002'],
  ['ZN2500000001', ''],
  ['', ''],
])('%j to %j is no range', (start, end) => {
  expect(serialSpan(start, end)).toBeUndefined();
});

test('a code is not taken for a serial number', () => {
  expect(isSerial('7K2M9QXT4WZ9')).toBe(false);
  expect(isSerial('ZN2500000001')).toBe(true);
});
