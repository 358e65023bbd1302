import { expect, test } from 'vitest';
import { percentText } from './percent.ts';

test('a share is read as a percentage, exact for stored text, whatever its size', () => {
  expect(percentText('0.3238')).toBe('32.38%');
  expect(percentText('0.2500')).toBe('25.00%');
  expect(percentText('0.12345')).toBe('12.35%');
  expect(percentText('-0.0300')).toBe('-3.00%');
  expect(percentText('1')).toBe('100.00%');
  expect(percentText(0.0001)).toBe('0.01%');
  expect(percentText(1e-8)).toBe('0.00%');
  expect(percentText(0.255, 1)).toBe('25.5%');
});

test('what is no number stays as it is', () => {
  expect(percentText('')).toBe('');
  expect(percentText('–')).toBe('–');
});
