import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import {
  biffStream,
  biffText,
  f8,
  join,
  ole2With,
  type TestRecord,
  type TestXls,
  u1,
  u2,
  u4,
} from '../testing/biff.ts';
import { cellsOf, fileWith, readAll, refusal, xlsFile } from '../testing/files.ts';

const sample = (name: string): string => fileURLToPath(new URL(`../samples/${name}`, import.meta.url));
const at = (row: number, column: number, format = 0): Buffer => u2(row, column, format);
const labelSst = (row: number, column: number, index: number): TestRecord => [
  0x00fd,
  join(at(row, column), u4(index)),
];
const number = (row: number, column: number, value: number, format = 0): TestRecord => [
  0x0203,
  join(at(row, column, format), f8(value)),
];
const sst = (...first: Buffer[]): TestRecord => [0x00fc, join(u4(0, 0), ...first)];
const goOn = (...parts: Buffer[]): TestRecord => [0x003c, join(...parts)];
const sheetOf = (...records: TestRecord[]): TestXls => ({ sheets: [{ records }] });

async function strings(count: number, ...records: TestRecord[]): Promise<unknown[]> {
  const cells = Array.from({ length: count }, (_, index) => labelSst(0, index, index));
  const [row] = await cellsOf(xlsFile({ globals: records, sheets: [{ records: cells }] }));
  return row!;
}

describe('workbooks that LibreOffice wrote', () => {
  it.each(['libreoffice.xls', 'libreoffice-1904.xls', 'libreoffice.xlsx', 'libreoffice-1904.xlsx'])(
    'reads %s',
    async name => {
      const { rows, sheets, notes, format } = await readAll(sample(name));
      const date = (text: string) => ({ kind: 'date', text });
      expect(sheets).toEqual([
        { name: '日历 表', index: 0, hidden: false },
        { name: '隐藏', index: 1, hidden: true },
      ]);
      const rounded = format === 'xls' ? '440351672912345664' : '4.40351672912346E+017';
      expect(rows).toEqual([
        { number: 1, cells: ['000123', '中央美术学院', '😀 粗体', 'a <b> & "c"'] },
        {
          number: 2,
          cells: [0, -5, 12.34, 0.1, 1e-7, 1073741824, { kind: 'number', text: rounded, rounded: true }],
        },
        {
          number: 3,
          cells: [
            date('2025-03-15'),
            date('2025-03-15 08:30:05'),
            date('2025-03-15'),
            date('08:30:00'),
            date('36:00:00'),
          ],
        },
        {
          number: 4,
          cells: [
            2,
            '甲乙',
            { kind: 'error', text: '#DIV/0!' },
            true,
            '长文'.repeat(4500),
            date('2025-03-15'),
          ],
        },
        { number: 6, cells: [undefined, undefined, '合并', undefined, '后'] },
        { number: 7, cells: ['x'.repeat(9000), '字'.repeat(9000)] },
      ]);
      expect(notes).toMatchObject({ mergedRanges: 1, formulaCells: 6, hiddenRows: 0 });
      expect(await cellsOf(sample(name), 1)).toEqual(
        Array.from({ length: 400 }, (_, index) => [
          index % 3 === 0 ? `ascii ${'x'.repeat(index)}` : `第${index}条${'招生'.repeat(index % 97)}`,
        ]),
      );
    },
  );

  it('says that an OpenDocument sheet is not read', async () => {
    expect(await refusal(sample('libreoffice.ods'))).toBe('unsupportedFormat');
  });
});

