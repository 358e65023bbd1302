import { describe, expect, test } from 'vitest';
import { foldedOf } from './use-fitting.ts';

const widths = { of: new Map(['add', 'import', 'template', 'check'].map(key => [key, 92])), more: 72 };
const keys = ['add', 'import', 'template', 'check'];
const folded = (room: number) => [...foldedOf(keys, ['template'], widths, room)];

describe('buttons of a toolbar', () => {
  test('all stand where there is room for all, and what is seldom used goes first where there is not', () => {
    expect(folded(392)).toEqual([]);
    expect(folded(391)).toEqual(['template']);
    expect(folded(372)).toEqual(['template']);
    expect(folded(371)).toEqual(['template', 'check']);
  });

  test('where there is no room at all, all are behind the one that opens them', () => {
    expect(folded(72)).toEqual(['template', 'check', 'import', 'add']);
  });
});
