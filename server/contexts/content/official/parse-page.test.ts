import { AppError } from '@yikao/model/errors.ts';
import { expect, test } from 'vitest';
import { articlePage, deletedPage, picturePost, verifyPage } from '../../../testing/official/saved-pages.ts';
import { foreignPictures, withPictures } from '../pictures/foreign-pictures.ts';
import { parseOfficialPage } from './parse-page.ts';

const picture = (name: string) => `http://mmbiz.qpic.cn/mmbiz_png/${name}/640?wx_fmt=png`;
const url = 'https://mp.weixin.qq.com/s/AbCdEf';
const secure = (name: string) => picture(name).replace('http:', 'https:');

test('the facts of a page are read from its scripts and its head, whichever has them', () => {
  expect(parseOfficialPage(articlePage(picture), url)).toMatchObject({
    title: '2026年统考时间公布 & 备考提醒',
    author: '王老师',
    sourceName: '艺考观察',
    sourceUrl:
      'https://mp.weixin.qq.com/s?__biz=MzA5OTk5OTk5OQ%3D%3D&mid=2650000001&idx=1&sn=abcdef0123456789',
    cover: secure('cover'),
    summary: '素描、色彩、速写安排在同一天',
    publishTime: '2026-01-01 09:00:00',
  });
});

test('the text has its pictures in order and its styles, and nothing that runs, asks or counts', () => {
  const { content } = parseOfficialPage(articlePage(picture), url);
  expect(foreignPictures(content)).toEqual([secure('behind'), secure('first'), secure('second')]);
  expect(content).toContain('三科同一天');
  expect(content).toContain('rgb(192, 0, 0)');
  expect(content).not.toMatch(
    /script|onclick|onerror|javascript|<form|<input|<button|提交|iframe|counter|mp-common/,
  );
});

test('a post of pictures alone becomes a text of them', () => {
  const page = parseOfficialPage(picturePost(picture), url);
  expect(page).toMatchObject({ title: '考前一图看懂', publishTime: '2026-02-03 18:05:00', sourceUrl: url });
  expect(foreignPictures(page.content)).toEqual([secure('one'), secure('two')]);
  expect(page.content).toContain('准考证、身份证、画具');
});

test.each([
  [deletedPage, '这篇文章已被公众号删除'],
  [verifyPage, '微信要求验证'],
  ['<html><body>hello</body></html>', '这个链接不是公众号文章'],
  ['', '这个链接不是公众号文章'],
])('a page that is no article says what it is: %#', (html, said) => {
  const read = () => parseOfficialPage(html, url);
  expect(read).toThrow(AppError);
  try {
    read();
  } catch (error) {
    expect((error as AppError).text('zh')).toContain(said);
  }
});

test('pictures are replaced by their address alone, and the rest of a text stays as it was', () => {
  const { content } = parseOfficialPage(articlePage(picture), url);
  const changed = withPictures(content, new Map([[secure('first'), '/common/file/2026/01/a.png']]));
  expect(foreignPictures(changed)).toHaveLength(2);
  expect(changed.replace('/common/file/2026/01/a.png', secure('first').replaceAll('&', '&amp;'))).toBe(
    content,
  );
});

test('a page that nests thousands of elements is refused with the reason', () => {
  const nested = `${'<section>'.repeat(8_000)}x${'</section>'.repeat(8_000)}`;
  const html = articlePage(picture).replace(/(id="js_content"[^>]*>)/, `$1${nested}`);
  expect(html).toContain(nested);
  expect(() => parseOfficialPage(html, url)).toThrowError(AppError);
});
