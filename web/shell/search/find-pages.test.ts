import { describe, expect, it } from 'vitest';
import { findPages, searchable } from './find-pages.ts';

const page = (title: string, path: string, group: string, pinyin: string, otherTitle = '') => ({
  ...{ title, otherTitle, path, icon: '', groups: [group], pinyin },
});
const pages = searchable([
  page('学校考试类型', '/sch/examType', '院校专业', ' XUE XIAO KAO SHI LEI XING'),
  page('考试院校', '/sch/school', '院校专业', ' KAO SHI YUAN XIAO', 'Schools'),
  page('音乐专业（重庆）', '/sch/prof', '院校专业', ' YIN YUE ZHUAN YE CHONG QING'),
  page('后台用户', '/sys/user', '系统', ' HOU TAI YONG HU'),
]);
const titles = (text: string) => findPages(pages, text).map(found => found.title);

describe('findPages', () => {
  it('finds a page by a part of its title, its address or its group', () => {
    expect(titles('类型')).toEqual(['学校考试类型']);
    expect(titles('/SYS/')).toEqual(['后台用户']);
    expect(titles('系统')).toEqual(['后台用户']);
  });

  it('finds a page by its initials, its syllables and both mixed, as they are read in their words', () => {
    expect(titles('xxks')).toEqual(['学校考试类型']);
    expect(titles('yyzy')).toEqual(['音乐专业（重庆）']);
    expect(titles('cq')).toEqual(['音乐专业（重庆）']);
    expect(titles('yinyuezy')).toEqual(['音乐专业（重庆）']);
    expect(titles('yl')).toEqual([]);
    expect(titles('ＨＴＹＨ')).toEqual(['后台用户']);
  });

  it('finds a title in another width, and with marks that nobody sees', () => {
    expect(titles('(重庆)')).toEqual(['音乐专业（重庆）']);
    expect(titles('后台\u200B用户 ')).toEqual(['后台用户']);
  });

  it('finds a page by its title in the other language', () => {
    expect(titles('school')).toEqual(['考试院校']);
  });

  it('puts a page whose title begins so before one that only contains it', () => {
    expect(titles('考试')).toEqual(['考试院校', '学校考试类型']);
  });

  it('gives every page for a blank text and none for a foreign one', () => {
    expect(titles(' ')).toHaveLength(4);
    expect(titles('没有')).toEqual([]);
  });
});
