import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { foldText } from '../compare-text.ts';
import { type NameLookup, readNames, readNameWithId, writeNames } from './name-lists.ts';

/** A look-up among rows, as an import has it: by name, by name and id, by id. */
function lookupOf(names: readonly string[]): NameLookup {
  const byName = new Map<string, number[]>();
  for (const [at, name] of names.entries()) {
    const known = byName.get(foldText(name)) ?? [];
    byName.set(foldText(name), [...known, at + 1]);
  }
  return text => {
    const folded = foldText(text);
    const found = byName.get(folded) ?? [];
    if (found.length > 0) return found.length === 1 ? found[0] : 'several';
    const marked = readNameWithId(folded);
    if (marked && byName.get(marked.name)?.includes(marked.id)) return marked.id;
    const id = Number(folded);
    return /^\d+$/.test(folded) && id >= 1 && id <= names.length ? id : undefined;
  };
}

const name = fc
  .oneof(
    fc.string({
      unit: fc.constantFrom(...'音乐表演美术,，、;；"“”\'（）() \u3000ａa1&＂'),
      minLength: 1,
      maxLength: 6,
    }),
    fc.string({ unit: 'grapheme', minLength: 1, maxLength: 6 }),
  )
  .filter(text => foldText(text) !== '');

describe('a list of names', () => {
  test('is read back as the rows that were written, whatever their names hold', () => {
    fc.assert(
      fc.property(
        fc.array(name, { minLength: 1, maxLength: 6 }).chain(names =>
          fc.record({
            names: fc.constant(names),
            chosen: fc.uniqueArray(fc.integer({ min: 1, max: names.length }), { minLength: 1 }),
          }),
        ),
        ({ names, chosen }) => {
          const find = lookupOf(names);
          const text = writeNames(
            chosen.map(id => ({ id, name: names[id - 1] ?? '' })),
            find,
          );
          expect(readNames(text, find)).toEqual({ ids: chosen });
        },
      ),
      { numRuns: 2_000 },
    );
  });

  test.each([
    ['音乐、表演', { ids: [1] }],
    ['音乐、表演,美术', { ids: [1, 2] }],
    ['美术；音乐、表演', { ids: [2, 1] }],
    ['"音乐、表演"', { ids: [1] }],
    ['“音乐、表演”，美术', { ids: [1, 2] }],
    ['美术, 美术', { ids: [2] }],
    ['音乐,美术', { wrong: [{ name: '音乐', several: false }] }],
    ['书法', { wrong: [{ name: '书法', several: true }] }],
    ['书法 (ID 4),美术', { ids: [4, 2] }],
    ['书法（ID 2）', { wrong: [{ name: '书法（ID 2）', several: false }] }],
  ])('%s is understood as it was meant', (text, expected) => {
    expect(readNames(text, lookupOf(['音乐、表演', '美术', '书法', '书法']))).toEqual(expected);
  });

  test('is refused where its whole and its parts are both names', () => {
    const find = lookupOf(['音乐、表演', '音乐', '表演']);
    expect(readNames('音乐、表演', find)).toEqual({ ambiguous: true });
    expect(readNames('"音乐、表演"', find)).toEqual({ ids: [1] });
    expect(readNames('"音乐","表演"', find)).toEqual({ ids: [2, 3] });
  });
});
