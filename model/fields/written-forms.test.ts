import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { field } from '../kernel/make-field.ts';
import { issueText } from '../kernel/validate/issues.ts';
import { validateValue } from '../kernel/validate/validate.ts';

const readAs = (declared: Parameters<typeof validateValue>[1], raw: unknown) => {
  const found = validateValue('x', declared, raw);
  return 'issue' in found ? found.issue.code : found.value;
};

describe('a mobile number', () => {
  const mobile = field.mobile();

  test.each([
    '13800138000',
    '+8613800138000',
    '+86 138 0013 8000',
    '+86-138-0013-8000',
    '86 13800138000',
    '008613800138000',
    '0086 138-0013-8000',
    '(86)13800138000',
    '(+86)13800138000',
    '（86）138 0013 8000',
    '＋８６１３８００１３８０００',
    '１３８００１３８０００',
    '138\u200B0013\u202C8000\uFEFF',
    '\u202D138 0013 8000\u202C',
    '138–0013—8000',
    '013800138000',
    'tel:+8613800138000',
    "'13800138000",
    '13800138000.0',
    '138\u00A00013\u30008000',
  ])('is read from %j', written => {
    expect(readAs(mobile, written)).toBe('13800138000');
  });

  test.each([
    '1380013800',
    '138001380001',
    '+8512345678',
    '12800138000',
    '+1 13800138000',
    '8613800138',
    '1380013800a',
  ])('is not guessed from %j', written => {
    expect(readAs(mobile, written)).toBe('notAMobile');
  });
});

describe('a time', () => {
  const start = field.dateTime();
  const end = field.dateTime({ until: true });

  test.each([
    ['2026年3月1日 9:00', '09:00:00'],
    ['2026年3月1日9:00', '09:00:00'],
    ['2026 年 3 月 1 日 上午 9:00', '09:00:00'],
    ['2026年3月1日上午9时', '09:00:00'],
    ['2026年3月1日 9时', '09:00:00'],
    ['2026.3.1 9点', '09:00:00'],
    ['2026.3.1 9点整', '09:00:00'],
    ['2026/3/1 9点半', '09:30:00'],
    ['2026-3-1 9点一刻', '09:15:00'],
    ['2026-3-1 9时30分', '09:30:00'],
    ['2026年3月1日（周日）9：30', '09:30:00'],
    ['2026年3月1日星期日 下午2:30', '14:30:00'],
    ['2026年3月1日下午14:30', '14:30:00'],
    ['2026-03-01 2:30 PM', '14:30:00'],
    ['2026-03-01 12:05 AM', '00:05:00'],
    ['2026年3月1日中午12点', '12:00:00'],
    ['2026年3月1日晚8点', '20:00:00'],
    ['2026年3月1日凌晨0:30', '00:30:00'],
    ['２０２６年３月１日　０９：００', '09:00:00'],
    ['2026-03-01T09:00:30', '09:00:30'],
    ['20260301 09:00', '09:00:00'],
    ['2026-03-01\u200B 09:00', '09:00:00'],
    ['2026年3月1日 24:00', '23:59:59'],
    ['2026-03-01 24:00:00', '23:59:59'],
    ['2026年3月1日24时', '23:59:59'],
    ['2026年3月1日晚上12点', '23:59:59'],
  ])('is read from %j', (written, time) => {
    expect(readAs(start, written)).toBe(`2026-03-01 ${time}`);
    expect(readAs(end, written)).toBe(`2026-03-01 ${time}`);
  });

  test('that is a day alone begins with it, and ends with it where it is an end', () => {
    for (const day of ['2026-03-01', '2026年3月1日', '2026.3.1', '20260301', '2026年3月1号（周日）']) {
      expect(readAs(start, day), day).toBe('2026-03-01 00:00:00');
      expect(readAs(end, day), day).toBe('2026-03-01 23:59:59');
    }
    expect(readAs(end, '2026-03-01 00:00')).toBe('2026-03-01 00:00:00');
    for (const until of ['2026年3月1日前', '2026年3月1日之前', '2026年3月1日止', '2026年3月1日截止']) {
      expect(readAs(end, until), until).toBe('2026-03-01 23:59:59');
      expect(readAs(start, until), until).toBe('notADateTime');
    }
    expect(readAs(end, '2026年3月1日17:00前')).toBe('2026-03-01 17:00:00');
    expect(readAs(start, '2026年3月1日起')).toBe('2026-03-01 00:00:00');
    expect(readAs(start, '2026年3月1日9:00开始')).toBe('2026-03-01 09:00:00');
    expect(readAs(end, '2026年3月1日起')).toBe('notADateTime');
  });

  test('without its year is not guessed, and the reason says so', () => {
    for (const written of ['3月1日', '3月1日前', '3月1日 9:00', '03-01 09:00', '3.1 9点']) {
      expect(readAs(start, written), written).toBe('yearMissing');
      expect(readAs(field.date(), written), written).toBe('yearMissing');
    }
  });

  test('on a day that does not exist, or with its year behind, is refused with that reason', () => {
    for (const written of ['2026-02-29 9:00', '2026年2月29日', '20260229', '2026/13/1']) {
      expect(readAs(start, written), written).toBe('noSuchDay');
      expect(readAs(field.date(), written), written).toBe('noSuchDay');
    }
    for (const written of ['10/1/2027', '1-10-2027 9:00', '25.12.27']) {
      expect(readAs(start, written), written).toBe('yearLast');
      expect(readAs(field.date(), written), written).toBe('yearLast');
    }
    const found = validateValue('x', field.date(), '2027-02-30');
    const impossible = 'issue' in found ? found.issue : undefined;
    expect(impossible && issueText(impossible, { zh: '报名开始', en: 'Opens' }, 'zh')).toBe(
      '报名开始有误：没有 2027-02-30 这一天',
    );
  });

  test.each([
    '2026-03-01 24:01',
    '2026-03-01 25:00',
    '2026-03-01 9:60',
    '2026年3月1日上午15:00',
    '2026年3月1日 9:00-11:00',
    '2026年3月1日 左右',
    '9:00',
  ])('that does not exist is refused: %j', written => {
    expect(readAs(start, written)).toBe('notADateTime');
  });
});

