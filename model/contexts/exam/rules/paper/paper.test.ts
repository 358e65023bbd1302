import { describe, expect, test } from 'vitest';
import { readPaper } from './read-paper.ts';
import { corpus } from './testing/corpus.ts';
import { isStopped, saidBy, sameForm } from './testing/outcome.ts';
import { artShapes } from './testing/shapes-art.ts';
import { cultureShapes } from './testing/shapes-culture.ts';
import { musicShapes } from './testing/shapes-music.ts';
import type { Shape } from './testing/truth.ts';

type Outcome = 'right' | 'to check' | 'not understood' | 'silently wrong';

/** The outcome of a shape. What is to check has to be right, too, where the truth is known. */
function outcomeOf({ text, truth }: Shape): Outcome {
  const paper = readPaper(text);
  if (isStopped(paper)) return 'not understood';
  const flagged = paper.questions.some(({ checks }) => checks.length > 0);
  if (typeof truth === 'string') return flagged ? 'to check' : 'silently wrong';
  const isRight = JSON.stringify(paper.questions.map(saidBy)) === JSON.stringify(truth.map(sameForm));
  if (!isRight) return 'silently wrong';
  return flagged ? 'to check' : 'right';
}

const results = (shapes: readonly Shape[]) => shapes.map(shape => ({ shape, outcome: outcomeOf(shape) }));
const single = results(corpus);
const papers = results([...musicShapes, ...artShapes, ...cultureShapes]);

function counted(of: typeof single) {
  const count = (wanted: Outcome) => of.filter(({ outcome }) => outcome === wanted).length;
  const told = `right ${count('right')}, to check ${count('to check')}, not understood ${count('not understood')}, silently wrong ${count('silently wrong')}`;
  const known = of.filter(({ shape }) => typeof shape.truth !== 'string').length;
  return { count, told, known };
}

describe.each([
  ['single ways of writing', single],
  ['papers of music, art and culture', papers],
])('%s', (_, all) => {
  test.each(all)('$shape.name: $outcome', ({ shape: { text, truth }, outcome }) => {
    const told = JSON.stringify(readPaper(text), null, 1);
    expect(outcome, told).not.toBe('silently wrong');
    if (truth === 'stop') expect(outcome, told).toBe('not understood');
    if (truth === 'check') expect(outcome, told).toBe('to check');
  });

  const { count, told, known } = counted(all);
  test(`nearly all of ${all.length} are read: ${told}`, () => {
    expect(count('silently wrong')).toBe(0);
    expect(count('right'), told).toBeGreaterThanOrEqual(Math.ceil(known * 0.91));
  });

  test('each line has one role', () => {
    for (const {
      shape: { text },
    } of all)
      expect(readPaper(text).lines.map(({ at }) => at)).toEqual([...text.split('\n').keys()]);
  });
});
