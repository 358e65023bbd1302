import { expect, test } from 'vitest';
import type { Cell } from '../index.ts';
import { biffText, f8, join, type TestRecord, u1, u2 } from '../testing/biff.ts';
import { cellsOf, fileWith, readAll, xlsFile, xlsxFile } from '../testing/files.ts';
import { cellFormatOf, formattedCell } from './cell-formats.ts';

/** The text that a column of texts takes of a cell. */
function shown(code: string, value: number): string {
  const format = cellFormatOf(200, code);
  const cell: Cell = format === undefined ? value : formattedCell(value, format, false);
  if (typeof cell === 'object' && cell.kind === 'date') return cell.shown ?? cell.text;
  return typeof cell === 'object' ? cell.text : String(cell);
}

test.each<[code: string, value: number, text: string]>([
  ['00000', 12, '00012'],
  ['"A"000', 7, 'A007'],
  ['\\B00', 7, 'B07'],
  ['0%', 0.85, '85%'],
  ['0.0%', 0.855, '85.5%'],
  ['0"%"', 5, '5%'],
  ['#,##0.00"元"', 1200, '1,200.00元'],
  ['#,##0', 1_234_567, '1,234,567'],
  ['0.00', 12.5, '12.50'],
  ['0.00', 1.005, '1.01'],
  ['000-0000-0000', 13_812_345_678, '138-1234-5678'],
  ['"第"00"号"', 3, '第03号'],
  ['000-00', -5, '-000-05'],
  ['0_);(0)', -4, '(4)'],
  ['"男";;"女"', 1, '男'],
  ['"男";;"女"', 0, '女'],
  ['[>=1000]"多";0', 1200, '多'],
  ['[>=1000]"多";0', 12, '12'],
  ['[$-804]00', 7, '07'],
  ['[$¥-804]0.00', 7, '¥7.00'],
  ['0,', 12_000, '12'],
  ['General"分"', 3.5, '3.5分'],
  ['G/通用格式"分"', 3.5, '3.5分'],
  ['_ * #,##0.00_ ', 3, '3.00'],
  ['0.00E+00', 12_300, '1.23E+04'],
  ['@', 12, '12'],
  ['yyyy"年"m"月"', 46_408, '2027年1月'],
  ['m"月"d"日"', 46_408, '1月21日'],
  ['aaaa', 46_408, '星期四'],
  ['yyyy-mm-dd', 46_408, '2027-01-21'],
  ['h:mm', 0.25, '6:00'],
  ['hh:mm', 0.25, '06:00'],
  ['h:mm:ss', 0.25, '6:00:00'],
  ['h"时"mm"分";@', 0.375, '9时00分'],
  ['[$-F400]h:mm:ss', 0.25, '6:00:00'],
  ['h:mm', 0.25 + 30 / 86_400, '06:00:30'],
  ['h:mm AM/PM', 0.25, '06:00:00'],
])('%s shows %d as %s', (code, value, text) => {
  expect(shown(code, value)).toBe(text);
});

test('a format that rounds says so, and one that cannot be shown', () => {
  const of = (code: string, value: number) =>
    formattedCell(value, cellFormatOf(200, code) ?? { kind: 'unknown' }, false);
  expect(of('0%', 0.8512)).toEqual({ kind: 'formatted', value: 0.8512, text: '85%', loss: 'rounded' });
  for (const code of ['# ?/?', '[DBNum1]0', ';;;'])
    expect(of(code, 3), code).toMatchObject({ value: 3, text: '3', loss: 'unknownFormat' });
});

test('formats count in xlsx, in xls and for the results of formulas', async () => {
  const code = { kind: 'formatted', value: 12, text: '00012' };
  const styles =
    '<numFmts><numFmt numFmtId="200" formatCode="00000"/></numFmts><cellXfs><xf numFmtId="0"/><xf numFmtId="200"/></cellXfs><dxfs><dxf><numFmt numFmtId="200" formatCode="0.0"/></dxf></dxfs>';
  const rows = '<row><c s="1"><v>12</v></c><c s="1"><f>6*2</f><v>12</v></c></row>';
  expect(await cellsOf(xlsxFile({ rows, styles }))).toEqual([[code, code]]);
  const xf = (format: number): TestRecord => [0x00e0, join(u2(0, format), Buffer.alloc(16))];
  const path = xlsFile({
    globals: [xf(0), xf(200), [0x041e, join(u2(200), biffText('00000'))]],
    sheets: [
      {
        records: [
          [0x0203, join(u2(0, 0, 1), f8(12))],
          [0x0006, join(u2(0, 1, 1), f8(12), u2(0), Buffer.alloc(6))],
        ],
      },
    ],
  });
  expect(await cellsOf(path)).toEqual([[code, code]]);
});

test('a formula without a result is no blank, nor is its row', async () => {
  const rows =
    '<row r="1"><c><f>1+1</f></c><c t="str"><f>A1</f></c><c><f>A1</f><v></v></c><c t="str"><f>""</f><v></v></c></row><row r="2"><c><f>2</f><v/></c></row>';
  const none = (text: string) => ({ kind: 'error', text, why: 'noResult' });
  expect(await cellsOf(xlsxFile({ rows }))).toEqual([
    [none('=1+1'), none('=A1'), none('=A1'), ''],
    [none('=2')],
  ]);
});