describe('the string table of an xls', () => {
  it('reads strings of one and two bytes a character', async () => {
    expect(await strings(3, sst(biffText('abc'), biffText(''), biffText('中文é')))).toEqual([
      'abc',
      '',
      '中文é',
    ]);
  });

  it('goes on in a CONTINUE record between strings, which has no flags then', async () => {
    expect(
      await strings(3, sst(biffText('a'), biffText('')), goOn(biffText('中')), goOn(biffText('c'))),
    ).toEqual(['a', '', '中']);
  });

  it('goes on inside a string, whose further part can have another width', async () => {
    const head = join(u2(6), u1(0), Buffer.from('abc'));
    expect(
      await strings(
        2,
        sst(head),
        goOn(u1(1), Buffer.from('中文', 'utf16le')),
        goOn(u1(0), Buffer.from('é', 'latin1'), biffText('next')),
      ),
    ).toEqual(['abc中文é', 'next']);
  });

  it('passes over font runs and phonetic guides, cut by a record or not', async () => {
    const rich = join(u2(2), u1(8), u2(2), Buffer.from('ab'), Buffer.alloc(8));
    const phonetic = join(u2(1), u1(1 | 4), u4(20), Buffer.from('中', 'utf16le'), Buffer.alloc(20));
    const both = join(u2(1), u1(8 | 4), u2(3), u4(10), Buffer.from('c'), Buffer.alloc(5));
    expect(
      await strings(
        4,
        sst(rich, phonetic, both),
        goOn(Buffer.alloc(12)),
        goOn(Buffer.alloc(5), biffText('end')),
      ),
    ).toEqual(['ab', '中', 'c', 'end']);
  });
});

describe('the cells of an xls', () => {
  it('reads packed numbers, rows of them and full ones', async () => {
    const integer = (value: number): number => (value << 2) | 2;
    const half = f8(12.5).readUInt32LE(4);
    const rows = await cellsOf(
      xlsFile(
        sheetOf(
          [0x027e, join(at(0, 0), u4(integer(-7)))],
          [0x027e, join(at(0, 1), u4(integer(1234) | 1))],
          [0x027e, join(at(0, 2), u4(half))],
          [0x027e, join(at(0, 3), u4(half | 1))],
          [0x00bd, join(u2(1, 2), u2(0), u4(integer(1)), u2(0), u4(integer(2)), u2(3))],
          number(2, 0, Number('440351672912345678')),
        ),
      ),
    );
    expect(rows).toEqual([
      [-7, 12.34, 12.5, 0.125],
      [undefined, undefined, 1, 2],
      [{ kind: 'number', text: '440351672912345664', rounded: true }],
    ]);
  });

  it('reads texts in the cell itself, booleans and errors', async () => {
    const rows = await cellsOf(
      xlsFile(
        sheetOf(
          [0x0204, join(at(0, 0), biffText('label'))],
          [0x00d6, join(at(0, 1), biffText('中文'), u2(0))],
          [0x0205, join(at(0, 2), u1(1, 0))],
          [0x0205, join(at(0, 3), u1(42, 1))],
        ),
      ),
    );
    expect(rows).toEqual([['label', '中文', true, { kind: 'error', text: '#N/A' }]]);
  });

  it('gives hidden rows like any other or leaves those below a row out, and counts those with values', async () => {
    const row = (number: number, hidden: boolean): TestRecord => [
      0x0208,
      join(u2(number, 0, 1, 255, 0, 0), u4(hidden ? 0x120 : 0x100)),
    ];
    const cell = (number: number): TestRecord => [0x0203, join(at(number, 0), f8(number))];
    const file = xlsFile(
      sheetOf(row(0, false), row(1, true), row(2, true), cell(0), cell(1), row(3, true), cell(3)),
    );
    const { rows, notes } = await readAll(file);
    expect(rows.map(({ number }) => number)).toEqual([1, 2, 4]);
    expect(notes.hiddenRows).toBe(2);
    const visible = await readAll(file, 0, { visibleBelow: 2 });
    expect(visible.rows.map(({ number }) => number)).toEqual([1, 2]);
    expect(visible.notes.hiddenRows).toBe(2);
  });

  it('gives formulas their stored values, long text among them', async () => {
    const formula = (column: number, result: Buffer): TestRecord => [
      0x0006,
      join(at(0, column), result, u2(0), u4(0), u2(0)),
    ];
    const special = (kind: number, value = 0): Buffer => join(u1(kind, 0, value, 0, 0, 0), u2(0xffff));
    const { rows, notes } = await readAll(
      xlsFile(
        sheetOf(
          formula(0, f8(2.5)),
          formula(1, special(0)),
          [0x04bc, Buffer.alloc(4)],
          [0x0207, join(u2(5), u1(0), Buffer.from('ab'))],
          goOn(u1(1), Buffer.from('中文字', 'utf16le')),
          formula(2, special(1, 1)),
          formula(3, special(2, 7)),
          formula(4, special(3)),
        ),
      ),
    );
    expect(rows[0]!.cells).toEqual([2.5, 'ab中文字', true, { kind: 'error', text: '#DIV/0!' }, '']);
    expect(notes.formulaCells).toBe(5);
  });

  it('reads dates of both systems by built-in and own formats', async () => {
    const xf = (format: number): TestRecord => [0x00e0, join(u2(0, format), Buffer.alloc(16))];
    const globals: TestRecord[] = [
      xf(0),
      xf(14),
      xf(200),
      xf(57),
      [0x041e, join(u2(200), biffText('yyyy"年"m"月"d"日" hh:mm'))],
    ];
    const records = [1, 2, 3, 0].map((format, column) => number(0, column, 43538.5, format));
    const date = (text: string) => ({ kind: 'date', text });
    expect(await cellsOf(xlsFile({ globals, sheets: [{ records }] }))).toEqual([
      [date('2019-03-14 12:00:00'), date('2019-03-14 12:00:00'), date('2019-03-14 12:00:00'), 43538.5],
    ]);
    expect(
      await cellsOf(xlsFile({ globals: [...globals, [0x0022, u2(1)]], sheets: [{ records }] })),
    ).toMatchObject([[date('2023-03-15 12:00:00'), {}, {}, 43538.5]]);
  });

  it('lists worksheets and marks hidden ones, and passes over charts', async () => {
    const path = xlsFile({
      sheets: [
        { name: 'chart', type: 2, records: [] },
        { name: '可见', records: [number(0, 0, 1)] },
        {
          name: '隐藏',
          hidden: 1,
          records: [[0x0809, Buffer.alloc(16)], number(0, 0, 9), [0x000a, Buffer.alloc(0)], number(4, 1, 2)],
        },
      ],
    });
    const { sheets, rows } = await readAll(path, 1);
    expect(sheets).toEqual([
      { name: '可见', index: 0, hidden: false },
      { name: '隐藏', index: 1, hidden: true },
    ]);
    expect(rows).toEqual([{ number: 5, cells: [undefined, 2] }]);
  });

  it('reads a stream of thousands of sectors as well as one in the mini stream', async () => {
    const records = Array.from({ length: 60_000 }, (_, index) => number(index, 0, index));
    const rows = await cellsOf(xlsFile(sheetOf(...records)));
    expect(rows).toHaveLength(60_000);
    expect(rows[59_999]).toEqual([59_999]);
    expect(await cellsOf(xlsFile(sheetOf(number(0, 0, 1))))).toEqual([[1]]);
  });
});

