import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { SheetRow } from './index.ts';
import { biffText, f8, join, type TestRecord, u2 } from './testing/biff.ts';
import { cellsOf, fileWith, readAll, refusal, xlsFile, xlsxFile } from './testing/files.ts';

interface Placed {
  readonly row: number;
  readonly column: number;
  readonly value: string | number;
}

const placed = fc.uniqueArray(
  fc.record({
    row: fc.integer({ min: 0, max: 40 }),
    column: fc.integer({ min: 0, max: 6 }),
    value: fc.oneof(fc.integer({ min: 0, max: 999 }), fc.constantFrom('甲', '乙', '丙丁')),
  }),
  { selector: ({ row, column }) => row * 100 + column, minLength: 1, maxLength: 60 },
);

const letters = 'ABCDEFG';

function expected(cells: readonly Placed[]): SheetRow[] {
  const rows = new Map<number, SheetRow['cells']>();
  for (const { row, column, value } of cells) {
    const found = rows.get(row) ?? [];
    found[column] = value;
    rows.set(row, found);
  }
  return [...rows].sort(([a], [b]) => a - b).map(([row, cells]) => ({ number: row + 1, cells: [...cells] }));
}

const xmlCell = ({ row, column, value }: Placed, withPlace: boolean): string => {
  const place = withPlace ? ` r="${letters[column]}${row + 1}"` : '';
  return typeof value === 'number'
    ? `<c${place}><v>${value}</v></c>`
    : `<c${place} t="inlineStr"><is><t>${value}</t></is></c>`;
};

test('the order of cells and rows in a file, and the pieces they come in, change nothing', async () => {
  await fc.assert(
    fc.asyncProperty(placed, fc.boolean(), async (cells, numbered) => {
      const whole = expected(cells);
      // The cells of `placed` are in random order: one row element for each.
      const rows = cells
        .map(cell => `<row${numbered ? ` r="${cell.row + 1}"` : ''}>${xmlCell(cell, true)}</row>`)
        .join('');
      expect((await readAll(xlsxFile({ rows }))).rows).toEqual(whole);
      const records = cells.map(
        ({ row, column, value }): TestRecord =>
          typeof value === 'number'
            ? [0x0203, join(u2(row, column, 0), f8(value))]
            : [0x0204, join(u2(row, column, 0), biffText(value))],
      );
      expect((await readAll(xlsFile({ sheets: [{ records }] }))).rows).toEqual(whole);
    }),
    { numRuns: 40 },
  );
});

test('a cell that stands twice in pieces of a row refuses the file, and within a row marks it', async () => {
  const twice = '<row r="2"><c r="A2"><v>1</v></c></row><row r="2"><c r="A2"><v>2</v></c></row>';
  expect(await refusal(xlsxFile({ rows: twice }))).toBe('repeatedCell');
  const same = twice.replace('<v>2</v>', '<v>1</v>');
  expect(await cellsOf(xlsxFile({ rows: same }))).toEqual([[1]]);
  const within = '<row r="2"><c r="A2"><v>1</v></c><c r="A2"><v>2</v></c></row>';
  expect((await readAll(xlsxFile({ rows: within }))).rows[0]).toMatchObject({ number: 2, repeated: true });
});

const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const strict = 'http://purl.oclc.org/ooxml/spreadsheetml/main';
const other = 'http://schemas.microsoft.com/office/spreadsheetml/2009/9/main';
const offered = 'http://schemas.openxmlformats.org/markup-compatibility/2006';

