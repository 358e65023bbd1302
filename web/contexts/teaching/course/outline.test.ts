import { expect, test } from 'vitest';
import { besideChapter, moveRow, type OutlineRow, orderOf, outlineOf } from './outline.ts';

const lesson = (id: number, chapterName = '') =>
  ({
    kind: 'lesson',
    ...{ id, version: 1, name: `课时 ${id}`, chapterName },
    ...{ free: false, disabled: false, video: '' },
  }) as const;
const told = (rows: readonly OutlineRow[]) => rows.map(row => (row.kind === 'chapter' ? row.name : row.id));

const rows = outlineOf([lesson(1), lesson(2, '甲'), lesson(3, '甲'), lesson(4, '乙')]);

test('lessons lie under the heading of their chapter, those of none first', () => {
  expect(told(rows)).toEqual([1, '甲', 2, 3, '乙', 4]);
});

test('a lesson that is moved below another heading is of that chapter', () => {
  const moved = moveRow(rows, 2, 4);
  expect(told(moved)).toEqual([1, '甲', 3, '乙', 2, 4]);
  expect(orderOf(moved).chapters).toEqual({ 2: '乙' });
});

test('a chapter takes its lessons along, and comes to lie between others', () => {
  expect(told(moveRow(rows, 4, besideChapter(rows, 4, -1)))).toEqual([1, '乙', 4, '甲', 2, 3]);
  expect(told(moveRow(rows, 1, besideChapter(rows, 1, 1)))).toEqual([1, '乙', 4, '甲', 2, 3]);
  expect(orderOf(moveRow(rows, 1, 5)).chapters).toEqual({});
});