describe('what an xls is refused for', () => {
  it('says why', async () => {
    expect(await refusal(xlsFile({ globals: [[0x002f, Buffer.alloc(6)]] }))).toBe('encrypted');
    expect(await refusal(fileWith(ole2With('EncryptedPackage', Buffer.alloc(5000))))).toBe('encrypted');
    expect(await refusal(xlsFile({ version: 0x0500 }))).toBe('unsupportedFormat');
    expect(await refusal(xlsFile({ stream: 'Book', version: 0x0500 }))).toBe('unsupportedFormat');
    expect(await refusal(fileWith(Buffer.from('0904060000001000', 'hex')))).toBe('unsupportedFormat');
    expect(await refusal(xlsFile({ stream: 'WordDocument' }))).toBe('unknownFormat');
    expect(await refusal(xlsFile({ sheets: [] }))).toBe('noSheet');
    expect(await refusal(xlsFile({ unended: true }))).toBe('truncated');
    expect(await refusal(xlsFile({ globals: [sst(u2(500), u1(0), Buffer.from('cut'))] }))).toBe('corrupt');
    expect(await refusal(xlsFile(sheetOf(labelSst(0, 0, 7))))).toBe('corrupt');
    expect(await refusal(xlsFile(sheetOf([0x0203, u2(1)])))).toBe('corrupt');
  });

  it('is cut short, or has chains that turn in circles', async () => {
    const records = Array.from({ length: 2000 }, (_, index) => number(index, 0, index));
    const whole = ole2With('Workbook', biffStream(sheetOf(...records)));
    expect(await refusal(fileWith(whole.subarray(0, whole.length - 4096)))).toBe('truncated');
    expect(await refusal(fileWith(whole.subarray(0, 600)))).toBe('truncated');
    const circle = Buffer.from(whole);
    circle.writeUInt32LE(4, 512 + 4 * 5);
    expect(await refusal(fileWith(circle))).toBe('corrupt');
  });
});
