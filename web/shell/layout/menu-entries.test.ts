import type { MenuEntry } from '@yikao/model/calls/menu.ts';
import { expect, it } from 'vitest';
import { groupsAround, isEntryOf, keyOf, targetOf } from './menu-entries.ts';

const entry = (permId: number | null, permUrl = '', children: MenuEntry[] = []): MenuEntry => ({
  permId,
  permUrl,
  icon: '',
  description: `entry ${permId}`,
  children,
});

it('leads to the page of an entry, and home where it has no id or no page', () => {
  expect(
    [entry(1, '/wish/batch'), entry(2, 'wish/site'), entry(3), entry(null, '/wish/batch')].map(targetOf),
  ).toEqual(['/wish/batch', '/wish/site', '/home', '/home']);
});

it('takes no entry for that of home that only leads there for want of a page', () => {
  expect(isEntryOf(entry(1), '/home')).toBe(false);
  expect(isEntryOf(entry(0, '/home'), '/home')).toBe(true);
});

it('finds the groups around a page at any depth, and none around one that stands alone', () => {
  const inner = entry(3, '', [entry(4, '/deep')]);
  const menu = [entry(1, '/alone'), entry(2, '/group', [inner])];
  expect(groupsAround(menu, '/deep')).toEqual(['2', '3']);
  expect(groupsAround(menu, '/alone')).toEqual([]);
  expect(groupsAround(menu, '/group')).toBeUndefined();
  expect(groupsAround(menu, '/elsewhere')).toBeUndefined();
});

it('knows an entry by its id in whatever language, and by its title without one', () => {
  expect(keyOf({ ...entry(7), description: 'Schools' })).toBe(keyOf({ ...entry(7), description: '院校' }));
  expect(keyOf(entry(null))).toBe('entry null');
});
