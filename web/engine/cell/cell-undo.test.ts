import { registry } from '@yikao/model/contexts/datasets.ts';
import { describe, expect, it } from 'vitest';
import { type SavedCell, type SavedCells, undoBody, withoutUndone, withSaved } from './cell-undo.ts';

const { region } = registry;

const edit = (key: number, from: number, value: string): SavedCell => ({
  ...{ key, name: 'remark', former: { remark: value }, from, version: from + 1 },
});

const saved = (...edits: readonly SavedCell[]): SavedCells =>
  edits.reduce((all: SavedCells, one) => withSaved(all, one), []);

/** Takes the latest edit back, as the server does: the row gets the next version. */
function undoLast(edits: SavedCells): { readonly body: object; readonly left: SavedCells } {
  const last = edits.at(-1) as SavedCell; // the test gives one
  return { body: undoBody(region, last), left: withoutUndone(edits, last, last.version + 1) };
}

describe('edits of cells that are taken back', () => {
  it('go back one after the other, each with the version that the row has by then', () => {
    const first = undoLast(saved(edit(7, 1, 'a'), edit(7, 2, 'b')));
    expect(first.body).toEqual({ remark: 'b', [region.key]: 7, version: 3 });
    const second = undoLast(first.left);
    expect(second.body).toEqual({ remark: 'a', [region.key]: 7, version: 4 });
    expect(second.left).toEqual([]);
  });

  it('keep the version of before where somebody else changed the row in between, so that the save is refused', () => {
    const first = undoLast(saved(edit(7, 1, 'a'), edit(7, 5, 'b')));
    expect(first.body).toMatchObject({ version: 6 });
    expect(undoLast(first.left).body).toMatchObject({ remark: 'a', version: 2 });
  });

  it('leave edits of other rows as they are, and the earliest of many behind', () => {
    const edits = saved(edit(8, 1, 'x'), edit(7, 1, 'a'));
    expect(undoLast(edits).left).toEqual([edit(8, 1, 'x')]);
    const many = saved(...Array.from({ length: 60 }, (_, n) => edit(n, 1, String(n))));
    expect(many).toHaveLength(50);
    expect(many.at(-1)?.key).toBe(59);
  });
});
