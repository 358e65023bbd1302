import { expect, it } from 'vitest';
import { queryString } from './query-string.ts';

it('repeats the key of an array, without indices', () => {
  expect(queryString({ dataYearArray: [2026, 2025], provinceId: 430000 })).toBe(
    '?dataYearArray=2026&dataYearArray=2025&provinceId=430000',
  );
});

it('leaves out what sets no condition, and keeps zero and false', () => {
  expect(queryString({ a: null, b: undefined, c: '', d: 0, e: false, f: [] })).toBe('?d=0&e=false');
});

it('is nothing for no query, and encodes what needs it', () => {
  expect(queryString(undefined)).toBe('');
  expect(queryString({ keywords: '湖南&a' })).toBe('?keywords=%E6%B9%96%E5%8D%97%26a');
});
