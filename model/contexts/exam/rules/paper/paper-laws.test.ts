import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readPaper } from './read-paper.ts';
import { damagedPaper, strangeLine } from './testing/damage.ts';
import { drawnPaper, type WrittenLine, writePaper } from './testing/drawn-paper.ts';
import { lossesOf, silentlyWrong } from './testing/losses.ts';
import { isStopped, saidBy, sameForm } from './testing/outcome.ts';

const textOf = (lines: readonly WrittenLine[]) => lines.map(({ text }) => text).join('\n');

/** The same papers in each run, so that a change can be compared; another number draws others. */
const seed = 20_261_129;

/** Papers whose lines were taken out, moved, mixed or cut at random. */
const spoiledText = fc
  .tuple(
    drawnPaper,
    fc.array(fc.nat(10_000), { maxLength: 40 }),
    fc.constantFrom('mix', 'drop', 'move', 'cut'),
  )
  .map(([drawn, picks, how]) => {
    const lines = writePaper(drawn).lines.map(({ text }) => text);
    const at = (pick: number) => pick % Math.max(1, lines.length);
    if (how === 'mix') return [...new Set(picks.map(pick => lines[at(pick)] ?? ''))].join('\n');
    if (how === 'cut') {
      const text = lines.join('\n');
      const [from = 0, to = 0] = picks;
      return text.slice(from % text.length, text.length - ((to % text.length) >> 1));
    }
    for (const pick of picks.slice(0, 8)) {
      const [line = ''] = lines.splice(at(pick), 1);
      if (how === 'move') lines.splice(at(pick * 7), 0, line);
    }
    return lines.join('\n');
  });

describe('a paper that is written from drawn questions', { timeout: 60_000 }, () => {
  test('reads back as these questions, in all ways of numbering, of options and of keys', () => {
    fc.assert(
      fc.property(drawnPaper, drawn => {
        const { lines, truth } = writePaper(drawn);
        const paper = readPaper(textOf(lines));
        expect(paper.questions.map(saidBy)).toEqual(truth.map(sameForm));
        expect(isStopped(paper)).toBe(false);
        expect(lossesOf(textOf(lines), paper)).toBe('');
      }),
      { numRuns: 200, seed },
    );
  });

  test('with a mistake in it has no wrong question that nothing marks, and loses nothing', () => {
    fc.assert(
      fc.property(damagedPaper, ({ lines, truth }) => {
        const paper = readPaper(textOf(lines));
        expect(silentlyWrong(paper, truth, strangeLine)).toEqual([]);
        expect(lossesOf(textOf(lines), paper)).toBe('');
      }),
      { numRuns: 300, seed },
    );
  });

  test('loses no character, however its lines are mixed, moved, taken out or cut', () => {
    fc.assert(
      fc.property(spoiledText, text => {
        expect(lossesOf(text, readPaper(text))).toBe('');
      }),
      { numRuns: 300, seed },
    );
  });
});

test('any text at all is read without a fault, each line with one role', () => {
  const pieces = [
    '1.',
    '（',
    '）',
    'A',
    'B.',
    '、',
    '答案',
    '：',
    '【',
    '】',
    '一、',
    '单选题',
    '题号',
    '\t',
    '\n',
    '√',
    '____',
    '2分',
    '①',
    '音',
  ];
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...pieces), { maxLength: 60 }), parts => {
      const text = parts.join('');
      expect(readPaper(text).lines.map(({ at }) => at)).toEqual([...text.split('\n').keys()]);
    }),
    { numRuns: 1000, seed },
  );
});
