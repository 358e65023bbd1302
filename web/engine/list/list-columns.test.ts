import { registry } from '@yikao/model/contexts/datasets.ts';
import { describe, expect, it } from 'vitest';
import { arrangedColumns, declaredColumns } from './list-columns.ts';

const { region } = registry;
const names = (columns: readonly { name: string }[]) => columns.map(({ name }) => name);

describe('arrangedColumns', () => {
  it('is the declared arrangement while the person has none', () => {
    expect(arrangedColumns(region, [])).toEqual(declaredColumns(region));
  });

  it('keeps the order and the choice of the person', () => {
    const kept = [
      { name: 'status', shown: true, pinned: false },
      { name: 'regionName', shown: false, pinned: false },
    ];
    const arranged = arrangedColumns(region, kept);
    expect(names(arranged).slice(0, 2)).toEqual(['status', 'regionName']);
    expect(arranged[1]?.shown).toBe(false);
  });

  it('forgets columns that are gone and offers new ones last', () => {
    const arranged = arrangedColumns(region, [
      { name: 'gone', shown: true, pinned: false },
      { name: 'status', shown: true, pinned: false },
    ]);
    expect(names(arranged)).not.toContain('gone');
    expect(names(arranged)).toHaveLength(declaredColumns(region).length);
    expect(names(arranged)[0]).toBe('status');
  });

  it('puts pinned columns first', () => {
    const arranged = arrangedColumns(region, [
      { name: 'id', shown: true, pinned: false },
      { name: 'status', shown: true, pinned: true },
    ]);
    expect(names(arranged)[0]).toBe('status');
  });
});
