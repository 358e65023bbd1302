import type { MenuEntry } from '@yikao/model/calls/menu.ts';
import { expect, it } from 'vitest';
import { pagesOf } from './menu.ts';

const entry = (
  description: string,
  permUrl: string,
  children: MenuEntry[] = [],
  more: { icon?: string; pinyin?: string; otherTitle?: string } = {},
): MenuEntry => ({ permId: 1, permUrl, icon: '', description, children, ...more });

it('makes a page of every entry with an address, with the groups around it', () => {
  const pages = pagesOf([
    entry(
      '数据',
      '',
      [
        entry('批次', '/wish/batch', [], { pinyin: 'pi ci', otherTitle: 'Batches' }),
        entry('深处', '', [entry('考点', 'wish/site')]),
      ],
      { icon: 'Data' },
    ),
  ]);
  expect(pages).toEqual([
    {
      path: '/wish/batch',
      title: '批次',
      otherTitle: 'Batches',
      icon: 'Data',
      groups: ['数据'],
      pinyin: 'pi ci',
    },
    { path: '/wish/site', title: '考点', otherTitle: '', icon: 'Data', groups: ['数据', '深处'], pinyin: '' },
  ]);
});

it('lists a page once, though the menu may lead to it twice', () => {
  expect(pagesOf([entry('一', '/a'), entry('二', '/a')]).map(page => page.title)).toEqual(['一']);
});
