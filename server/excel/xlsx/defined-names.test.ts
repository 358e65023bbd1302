import { expect, test } from 'vitest';
import { DefinedNames } from './defined-names.ts';
import { tagsOf } from './xml-tags.ts';

const sheets = [{ name: '一' }, { name: "It's <2>" }];

function namesOf(xml: string) {
  const part = Buffer.from(`<x:workbook xmlns:x="m"><x:definedNames>${xml}</x:definedNames></x:workbook>`);
  const names = new DefinedNames();
  for (const tag of tagsOf(part)) names.take(part, tag);
  return names.of(sheets);
}

const one = (formula: string) => namesOf(`<x:definedName name="n">${formula}</x:definedName>`);

test('a name of one cell is found with its sheet, whatever its spelling', () => {
  for (const formula of ["'一'!$C$5", '一!C5', '$一.$C$5', " '一'!$C$5 "]) {
    expect(one(formula), formula).toEqual([{ name: 'n', sheet: 0, column: 2, row: 5 }]);
  }
  expect(one("'It''s &lt;2&gt;'!$AA$1")).toEqual([{ name: 'n', sheet: 1, column: 26, row: 1 }]);
});

test('what is no single cell of a sheet of the workbook is passed over', () => {
  for (const formula of [
    '#REF!',
    '一!#REF!',
    '一!$A$1:$B$2',
    '[1]一!$A$1',
    '三!$A$1',
    '1+1',
    '"text"',
    '',
    'A1',
    '一!$A',
    '<b/>',
  ]) {
    expect(one(formula), formula).toEqual([]);
  }
  expect(namesOf('<x:definedName name="n"/>')).toEqual([]);
});

test('a workbook of a million names costs little, and only its first thousands count', () => {
  const many = '<x:definedName name="n">一!$A$1</x:definedName>'.repeat(100_000);
  expect(namesOf(many).length).toBe(4096);
  expect(one(`'${"''".repeat(100_000)}`)).toEqual([]);
  expect(one(`'${"''".repeat(200)}`)).toEqual([]);
});
