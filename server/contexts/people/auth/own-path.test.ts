import { ownPath } from '@yikao/model/rules/own-path.ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';

const here = 'https://here.example';

/** Fragments of addresses that mean more to a parser than to a reader. */
const pieces = fc.constantFrom(
  ...[
    '/',
    '\\',
    '.',
    '..',
    '//',
    ':',
    '@',
    '?',
    '#',
    '\t',
    '\n',
    ' ',
    '%2f',
    '%5c',
    '%2e',
    'evil.example',
    'a',
    '\u0000',
  ],
);

test('a path to return to never leads to another site, however it is spelt', () => {
  fc.assert(
    fc.property(
      fc.oneof(
        fc.array(pieces, { maxLength: 12 }).map(list => list.join('')),
        fc.string(),
      ),
      text => {
        const path = ownPath(text);
        if (path === undefined) return;
        const url = new URL(path, here);
        expect(url.origin).toBe(here);
        // The same holds for the parsed result.
        expect(new URL(url.pathname, here).origin).toBe(here);
      },
    ),
    { numRuns: 3_000 },
  );
});

test('ordinary pages are returned to', () => {
  for (const path of ['/', '/home', '/sch/examType?dataYearArray=2026&size=20', '/wish/prof#x']) {
    expect(ownPath(path)).toBe(path);
  }
});