test('elements of other vocabularies, extensions and contents for newer readers are none of the sheet', async () => {
  const foreign = `<o:row r="9"><o:c r="A9"><o:v>9</o:v></o:c></o:row><extLst><ext><row r="8"><c><v>8</v></c></row></ext></extLst>`;
  const choice = `<mc:AlternateContent><mc:Choice Requires="o"><row r="2"><c><v>7</v></c></row></mc:Choice><mc:Fallback><row r="2"><c><v>2</v></c></row></mc:Fallback></mc:AlternateContent>`;
  const cell = `<c r="A1"><o:v>5</o:v><v>1</v><extLst><ext><v>6</v></ext></extLst></c>`;
  const text = `<c r="B1" t="inlineStr"><is><o:t>x</o:t><t>文</t><extLst><ext><t>y</t></ext></extLst></is></c>`;
  for (const [namespace, prefix] of [
    [main, ''],
    [strict, ''],
    [main, 'x'],
  ] as const) {
    const own = (xml: string) =>
      prefix === '' ? xml : xml.replace(/<(\/?)(?=\w+[\s>/])(?!\/?(?:o|mc):)/g, `<$1${prefix}:`);
    const xmlns = prefix === '' ? `xmlns="${namespace}"` : `xmlns:${prefix}="${namespace}"`;
    const sheet = own(
      `<worksheet ${xmlns} xmlns:o="${other}" xmlns:mc="${offered}"><extLst><ext><sheetData/></ext></extLst><sheetData>${foreign}<row r="1">${cell}${text}</row>${choice}</sheetData></worksheet>`,
    );
    const { rows } = await readAll(xlsxFile({ sheet }));
    expect(rows, `${namespace} ${prefix}`).toEqual([
      { number: 1, cells: [1, '文'] },
      { number: 2, cells: [2] },
    ]);
  }
});

test('the date system is that of the workbook, not of an extension of it', async () => {
  const styles = '<cellXfs><xf numFmtId="14"/></cellXfs>';
  const rows = '<row><c s="0"><v>44946</v></c></row>';
  const extension = `date1904="1"/><extLst><ext xmlns:x14="${other}"><x14:workbookPr date1904="0"/><workbookPr date1904="0"/></ext></extLst><x14:workbookPr xmlns:x14="${other}" defaultImageDpi="32767"`;
  expect(await cellsOf(xlsxFile({ rows, styles, properties: extension }))).toEqual([
    [{ kind: 'date', text: '2027-01-21' }],
  ]);
});

test('strings of other vocabularies do not shift those that are shared', async () => {
  const strings = `<si><t>甲</t></si><extLst><ext><si><t>x</t></si></ext></extLst><o:si xmlns:o="${other}"><o:t>y</o:t></o:si><si><t>乙</t></si>`;
  const rows = '<row><c t="s"><v>0</v></c><c t="s"><v>1</v></c></row>';
  expect(await cellsOf(xlsxFile({ rows, strings }))).toEqual([['甲', '乙']]);
});

const merged = (refs: readonly string[], rows: string): string =>
  `<worksheet xmlns="${main}"><sheetData>${rows}</sheetData><mergeCells>${refs.map(ref => `<mergeCell ref="${ref}"/>`).join('')}</mergeCells></worksheet>`;

test('merged cells are filled down below a heading, in their first column, and told by column', async () => {
  const cell = (place: string, text: string) => `<c r="${place}" t="inlineStr"><is><t>${text}</t></is></c>`;
  const rows = [
    `<row r="1">${cell('A1', '行业')}${cell('B1', '职业')}</row>`,
    `<row r="2">${cell('B2', '部分')}</row>`,
    `<row r="3">${cell('A3', '艺术')}${cell('B3', '甲')}${cell('C3', 'x')}</row>`,
    `<row r="4">${cell('B4', '乙')}</row>`,
    `<row r="5">${cell('A5', '旧')}${cell('B5', '丙')}</row>`,
    `<row r="6">${cell('A6', '音乐')}${cell('B6', '丁')}</row>`,
    '<row r="7"><c r="A7"/></row>',
  ].join('');
  const sheet = merged(['A1:A2', 'A3:A5', 'C3:D4', 'A6:A7', 'B6:B7'], rows);
  const { rows: plain } = await readAll(xlsxFile({ sheet }));
  expect(plain.map(({ cells }) => cells[0])).toEqual(['行业', undefined, '艺术', undefined, '旧', '音乐']);
  const { rows: filled, notes } = await readAll(xlsxFile({ sheet }), 0, { fillBelow: 2 });
  expect(filled.map(({ number, cells }) => [number, ...cells])).toEqual([
    [1, '行业', '职业'],
    [2, undefined, '部分'],
    [3, '艺术', '甲', 'x'],
    [4, '艺术', '乙', 'x'],
    [5, '艺术', '丙'],
    [6, '音乐', '丁'],
  ]);
  expect([...notes.filledRanges]).toEqual([
    [0, 1],
    [2, 1],
  ]);
});

