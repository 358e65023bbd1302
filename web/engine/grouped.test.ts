import { expect, it } from 'vitest';
import { grouped } from './grouped.ts';

it('sets the digits of a count in threes, as the formatter of the browser does', () => {
  for (let digits = 1; digits <= 15; digits++) {
    for (const count of [10 ** (digits - 1), 10 ** digits - 1, Math.trunc(10 ** digits / 7)]) {
      expect(grouped(count)).toBe(count.toLocaleString('en-US'));
    }
  }
});
