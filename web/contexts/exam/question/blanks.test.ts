import { expect, test } from 'vitest';
import { blanksIn, blanksOf, textOfBlanks } from './blanks.ts';

test('an answer of blanks is taken apart and put together again, empty blanks included', () => {
  expect(blanksOf('冼星海|星海;光未然')).toEqual([['冼星海', '星海'], ['光未然']]);
  expect(blanksOf('冼星海｜ 星海；')).toEqual([['冼星海', '星海'], []]);
  expect(blanksOf('')).toEqual([[]]);
  for (const answer of ['a|b;c', 'a;', ';', '']) expect(textOfBlanks(blanksOf(answer))).toBe(answer);
});

test('the blanks of a stem are counted, however they are drawn', () => {
  expect(blanksIn('作曲者是____，作词者是__')).toBe(2);
  expect(blanksIn('升号有（　）个，降号有( )个')).toBe(2);
  expect(blanksIn('没有空')).toBe(0);
});
