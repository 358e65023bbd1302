import { registry } from '@yikao/model/contexts/datasets.ts';
import { expect, test } from 'vitest';
import { branchKeys, isTree, matchingNodes, rowTree } from './row-tree.ts';

const { channel, school, typeDict } = registry;

const type = (typeId: number, typeName: string, typeFlag: number, parentId = 0) => ({
  typeId,
  typeName,
  typeFlag,
  parentId,
});
const types = [type(1, '985', 1), type(2, '艺术学', 2), type(3, '美术学类', 3), type(4, '绘画', 3, 3)];

test('the type dictionary stands in its four groups, and in none where one alone is asked for', () => {
  expect(rowTree(typeDict, types, 'zh')).toEqual([
    { key: 'group-1', name: '标签', children: [{ key: 1, name: '985', children: [] }] },
    { key: 'group-2', name: '类别', children: [{ key: 2, name: '艺术学', children: [] }] },
    {
      key: 'group-3',
      name: '专业',
      children: [{ key: 3, name: '美术学类', children: [{ key: 4, name: '绘画', children: [] }] }],
    },
  ]);
  expect(rowTree(typeDict, types.slice(2), 'zh').map(({ key }) => key)).toEqual([3]);
});

test('rows whose parent is not among them stand at the top, and such as are each other’s parents end', () => {
  const rows = [
    { channelId: 7, channelName: '门店', parentId: 99 },
    { channelId: 8, channelName: '自己', parentId: 8 },
  ];
  expect(rowTree(channel, rows, 'zh').map(({ key }) => key)).toEqual([7, 8]);
  const ring = [
    { channelId: 1, channelName: '甲', parentId: 0 },
    { channelId: 2, channelName: '乙', parentId: 3 },
    { channelId: 3, channelName: '丙', parentId: 2 },
  ];
  expect(rowTree(channel, ring, 'zh').map(({ key }) => key)).toEqual([1]);
});

test('a search keeps what leads to a match and all beneath one', () => {
  const tree = rowTree(typeDict, types, 'zh');
  expect(branchKeys(matchingNodes(tree, '绘画'))).toEqual(['group-3', 3]);
  expect(matchingNodes(tree, '专业')).toEqual(tree.slice(2));
  expect(matchingNodes(tree, '没有')).toEqual([]);
  expect(branchKeys(tree)).toEqual(['group-1', 'group-2', 'group-3', 3]);
});

test('only rows with parents are a tree', () => {
  expect([channel, typeDict, school].map(isTree)).toEqual([true, true, false]);
});
