import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { examType, siteKey } from '../contexts/shared/shared.codes.ts';
import type { Field, FieldKind } from '../kernel/field.ts';
import { label } from '../kernel/label.ts';
import { field } from '../kernel/make-field.ts';
import { type CellInput, type CellOutput, CellProblem } from '../kernel/validate/cell.ts';
import { validateValue } from '../kernel/validate/validate.ts';
import { kindOf } from './index.ts';

const named = { label: label('字段', 'Field') };
/** Of numbers, negative ones as well. */
const signed = { ...named, signed: true } as const;
const two = (n: number) => String(n).padStart(2, '0');
const dates = fc
  .date({ min: new Date('1901-01-01'), max: new Date('2199-12-31'), noInvalidDate: true })
  .map(date => date.toISOString().slice(0, 10));
const texts = fc
  .string({ unit: 'grapheme', minLength: 1, maxLength: 40 })
  .map(text => text.replace(/[\p{Cc}\p{Cf}\p{Co}\p{Default_Ignorable_Code_Point}]/gu, '').trim())
  .filter(text => text !== '' && text.length <= 64);
const decimals = (scale: number) =>
  fc
    .tuple(fc.bigInt(-(10n ** 11n), 10n ** 11n), fc.integer({ min: 0, max: 10 ** scale - 1 }))
    .map(([whole, fraction]) => `${whole}.${String(fraction).padStart(scale, '0')}`)
    .map(text => (text.startsWith('-0.') || /^-0$/.test(text) ? text.slice(1) : text));

/** Canonical values of every kind with its own workbook column; references are written by name. */
const samples: Partial<Record<FieldKind, { field: Field; values: fc.Arbitrary<unknown> }>> = {
  id: { field: field.id(named), values: fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER }) },
  year: { field: field.year(named), values: fc.integer({ min: 1900, max: 2999 }) },
  integer: { field: field.integer(signed), values: fc.integer({ min: -2_147_483_648, max: 2_147_483_647 }) },
  decimal: { field: field.decimal({ ...signed, scale: 2 }), values: decimals(2) },
  money: {
    field: field.money(signed),
    values: decimals(2).filter(text => text.replace(/\D/g, '').length <= 12),
  },
  text: { field: field.text({ ...named, max: 64 }), values: texts },
  richText: {
    field: field.richText(named),
    values: texts.map(text => `<p>${text.replace(/[<>&]/g, '')}。</p>`),
  },
  date: { field: field.date(named), values: dates },
  dateTime: {
    field: field.dateTime(named),
    values: fc
      .tuple(dates, fc.nat(23), fc.nat(59), fc.nat(59))
      .map(([date, h, m, s]) => `${date} ${two(h)}:${two(m)}:${two(s)}`),
  },
  mobile: {
    field: field.mobile(named),
    values: fc.integer({ min: 13_000_000_000, max: 19_999_999_999 }).map(String),
  },
  yesNo: { field: field.yesNo(named), values: fc.constantFrom(0, 1) },
  code: { field: field.code({ ...named, of: examType }), values: fc.constantFrom(1, 2, 3) },
};

const paths = fc
  .array(fc.stringMatching(/^[0-9a-f]{8}$/), { minLength: 1, maxLength: 9 })
  .map(names => [...new Set(names)].map(name => `/2026/11/${name}.png`));
const lineColumns = {
  itemName: field.text({ ...named, max: 64, required: true }),
  num: field.integer(signed),
  amount: field.money(signed),
  day: field.date(named),
  freeFlag: field.yesNo(named),
  kind: field.code({ ...named, of: examType }),
} as const;
const maybe = <T>(values: fc.Arbitrary<T>) => fc.option(values, { nil: null });

/** Canonical values of kinds that no cell is read as. */
const unread: Partial<Record<FieldKind, { field: Field; values: fc.Arbitrary<unknown> }>> = {
  secret: { field: field.secret({ ...named, max: 64 }), values: texts },
  images: { field: field.images(named), values: paths },
  files: { field: field.files(named), values: paths },
  lines: {
    field: field.lines({ ...named, of: lineColumns }),
    values: fc.array(
      fc.record({
        itemName: texts,
        num: maybe(fc.integer({ min: -2_147_483_648, max: 2_147_483_647 })),
        amount: maybe(decimals(2).filter(text => text.replace(/\D/g, '').length <= 12)),
        day: maybe(dates),
        freeFlag: maybe(fc.constantFrom(0, 1)),
        kind: maybe(fc.constantFrom(1, 2, 3)),
      }),
      { minLength: 1, maxLength: 5 },
    ),
  },
};

