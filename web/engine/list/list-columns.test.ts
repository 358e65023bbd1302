import { registry } from '@yikao/model/contexts/datasets.ts';
import { describe, expect, it } from 'vitest';
import { arrangedColumns, declaredColumns, frozenColumns, titleColumns } from './list-columns.ts';

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

describe('the columns that name a row', () => {
  const declared = (dataset: typeof region | typeof registry.admission) =>
    declaredColumns(dataset).map(({ name }) => name);

  it('are its own name, or the first text or reference that tells it from others', () => {
    const { schExamType, admission } = registry;
    expect(titleColumns(region, declared(region))).toEqual(['regionName']);
    expect(titleColumns(schExamType, ['dataYear', 'jointCategoryId', 'schoolId', 'remark'])).toEqual([
      'schoolId',
    ]);
    expect(titleColumns(admission, declared(admission))).toEqual(['schoolId', 'schProfName']);
    expect(titleColumns(schExamType, ['startTime', 'endTime'])).toEqual(['startTime']);
    expect(titleColumns(schExamType, [])).toEqual([]);
  });

  it('stay at the left where they take 40 % of the list at most, with the other columns that stay', () => {
    const titles = [
      ['schoolId', 180, 44],
      ['schProfName', 200, 224],
    ] as const;
    expect(frozenColumns(titles, 44, 1100)).toEqual(['schoolId', 'schProfName']);
    expect(frozenColumns(titles, 44, 1000)).toEqual(['schoolId']);
    expect(frozenColumns(titles, 44, 390)).toEqual([]);
    expect(frozenColumns([['schoolId', 112, 44]], 44, 390)).toEqual(['schoolId']);
    // Far to the right it would lie over the buttons of the row.
    expect(frozenColumns([['schoolId', 112, 600]], 44, 1100)).toEqual([]);
  });
});
