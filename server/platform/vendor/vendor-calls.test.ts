import { readFileSync } from 'node:fs';
import {
  unconfirmedCalls,
  type VendorCall,
  vendorCalls,
  vendorNames,
} from '@yikao/model/rules/vendor-calls.ts';
import { describe, expect, test } from 'vitest';

const docs = new URL('../../../docs/', import.meta.url);
const text = (file: string) => readFileSync(new URL(file, docs), 'utf8');

/** The row of a call in the table of `docs/operators`. */
function rowOf(language: 'zh' | 'en', name: string, { action, page, unconfirmed }: VendorCall): string {
  const [as, without, also] =
    language === 'zh'
      ? ['按公开文档：', '未经厂商文档确认：', '；']
      : ['as published: ', 'not confirmed: ', '; '];
  const parts = [
    ...(page === undefined ? [] : [as + page]),
    ...(unconfirmed === undefined ? [] : [without + unconfirmed[language]]),
  ];
  return `| ${name} | \`${action}\` | ${parts.join(also)} |`;
}

const all = Object.entries(vendorCalls).flatMap(([vendor, calls]) =>
  Object.values<VendorCall>(calls).map(call => [vendor as keyof typeof vendorNames, call] as const),
);

describe('every call to a vendor', () => {
  test('names its page, or that it has none', () => {
    const silent = all.filter(([, { page, unconfirmed }]) => !page && !unconfirmed);
    expect(silent).toEqual([]);
  });

  test('is named once, with its vendor', () => {
    const names = all.map(([, { vendor, action }]) => `${vendor} ${action}`);
    expect(new Set(names).size).toBe(names.length);
    for (const [vendor, call] of all) expect(call.vendor).toBe(vendor);
  });

  test.each([
    ['operators.md', 'en'],
    ['operators.zh-CN.md', 'zh'],
  ] as const)('stands in the table of %s', (file, language) => {
    const rows = all.map(([vendor, call]) => rowOf(language, vendorNames[vendor][language], call));
    const written = text(file);
    expect(rows.filter(row => !written.includes(row))).toEqual([]);
  });
});

test('the calls without a page are those that a page of the product names', () => {
  expect(unconfirmedCalls('feige').map(({ zh }) => zh)).toContain('拨打电话及其签名');
  expect(unconfirmedCalls('jpush')).toEqual([]);
});
