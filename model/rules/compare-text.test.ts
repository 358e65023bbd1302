import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  foldText,
  pinyinPattern,
  plainForm,
  privateUse,
  withoutMarks,
  withoutStrayMarks,
} from './compare-text.ts';

test('names that are told apart by width, brackets, gaps, case or unseen marks alone are one', () => {
  for (const [one, other] of [
    ['中国地质大学(武汉)', '中国地质大学（武汉）'],
    ['李明', '李　明'],
    ['李明', '李 明'],
    ['ZY', 'ＺＹ'],
    ['zy', 'ZY'],
    ['音乐', '⾳乐'],
    ['中央音乐学院', '中央音乐学院\u200B'],
    ['中央音乐学院', '\uFEFF中央\u00AD音乐\u202E学院\u200F'],
    ['第1组', '第①组'],
    ['㎡', 'm2'],
    ['葛', '葛\u{E0100}'],
    ...['•', '・', '･', '‧', '∙', '⋅', '᛫', '．', '.', ' · ', '\u00A0•\u3000'].map(
      dot => ['阿依·努尔', `阿依${dot}努尔`] as const,
    ),
    ['西安', '⻄安'],
    ['马龙', '⻢⻰'],
    ['金立', '\uF90A立'],
    ['西·安', '⻄．安'],
    ['2025-2026', '2025—2026'],
  ] as const) {
    expect(foldText(other), other).toBe(foldText(one));
  }
  for (const [one, other] of [
    ['音乐', '音乐学'],
    ['阿依·努尔', '阿依努尔'],
    ['3.5', '3·5'],
    ['1.绘画', '1·绘画'],
  ] as const) {
    expect(foldText(other), other).not.toBe(foldText(one));
  }
});

test('text of any characters folds once, and the short ways for common text agree with the long one', () => {
  const signs = [...'aZ.． 　·•（）“…—⻄⼀\uF900中国1-'];
  const long = (text: string) => foldText(`\u00AD${text}`);
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...signs), { maxLength: 8 }), parts => {
      const text = parts.join('');
      expect([foldText(text), foldText(foldText(text))]).toEqual([long(text), long(text)]);
    }),
    { numRuns: 2000 },
  );
});

test('whatever format character stands in a name, and in whatever width it is written, it compares the same', () => {
  const names = fc.stringMatching(/^[一-龥A-Za-z0-9（）()·]{1,12}$/);
  const every = Array.from({ length: 0x11_0000 }, (_, code) => code)
    .filter(code => code < 0xd8_00 || code > 0xdf_ff)
    .map(code => String.fromCodePoint(code));
  const marks = every.filter(sign => /\p{Cf}/u.test(sign));
  const variants = every.filter(sign => sign.normalize('NFKC') !== sign && !/\p{Cf}/u.test(sign));
  const isOne = (sign: string) => foldText(`甲${sign}乙`) === foldText(`甲${sign.normalize('NFKC')}乙`);
  expect(variants.filter(sign => !isOne(sign))).toEqual([]);
  expect(marks.filter(mark => foldText(`甲${mark}乙`) !== '甲乙')).toEqual([]);
  fc.assert(
    fc.property(names, fc.nat(12), fc.constantFrom(...marks), (name, at, mark) => {
      const marked = name.slice(0, at) + mark + name.slice(at);
      expect([foldText(marked), withoutMarks(marked), foldText(foldText(name))]).toEqual([
        ...[foldText(name), name, foldText(name)],
      ]);
    }),
  );
}, 30_000);

test('free text keeps what joins emoji and chooses variants, and loses the marks that only hide', () => {
  const kept = [
    '👨‍👩‍👧',
    '❤️‍🔥',
    '🏳️‍🌈',
    '👩🏽‍🎓',
    '🏴\u{E0067}\u{E0062}\u{E0073}\u{E0063}\u{E0074}\u{E007F}',
    '葛\u{E0100}城',
    '1️⃣',
  ];
  for (const text of kept) expect(withoutStrayMarks(`看${text}！`), text).toBe(`看${text}！`);
  expect(withoutStrayMarks('中\u200B央\u202E音\u200D乐\uFEFF')).toBe('中央音乐');
  expect(withoutMarks('👨‍👩‍👧')).toBe('👨👩👧');
});

test('a private character is told, and a number is read in one width', () => {
  expect(privateUse('李\uE81E')).toBe('\uE81E');
  expect(privateUse('李𠀀')).toBeUndefined();
  expect(plainForm('　１２\u200B３．５ ')).toBe('123.5');
});

test('pinyin is found by initials, by syllables and by both mixed', () => {
  const sound = ' SHANG HAI XI JU XUE YUAN';
  const finds = (text: string) => new RegExp(pinyinPattern(text) ?? '$^').test(sound);
  for (const text of ['shxj', 's', 'shanghai', 'shanghxj', 'xjxy', 'xijuxueyuan', 'haixi'])
    expect(finds(text), text).toBe(true);
  for (const text of ['anghai', 'shxy', 'xx', 'shanghaii']) expect(finds(text), text).toBe(false);
  for (const text of ['上海', '12', 'a b', '']) expect(pinyinPattern(text), text).toBeUndefined();
});
