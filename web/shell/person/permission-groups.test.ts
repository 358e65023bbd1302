import { describe, expect, it } from 'vitest';
import { matchingGroups, permissionGroups } from './permission-groups.ts';

const held = ['sch:examType:list', 'sch:examType:add', 'sys:log', 'no:such:code'];

describe('the permissions of a token', () => {
  it('are those that one holds, by what they are about', () => {
    const groups = permissionGroups(held, 'zh', '其他');
    expect(groups.map(({ title }) => title)).toEqual(['学校考试类型', '其他']);
    expect(groups.flatMap(({ children = [] }) => children.map(({ key }) => key))).toEqual([
      'sch:examType:list',
      'sch:examType:add',
      'sys:log',
    ]);
  });

  it('are found by name and by code', () => {
    const groups = permissionGroups(held, 'zh', '其他');
    expect(matchingGroups(groups, '考试类型')[0]?.children).toHaveLength(2);
    expect(matchingGroups(groups, 'EXAMTYPE:ADD').flatMap(({ children }) => children)).toHaveLength(1);
    expect(matchingGroups(groups, 'nothing')).toEqual([]);
    expect(matchingGroups(groups, ' ')).toEqual(groups);
  });
});
