import { expect, it } from 'vitest';
import { SharedStrings } from './shared-strings.ts';

it('gives every string back, those past the memory limit from a file, whatever their length and the order asked', () => {
  const textOf = (index: number): string => `${index}:${'招生简章'.repeat((index * 37) % 12_000)}`;
  const count = 1200;
  const strings = new SharedStrings();
  for (let index = 0; index < count; index++) {
    const bytes = Buffer.from(`##${textOf(index)}##`);
    strings.add(bytes, 2, bytes.length - 2);
  }
  strings.seal();
  for (let step = 0; step < count; step++) {
    const index = (step * 557) % count;
    expect(strings.get(index) === textOf(index)).toBe(true);
  }
  expect(() => strings.get(count)).toThrow('corrupt');
  expect(() => strings.get(-1)).toThrow('corrupt');
  strings.close();
});
