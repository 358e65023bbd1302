import { expect, test } from 'vitest';
import { graphemes, textLines } from './text-lines.ts';

/** Chinese characters and signs are one wide, Latin ones a half. */
const measure = (text: string) =>
  graphemes(text).reduce((sum, sign) => sum + (/^[\u0020-\u024f]/u.test(sign) ? 0.5 : 1), 0);
const broken = (text: string, width: number, lines = 20) => textLines(text, { width, lines, measure });

test('a text that fits stays on one line', () => {
  expect(broken('艺考志愿填报', 6)).toEqual({ lines: ['艺考志愿填报'], cut: false });
});

test.each([
  ['a comma', '美术统考，音乐统考', 4, ['美术统', '考，音乐', '统考']],
  ['a closing bracket', '美术统考）成绩', 4, ['美术统', '考）成绩']],
  ['several closing signs', '美术统考！？”成绩', 4, ['美术统', '考！？”', '成绩']],
  ['a percent sign', '通过率为５％以上', 5, ['通过率为', '５％以上']],
])('no line begins with %s', (_, text, width, lines) => {
  expect(broken(text, width).lines).toEqual(lines);
});

test('no line ends with an opening sign', () => {
  expect(broken('报名费（元）', 4).lines).toEqual(['报名费', '（元）']);
  expect(broken('价格为¥199起', 4).lines).toEqual(['价格为', '¥199起']);
});

test('Latin words, numbers and addresses stay whole', () => {
  expect(broken('登录 www.example.com 查看', 8).lines).toEqual(['登录', 'www.example.com', '查看']);
  expect(broken('报名人数1,234.50人', 5).lines).toEqual(['报名人数', '1,234.50人']);
  expect(broken('Art exam guide for all', 5).lines).toEqual(['Art exam', 'guide for', 'all']);
});

test('a word that is wider than its box is parted', () => {
  expect(broken('pneumonoultramicroscopic', 4).lines).toEqual(['pneumono', 'ultramic', 'roscopic']);
});

test('spaces neither begin nor end a line', () => {
  for (const width of [2, 3, 4, 5, 6]) {
    for (const line of broken('  美术  统考   音乐 ab cd  ', width).lines) expect(line).toBe(line.trim());
  }
});

test('line breaks of the text stay, blank lines too', () => {
  expect(broken('第一行\r\n\r\n第二行', 9).lines).toEqual(['第一行', '', '第二行']);
});

test('a text that is longer than its box is cut with an ellipsis that fits', () => {
  const { lines, cut } = broken('美术与设计类统考成绩公布', 5, 2);
  expect({ lines, cut }).toEqual({ lines: ['美术与设计', '类统考成…'], cut: true });
  expect(broken('美术统考，音乐统考，舞蹈统考', 5, 1).lines).toEqual(['美术统考…']);
  expect(broken('第一行\n第二行', 9, 1)).toEqual({ lines: ['第一行…'], cut: true });
});

test('characters beyond the basic plane and letters with marks are never parted', () => {
  expect(broken('𠮷𠮷𠮷', 2).lines).toEqual(['𠮷𠮷', '𠮷']);
  expect(broken('e\u0301e\u0301e\u0301', 1).lines.join('')).toBe('e\u0301e\u0301e\u0301');
});

test('nothing is lost, and no line is wider than its box, whatever the text', () => {
  const text = '“艺考”报名：2026年3月1日9:00（星期日），登录 yikao.example 查看《指南》！！！😀ok';
  for (let width = 1; width <= 30; width++) {
    const { lines } = broken(text, width, 200);
    expect(lines.join('').replace(/\s/g, '')).toBe(text.replace(/\s/g, ''));
    for (const line of lines) expect(measure(line)).toBeLessThanOrEqual(width);
  }
});
