import type { PermNode } from '@yikao/model/contexts/people/people.calls.ts';
import { expect, test } from 'vitest';
import { choiceOf, grantedBy, matching, shareOf, withNodes } from './perm-choice.ts';

const node = (
  permId: number,
  permType: 1 | 2 | 3,
  children: PermNode[] = [],
  permCode: string | null = null,
): PermNode => ({ permId, permType, permCode, icon: '', description: `节点${permId}`, children });

const users = node(2, 2, [node(3, 3, [], 'sys:user:list'), node(4, 3, [], 'sys:user:add')]);
const plain = node(5, 2);
const system = node(1, 1, [users, plain]);
const tree = [system];

test('a page and its directory are granted with any one of their buttons', () => {
  expect(grantedBy(tree, new Set([4]))).toEqual([1, 2, 4]);
  expect(grantedBy(tree, new Set())).toEqual([]);
  expect(grantedBy(tree, new Set([5]))).toEqual([1, 5]);
});

test('what a role grants is chosen again when it is opened', () => {
  const choice = choiceOf(tree, [1, 2, 4]);
  expect([...choice]).toEqual([4]);
  expect(grantedBy(tree, choice)).toEqual([1, 2, 4]);
});

test('a parent is half ticked as long as some beneath it are', () => {
  expect(shareOf(users, new Set([3]))).toBe('some');
  expect(shareOf(users, new Set([3, 4]))).toBe('all');
  expect(shareOf(system, new Set([3, 4]))).toBe('some');
  expect(shareOf(system, new Set())).toBe('none');
});

test('a page is ticked with all its buttons at once, and unticked', () => {
  const all = withNodes(new Set([5]), [users], true);
  expect([...all].sort()).toEqual([3, 4, 5]);
  expect([...withNodes(all, [users], false)]).toEqual([5]);
});

test('a search finds buttons by code with the way to them, and keeps all under a page that fits', () => {
  expect(matching(tree, 'USER:ADD')).toEqual([
    { ...system, children: [{ ...users, children: [users.children[1]] }] },
  ]);
  expect(matching(tree, '节点2')).toEqual([{ ...system, children: [users] }]);
  expect(matching(tree, '没有')).toEqual([]);
  expect(matching(tree, ' ')).toEqual(tree);
});
