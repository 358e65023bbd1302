import fc from 'fast-check';
import { expect, test } from 'vitest';
import { code128 } from './code-128.ts';

/** The line as modules, a bar being 1, without its quiet zones. */
function line(text: string): string {
  const { bars, width } = code128(text);
  const modules = Array.from({ length: width }, () => '0');
  for (const [at, wide] of bars) modules.fill('1', at, at + wide);
  expect(modules.slice(0, 10).join('') + modules.slice(-10).join('')).toBe('0'.repeat(20));
  return modules.slice(10, -10).join('');
}

/** Some symbols of set B, and the four others that texts and checks use, as drawn in the standard. */
const known = new Map([
  ...Array.from({ length: 95 }, (_, n) => [line(String.fromCharCode(32 + n)).slice(11, 22), n] as const),
  ...([
    ['10111101000', 95],
    ['10111100010', 96],
    ['11110101000', 97],
    ['11110100010', 98],
    ['10111011110', 99],
    ['10111101110', 100],
    ['11101011110', 101],
    ['11110101110', 102],
  ] as const),
]);

/** Reads a line as a scanner does: symbols of eleven modules, the set they are in, the check. */
function scanned(text: string) {
  const modules = line(text);
  let inC = modules.startsWith('11010011100');
  let sum = inC ? 105 : 104;
  let read = '';
  const values = (modules.slice(11, -13).match(/.{11}/g) ?? []).map(one => known.get(one) ?? Number.NaN);
  for (const [at, value] of values.slice(0, -1).entries()) {
    sum += value * (at + 1);
    if (value === 99 && !inC) inC = true;
    else if (value === 100 && inC) inC = false;
    else read += inC ? String(value).padStart(2, '0') : String.fromCharCode(32 + value);
  }
  return { read, checked: sum % 103 === values.at(-1), end: modules.slice(-13) };
}

test('a barcode is read as the text it was made of, its check symbol fits, and digits take half the room', () => {
  fc.assert(
    fc.property(fc.stringMatching(/^[\x20-\x7e]{1,16}$/), text => {
      expect(scanned(text)).toEqual({ read: text, checked: true, end: '1100011101011' });
    }),
  );
  expect(scanned('2643010100001')).toEqual({ read: '2643010100001', checked: true, end: '1100011101011' });
  expect(code128('26430101000012').width).toBeLessThan(code128('ABCDEFGHIJKLMN').width * 0.65);
  expect(() => code128('准考证')).toThrow(RangeError);
});
