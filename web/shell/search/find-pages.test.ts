import { describe, expect, it } from 'vitest';
import { findPages, searchable } from './find-pages.ts';
import { pinyinInitials } from './pinyin.ts';

const page = (title: string, path: string, group: string) => ({ title, path, icon: '', groups: [group] });
const pages = searchable([
  page('学校考试类型', '/sch/examType', '院校专业'),
  page('考试院校', '/sch/school', '院校专业'),
  page('后台用户', '/sys/user', '系统'),
]);
const titles = (text: string) => findPages(pages, text).map(found => found.title);

describe('pinyinInitials', () => {
  it('gives the first letters of the sounds, and leaves the rest alone', () => {
    expect(pinyinInitials('学校考试类型')).toBe('xxkslx');
    expect(pinyinInitials('省控线')).toBe('skx');
    expect(pinyinInitials('销售CRM')).toBe('xscrm');
    expect(pinyinInitials('一分一段')).toBe('yfyd');
  });
});

describe('findPages', () => {
  it('finds a page by a part of its title, its initials, its address or its group', () => {
    expect(titles('类型')).toEqual(['学校考试类型']);
    expect(titles('xxks')).toEqual(['学校考试类型']);
    expect(titles('/SYS/')).toEqual(['后台用户']);
    expect(titles('系统')).toEqual(['后台用户']);
  });

  it('puts a page whose title begins so before one that only contains it', () => {
    expect(titles('考试')).toEqual(['考试院校', '学校考试类型']);
  });

  it('gives every page for a blank text and none for a foreign one', () => {
    expect(titles(' ')).toHaveLength(3);
    expect(titles('没有')).toEqual([]);
  });
});