describe.each(Object.entries(unread))('%s', (_, { field: declared, values }) => {
  test('its canonical value is taken from JSON unchanged', () => {
    fc.assert(
      fc.property(values, value => {
        expect(validateValue('field', declared, JSON.parse(JSON.stringify(value)))).toEqual({ value });
      }),
    );
  });
});

test('members of a line stand in one order, the one in which the database gives them back', () => {
  const declared = field.lines({ ...named, of: lineColumns });
  const line = { kind: 1, itemName: '画材', day: null, amount: '1.00', num: 2, freeFlag: 0 };
  const read = validateValue('field', declared, [line]);
  expect('value' in read && JSON.stringify(read.value)).toBe(
    '[{"day":null,"num":2,"kind":1,"amount":"1.00","freeFlag":0,"itemName":"画材"}]',
  );
});

/** Cells as a workbook reader returns them: dates as dates, decimals as numbers or text. */
function readBack(cell: CellOutput): CellInput {
  if (cell === null) return undefined;
  if (typeof cell !== 'object') return cell;
  if ('decimal' in cell)
    return cell.decimal.replace(/\D/g, '').length > 15 ? cell.decimal : Number(cell.decimal);
  return { kind: 'date', text: 'date' in cell ? cell.date : cell.dateTime };
}

describe.each(Object.entries(samples))('%s', (_, { field: declared, values }) => {
  test.each(['zh', 'en'] as const)('what is written to a workbook in %s is read back the same', language => {
    fc.assert(
      fc.property(values, value => {
        const kind = kindOf(declared);
        const cell = readBack(kind.encode(declared, value as never, language));
        const raw = kind.decode(declared, cell as never);
        expect(raw).not.toBeInstanceOf(CellProblem);
        expect(validateValue('field', declared, raw)).toEqual({ value });
      }),
    );
  });

  test('its canonical value is taken from JSON unchanged', () => {
    fc.assert(
      fc.property(values, value => {
        expect(validateValue('field', declared, value)).toEqual({ value });
      }),
    );
  });
});

test('codes are read from the code, the Chinese and the English label', () => {
  const declared = field.code({ ...named, of: siteKey });
  for (const cell of ['mszytb', '美术志愿填报', 'fine-art wish']) {
    expect(kindOf(declared).decode(declared, cell)).toBe('mszytb');
  }
  expect(kindOf(declared).decode(declared, '别的')).toMatchObject({ code: 'unknownCode' });
});

test('dates are read as people write them, and days that do not exist are refused', () => {
  const declared = field.dateTime(named);
  const written = [
    '2026-1-5 8:30',
    '2026/01/05 08:30:00',
    '2026年1月5日 8时30分',
    '20260105 08:30',
    '2026.1.5 8：30',
  ];
  for (const text of written) {
    expect(validateValue('t', declared, text)).toEqual({ value: '2026-01-05 08:30:00' });
  }
  for (const text of ['2026-02-29', '2026-13-01']) {
    expect(validateValue('t', declared, text)).toMatchObject({ issue: { code: 'noSuchDay' } });
  }
  for (const text of ['昨天', '2026-01-01 24:01', '2026-01-01 25:00']) {
    expect(validateValue('t', declared, text)).toMatchObject({ issue: { code: 'notADateTime' } });
  }
});

test('a number that has lost digits in the file is refused in a text column, an intact one is kept', () => {
  const declared = field.text({ ...named, max: 64 });
  const kind = kindOf(declared);
  expect(kind.decode(declared, { kind: 'number', text: '440351672900001234', rounded: false })).toBe(
    '440351672900001234',
  );
  expect(
    kind.decode(declared, { kind: 'number', text: '4.40351672900000E+17', rounded: true }),
  ).toMatchObject({
    code: 'digitsLost',
  });
});

test('what arithmetic leaves behind in a workbook does not spoil a decimal', () => {
  const declared = field.decimal({ ...named, scale: 2 });
  expect(validateValue('d', declared, 0.1 + 0.2)).toEqual({ value: '0.30' });
  expect(validateValue('d', declared, '1.005')).toMatchObject({ issue: { code: 'tooManyDecimals' } });
  expect(validateValue('d', declared, '-0')).toEqual({ value: '0.00' });
});
