import { describe, expect, it } from 'vitest';
import { idsOfText } from './ids-of-text.ts';

describe('idsOfText', () => {
  it('takes numbers apart at commas, spaces and line breaks, full-width ones too', () => {
    expect(idsOfText('1, 2\n3，４ 、5;6')).toEqual({ ids: [1, 2, 3, 4, 5, 6], wrong: [] });
  });

  it('takes each number once', () => {
    expect(idsOfText('7 7 7').ids).toEqual([7]);
  });

  it('names what is no key, and takes no digit of it', () => {
    expect(idsOfText('12a 0 -3 99999999999999999999 8')).toEqual({
      ids: [8],
      wrong: ['12a', '0', '-3', '99999999999999999999'],
    });
  });
});