test('a 0 counts for no result where the workbook asks to be calculated, as programs do that cannot', async () => {
  const rows = '<row><c><f>1+1</f><v>0</v></c><c><f>1+1</f><v>2</v></c><c><v>0</v></c></row>';
  const [cells] = await cellsOf(xlsxFile({ rows, properties: '/><calcPr fullCalcOnLoad="1"' }));
  expect(cells).toEqual([{ kind: 'error', text: '=1+1', why: 'noResult' }, 2, 0]);
  const formula = (column: number, flags: number): TestRecord => [
    0x0006,
    join(u2(0, column, 0), f8(0), u2(flags), Buffer.alloc(6)),
  ];
  const [old] = await cellsOf(xlsFile({ sheets: [{ records: [formula(0, 2), formula(1, 0)] }] }));
  expect(old).toEqual([{ kind: 'error', text: '=', why: 'noResult' }, 0]);
});

test('pictures in cells and linked records are told', async () => {
  const rows =
    '<row><c t="str"><f>_xlfn.DISPIMG("ID_1",1)</f><v>=DISPIMG("ID_1",1)</v></c><c r="B1" t="e" vm="1"><v>#VALUE!</v></c><c t="str" vm="2"><v>北京</v></c><c t="e"><v>#VALUE!</v></c></row>';
  expect(await cellsOf(xlsxFile({ rows }))).toEqual([
    [
      { kind: 'error', text: '=_xlfn.DISPIMG("ID_1",1)', why: 'picture' },
      { kind: 'error', text: '#VALUE!', why: 'picture' },
      '北京',
      { kind: 'error', text: '#VALUE!' },
    ],
  ]);
});

test('text in a cell whose type says something else is read all the same', async () => {
  const rows =
    '<row><c><is><t>0012</t></is></c><c t="str"><is><t>甲</t></is></c><c t="inlineStr"><v>乙</v></c></row>';
  expect(await cellsOf(xlsxFile({ rows }))).toEqual([['0012', '甲', '乙']]);
});

test('a number written with more digits than a double has is the number', async () => {
  expect(await cellsOf(xlsxFile({ rows: '<row><c><v>12000.500000000000001</v></c></row>' }))).toEqual([
    [12_000.5],
  ]);
});

test('records of earlier versions are read in an xls, and damaged looks refuse nothing', async () => {
  const records: TestRecord[] = [
    [0x0406, join(u2(0, 0, 0), f8(9), u2(0, 3), u1(0x1e, 9, 0))],
    [0x0206, join(u2(0, 1, 0), f8(8), u2(0, 3), u1(0x1e, 8, 0))],
    [0x0003, join(u2(0, 2), u1(0, 0, 0), f8(7.5))],
    [0x0002, join(u2(0, 3), u1(0, 0, 0), u2(6))],
    [0x0004, join(u2(0, 4), u1(0, 0, 0), u1(2), Buffer.from('ab'))],
    [0x0204, join(u2(0, 5, 0), u2(4), Buffer.from([0xd6, 0xd0, 0xce, 0xc4]))],
    [0x007e, join(u2(0, 6, 0), Buffer.from([0x0e, 0, 0, 0]))],
    [0x0005, join(u2(0, 7), u1(0, 0, 0), u1(1, 0))],
    [0x0208, u2(0)],
  ];
  const globals: TestRecord[] = [
    [0x0042, u2(936)],
    [0x041e, u2(201, 60)],
    [0x00e0, u2(0)],
    [0x0022, Buffer.alloc(0)],
  ];
  for (const stream of ['Workbook', 'Book', 'BOOK']) {
    const path = xlsFile({ stream, globals, sheets: [{ records }] });
    expect(await cellsOf(path)).toEqual([[9, 8, 7.5, 6, 'ab', '中文', 3, true]]);
  }
});

test('csv: what other programs do to keep a text from becoming a number is taken off', async () => {
  const csv = 'sep=;\r\n="0007";"=""00""""08""";\'0009;\'110101199003071234;\'tis;=1+1\r\n';
  const { rows } = await readAll(fileWith(csv));
  expect(rows).toEqual([
    { number: 1, cells: ['0007', '00"08', '0009', '110101199003071234', "'tis", '=1+1'] },
  ]);
});

test('csv: the delimiter is that of the table, whatever its title holds, and a cut character stays one', async () => {
  expect(await cellsOf(fileWith('一览表,2026年\n职业\t代码\t行业\n甲\tA,1\t艺术\n乙\tB\tC\n'))).toEqual([
    ['一览表,2026年'],
    ['职业', '代码', '行业'],
    ['甲', 'A,1', '艺术'],
    ['乙', 'B', 'C'],
  ]);
  const text = Buffer.from('职业,行业\n戊一,艺术设计\n戊二,艺');
  const cut = Buffer.concat([text.subarray(0, -1), Buffer.from('\n戊三,音乐\n')]);
  expect((await cellsOf(fileWith(cut))).at(-1)).toEqual(['戊三', '音乐']);
  expect((await cellsOf(fileWith(cut)))[2]?.[1]).toContain('\ufffd');
});
