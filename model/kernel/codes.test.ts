import { expect, test } from 'vitest';
import { codeStatus } from '../contexts/codes/codes.codes.ts';
import { siteKey } from '../contexts/shared/shared.codes.ts';
import { defineCodes } from './codes.ts';

test('a code set gives the code of each name, and nothing changes it', () => {
  expect(codeStatus.is).toEqual({ unused: 1, issued: 2, activated: 3, expired: 5, voided: 4 });
  expect(siteKey.is).toEqual({});
  expect(Object.isFrozen(codeStatus.is)).toBe(true);
});

test('two codes of one name are refused, and the message says which', () => {
  expect(() =>
    defineCodes('doorState', [
      { code: 1, name: 'open', zh: '开', en: 'Open' },
      { code: 2, name: 'open', zh: '半开', en: 'Ajar' },
    ]),
  ).toThrow('doorState: two codes have the name open');
});