describe('a text', () => {
  const name = field.text({ max: 64 });
  const remark = field.text({ max: 500, multiline: true });

  test('that is a name loses the marks that are not seen, and keeps its width and gaps', () => {
    expect(readAs(name, '\uFEFF中央\u200B音乐\u00AD学院\u202E')).toBe('中央音乐学院');
    expect(readAs(name, '李　明（大）')).toBe('李　明（大）');
    expect(readAs(name, '葛\u{E0100}')).toBe('葛');
    expect(readAs(name, '\u200B\u200E')).toBe('required');
  });

  test('that is free keeps its emoji', () => {
    expect(readAs(remark, '加油👨‍👩‍👧\u200B！')).toBe('加油👨‍👩‍👧！');
    expect(readAs(field.richText(), '<p>❤️‍🔥\u202E</p>')).toBe('<p>❤️‍🔥</p>');
  });

  test('that is a name is refused with a private character, which each computer shows otherwise', () => {
    expect(validateValue('x', name, '李\uE81E')).toMatchObject({
      issue: { code: 'privateUse', params: { code: 'E81E' } },
    });
    expect(readAs(remark, '李\uE81E')).toBe('李\uE81E');
  });

  test('of a form of its own is read in any width', () => {
    expect(readAs(field.text({ max: 8, format: 'digits' }), '１２\u200B３')).toBe('123');
    expect(readAs(field.text({ max: 8, format: 'code' }), 'Ａ００１')).toBe('A001');
    expect(readAs(field.text({ max: 18, format: 'idNumber' }), '１１０１０５１９４９１２３１００２ｘ')).toBe(
      '11010519491231002X',
    );
    expect(readAs(field.text({ max: 255, format: 'formula' }), 'R*０.5＋U*0.5')).toBe('R*0.5+U*0.5');
    expect(readAs(field.text({ max: 64, format: 'password' }), 'Abc12345１ ')).toBe('Abc12345１ ');
  });

  test('is the same whichever format characters stand in it', () => {
    const marks = Array.from({ length: 0x11_0000 }, (_, code) => code)
      .filter(code => code < 0xd8_00 || code > 0xdf_ff)
      .map(code => String.fromCodePoint(code))
      .filter(sign => /\p{Cf}/u.test(sign));
    fc.assert(
      fc.property(
        fc.stringMatching(/^[一-龥A-Za-z0-9]{1,8}$/),
        fc.nat(8),
        fc.constantFrom(...marks),
        (text, at, mark) => {
          expect(readAs(name, text.slice(0, at) + mark + text.slice(at))).toBe(text);
        },
      ),
    );
  }, 30_000);
});