test('a value beneath merged cells is not read, in an xlsx and an xls, and counted with its place', async () => {
  const values = [
    ['甲', '旧一', '旧二', 'a'],
    ['乙', undefined, '丙', 'b'],
    [undefined, '旧三', undefined, 'c'],
    ['乙', '旧四', undefined, 'd'],
    [undefined, '旧五'],
  ];
  const placed = values.flatMap((cells, row) =>
    cells.flatMap((value, column) => (value === undefined ? [] : [{ row, column, value }])),
  );
  const rows = values
    .map((_, row) => {
      const cells = placed.filter(cell => cell.row === row).map(cell => xmlCell(cell, true));
      return `<row r="${row + 1}">${cells.join('')}</row>`;
    })
    .join('');
  const xlsx = xlsxFile({ sheet: merged(['A1:C1', 'A3:C3', 'A2:B2', 'A4:B5'], rows) });
  const records = placed.map(
    ({ row, column, value }): TestRecord => [0x0204, join(u2(row, column, 0), biffText(value))],
  );
  const ranges = u2(4, ...[0, 0, 0, 2], ...[2, 2, 0, 2], ...[1, 1, 0, 1], ...[3, 4, 0, 1]);
  const xls = xlsFile({ sheets: [{ records: [...records, [0x00e5, ranges]] }] });
  for (const path of [xlsx, xls]) {
    const { rows: read, notes } = await readAll(path, 0, { fillBelow: 0 });
    expect(read.map(({ number, cells }) => [number, ...Array.from(cells)])).toEqual([
      [1, '甲', undefined, undefined, 'a'],
      [2, '乙', undefined, '丙', 'b'],
      [3, undefined, undefined, undefined, 'c'],
      [4, '乙', undefined, undefined, 'd'],
    ]);
    expect(notes).toMatchObject({ coveredCells: 5, coveredPlaces: ['B1', 'C1', 'B3', 'B4', 'B5'] });
  }
});

test('merged cells are filled down in an xls, a page and an XML sheet as well', async () => {
  const text = (row: number, column: number, value: string): TestRecord => [
    0x0204,
    join(u2(row, column, 0), biffText(value)),
  ];
  const records = [text(0, 0, '甲'), text(0, 1, 'a'), text(1, 1, 'b')];
  const xls = xlsFile({ sheets: [{ records: [...records, [0x00e5, u2(1, 0, 1, 0, 0)]] }] });
  const page = fileWith('<table><tr><td rowspan="2">甲</td><td>a</td></tr><tr><td>b</td></tr></table>');
  const xml = fileWith(
    '<?xml version="1.0"?><Workbook xmlns="urn:schemas-microsoft-com:office:spreadsheet" xmlns:ss="urn:schemas-microsoft-com:office:spreadsheet"><Worksheet ss:Name="一"><Table><Row><Cell ss:MergeDown="1"><Data ss:Type="String">甲</Data></Cell><Cell><Data ss:Type="String">a</Data></Cell></Row><Row><Cell ss:Index="2"><Data ss:Type="String">b</Data></Cell></Row></Table></Worksheet></Workbook>',
  );
  for (const path of [xls, page, xml]) {
    const { rows } = await readAll(path, 0, { fillBelow: 0 });
    expect(rows.map(({ cells }) => cells)).toEqual([
      ['甲', 'a'],
      ['甲', 'b'],
    ]);
  }
});
