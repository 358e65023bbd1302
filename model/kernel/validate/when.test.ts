import fc from 'fast-check';
import { expect, test } from 'vitest';
import { enable, examType } from '../../contexts/shared/shared.codes.ts';
import { defineDataset, field, label, when } from '../language.ts';
import { issueText } from './issues.ts';
import { validateRow } from './row.ts';
import type { RowValues } from './validate.ts';
import { belongs, conditionalFields, whenText, withoutForeign } from './when.ts';

const now = new Date('2026-11-22T03:00:00Z');
const coupon = defineDataset({
  name: 'couponSample',
  path: '/api/sample/coupon',
  label: label('优惠券', 'Coupon'),
  fields: {
    couponId: field.id({ label: label('优惠券ID', 'Coupon ID') }),
    kind: field.code({ label: label('类型', 'Kind'), of: examType, required: true }),
    limited: field.code({ label: label('限额', 'Limited'), of: enable, default: 0 }),
    amount: when({ kind: [1, 3] }, field.money({ label: label('面额', 'Amount'), required: true })),
    discount: when(
      { kind: 2 },
      field.decimal({ label: label('折扣', 'Discount'), required: true, scale: 2 }),
    ),
    most: when(
      { kind: 2, limited: 1 },
      field.money({ label: label('最高优惠', 'At most'), default: '10.00' }),
    ),
  },
  permissions: { prefix: 'test:coupon', actions: ['list', 'add', 'update'] },
  scope: { common: 'in tests alone' },
  list: { filters: [] },
});

const create = (input: RowValues) => validateRow(coupon, input, 'create', now);
const update = (input: RowValues, current: RowValues) => validateRow(coupon, input, 'update', now, current);
const codes = ({ issues }: ReturnType<typeof create>) => issues.map(({ field, code }) => `${field} ${code}`);
const [off, percent] = [
  { couponId: 1, kind: 1, limited: 0, amount: '5.00', discount: null, most: null },
  { couponId: 2, kind: 2, limited: 1, amount: null, discount: '0.80', most: '10.00' },
] as const;

test('a field is asked for in the rows that it is part of, and in no others', () => {
  expect(create({ kind: 1, amount: 5 })).toEqual({
    values: { kind: 1, limited: 0, amount: '5.00', discount: null, most: null },
    issues: [],
  });
  expect(codes(create({ kind: 1 }))).toEqual(['amount required']);
  expect(codes(create({ kind: 2, discount: '' }))).toEqual(['discount required']);
  expect(create({ kind: 2, limited: 1, discount: 0.8 }).values).toMatchObject({
    most: '10.00',
    amount: null,
  });
});

test('a value that is no part of the row is refused, in words that say where it is', () => {
  const refused = create({ kind: 2, discount: 0.8, amount: 5 });
  expect(codes(refused)).toEqual(['amount notApplicable']);
  const [found] = refused.issues;
  const { amount } = coupon.fields;
  expect(found && issueText(found, amount.label, 'zh')).toBe(
    '面额仅当类型为“统考和校考”或“校考”时填写，请清空',
  );
  expect(found && issueText(found, amount.label, 'en')).toBe(
    'Amount is given only where Kind is "Both" or "School only"; leave it empty',
  );
  expect(whenText(coupon, coupon.fields.most)?.zh).toBe('类型为“统考”且限额为“启用”');
});

test('what stood there goes with the change that takes it out of the row', () => {
  expect(update({ kind: 2, discount: 0.8 }, off)).toEqual({
    values: { kind: 2, discount: '0.80', amount: null },
    issues: [],
  });
  // Sending the unchanged row back is not the same as entering the amount again.
  expect(codes(update({ ...off, kind: 2, discount: 0.8 }, off))).toEqual([]);
  expect(codes(update({ kind: 2, discount: 0.8, amount: 6 }, off))).toEqual(['amount notApplicable']);
  expect(codes(update({ kind: 1 }, percent))).toEqual(['amount required']);
  expect(update({ limited: 0 }, percent).values).toEqual({ limited: 0, most: null });
});

test('an update that has nothing to do with it asks for nothing', () => {
  const old = { ...percent, discount: null };
  expect(codes(update({ limited: 0 }, old))).toEqual([]);
  expect(codes(update({ discount: null }, percent))).toEqual(['discount required']);
});

test('of a row whose own kind is wrong nothing is said that may not be true', () => {
  expect(codes(create({ kind: 9, amount: 5 }))).toEqual(['kind unknownCode']);
});

test('a row that passes holds what it is made of and nothing else, whatever is sent in whatever order', () => {
  const kinds = fc.constantFrom<unknown>(1, 2, 3, '2', null, undefined);
  const amounts = fc.constantFrom<unknown>('1.00', '2.50', null, '', undefined);
  const inputs = fc.record({
    kind: kinds,
    limited: fc.constantFrom<unknown>(0, 1, undefined),
    amount: amounts,
    discount: fc.constantFrom<unknown>('0.50', null, undefined),
    most: amounts,
  });
  fc.assert(
    fc.property(fc.array(inputs, { minLength: 1, maxLength: 5 }), changes => {
      let row: RowValues | undefined;
      for (const input of changes) {
        const { values, issues } = row === undefined ? create(input) : update(input, row);
        if (issues.length > 0) continue;
        row = { ...row, ...values };
        for (const name of conditionalFields(coupon)) {
          const field = coupon.fields[name as 'amount' | 'discount' | 'most'];
          if (!belongs(field, row)) expect(row[name]).toBeNull();
          else if (field.required) expect(row[name]).not.toBeNull();
        }
        expect(withoutForeign(coupon, row)).toEqual(row);
      }
    }),
  );
});
