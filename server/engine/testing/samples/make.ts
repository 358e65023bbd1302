/**
 * Creates the samples except those of exceljs and SheetJS (README.md): run `node make.ts` with `soffice` installed. The
 * results are checked in, so that the tests do not need LibreOffice.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { writeXlsx } from 'hucre/xlsx';
import iconv from 'iconv-lite';
import { xlsxParts } from '../../../excel/testing/xlsx.ts';
import { zipOf } from '../../../excel/testing/zip.ts';
import { headers, rows } from './content.ts';

const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const day = 86_400_000;

function save(name: string, content: Buffer | string): void {
  writeFileSync(new URL(name, import.meta.url), content);
}

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');

/** Days since the epoch of a workbook; 1462 fewer in one that counts from 1904. */
function serial(text: string, from1904 = false): number {
  const at = Date.parse(`${text.length === 10 ? `${text}T00:00:00` : text.replace(' ', 'T')}Z`);
  return at / day + 25_569 - (from1904 ? 1_462 : 0);
}

const letter = (column: number): string => String.fromCharCode(65 + column);

/** One program's way of writing a cell. */
type CellOf = (text: string, column: number, row: number) => string;

const rowsXml = (cell: CellOf, attributes: (row: number) => string): string =>
  [headers, ...rows]
    .map((line, index) => {
      const cells = line.map((text, column) => (text === '' ? '' : cell(text, column, index + 1)));
      return `<row${attributes(index + 1)}>${cells.join('')}</row>`;
    })
    .join('');

const styles = (dayFormat: string, timeFormat: string): string =>
  `<numFmts count="2"><numFmt numFmtId="176" formatCode="${escaped(dayFormat)}"/><numFmt numFmtId="177" formatCode="${escaped(timeFormat)}"/></numFmts>` +
  '<cellXfs count="3"><xf numFmtId="0"/><xf numFmtId="176" applyNumberFormat="1"/><xf numFmtId="177" applyNumberFormat="1"/></cellXfs>';

/** The cells of a program that stores numbers and dates as such, and texts as `text` writes them. */
const typed =
  (text: CellOf, from1904 = false): CellOf =>
  (value, column, row) => {
    const place = `r="${letter(column)}${row}"`;
    if (row > 1 && column === 0) return `<c ${place}><v>${value}</v></c>`;
    if (row > 1 && column === 5) return `<c ${place} s="2"><v>${serial(value, from1904)}</v></c>`;
    if (row > 1 && column === 6) return `<c ${place} s="1"><v>${serial(value, from1904)}</v></c>`;
    return text(value, column, row);
  };

/** Shared strings, collected while cells are written. */
function sharedStrings() {
  const texts: string[] = [];
  const cell: CellOf = (value, column, row) => {
    if (!texts.includes(value)) texts.push(value);
    return `<c r="${letter(column)}${row}" t="s"><v>${texts.indexOf(value)}</v></c>`;
  };
  return { cell, texts };
}

const inline: CellOf = (value, column, row) =>
  `<c r="${letter(column)}${row}" t="inlineStr"><is><t xml:space="preserve">${escaped(value)}</t></is></c>`;

// Excel: shared strings, one of them rich with a phonetic guide, spans, and formulas with cached values.
const excel = sharedStrings();
const excelRows = rowsXml(
  typed((value, column, row) => {
    if (row === 2 && column === 1) {
      return `<c r="B2" t="str"><f>"湖"&amp;"南"</f><v>${value}</v></c>`;
    }
    return excel.cell(value, column, row);
  }),
  row => ` r="${row}" spans="1:8" x14ac:dyDescent="0.25"`,
).replace('<c r="A2"><v>2026</v></c>', '<c r="A2"><f>2025+1</f><v>2026</v></c>');
const rich = (text: string): string =>
  text === '美术与设计类'
    ? '<si><r><rPr><b/></rPr><t>美术与</t></r><r><t>设计类</t></r><rPh sb="0" eb="2"><t>ビジュツ</t></rPh><phoneticPr fontId="1"/></si>'
    : `<si><t>${escaped(text)}</t></si>`;
const excelParts = xlsxParts({
  sheet: `<worksheet xmlns="${main}" xmlns:x14ac="http://schemas.microsoft.com/office/spreadsheetml/2009/9/ac"><dimension ref="A1:H4"/><sheetData>${excelRows}</sheetData></worksheet>`,
  strings: excel.texts.map(rich).join(''),
  styles: styles('yyyy/m/d', 'yyyy/m/d h:mm:ss'),
});
const excelFile = zipOf(excelParts);
save('excel.xlsx', excelFile);
save('one-workbook.zip', zipOf({ '2026 考试.xlsx': excelFile, '__MACOSX/._2026 考试.xlsx': 'shadow' }));

// Excel for the Mac, years ago: days are counted from 1904.
save(
  'excel-1904.xlsx',
  zipOf(
    xlsxParts({
      rows: rowsXml(typed(inline, true), row => ` r="${row}"`),
      properties: 'date1904="1"',
      styles: styles('yyyy-mm-dd', 'yyyy-mm-dd hh:mm:ss'),
    }),
  ),
);

// Apache POI in its streaming form: inline strings, and a dimension that was never set.
save(
  'poi.xlsx',
  zipOf(
    xlsxParts({
      sheet: `<worksheet xmlns="${main}"><dimension ref="A1"/><sheetViews><sheetView workbookViewId="0"/></sheetViews><sheetData>${rowsXml(typed(inline), row => ` r="${row}"`)}</sheetData></worksheet>`,
      styles: styles('yyyy-mm-dd', 'yyyy-mm-dd hh:mm:ss'),
    }),
  ),
);

// WPS: absolute targets, strings behind the sheet, dates in Chinese, and an empty styled row at the end.
const wps = sharedStrings();
const wpsRows = `${rowsXml(typed(wps.cell), row => ` r="${row}" spans="1:8"`)}<row r="9" spans="1:8"><c r="A9" s="1"/></row>`;
save(
  'wps.xlsx',
  zipOf(
    xlsxParts({
      rows: wpsRows,
      strings: wps.texts.map(text => `<si><t>${escaped(text)}</t></si>`).join(''),
      styles: styles('yyyy"年"m"月"d"日"', 'yyyy"年"m"月"d"日" h:mm:ss'),
      target: '/xl/worksheets/sheet1.xml',
    }),
  ),
);

// Cells and rows without positions, with a namespace prefix.
const plain: CellOf = value => `<x:c t="str"><x:v>${escaped(value)}</x:v></x:c>`;
const unplaced = [headers, ...rows]
  .map(line => `<x:row>${line.map(text => (text === '' ? '<x:c/>' : plain(text, 0, 0))).join('')}</x:row>`)
  .join('');
save(
  'without-places.xlsx',
  zipOf(
    xlsxParts({
      sheet: `<x:worksheet xmlns:x="${main}"><x:sheetData>${unplaced}</x:sheetData></x:worksheet>`,
    }),
  ),
);

// A table that begins at C5, with empty rows in between, next to a remark merged over two columns; a hidden sheet
// first.
const moved = [headers, ...rows]
  .map((line, index) => {
    const row = 5 + index * 3;
    const cells = line.map((text, column) => (text === '' ? '' : inline(text, column + 2, row)));
    return `<row r="${row}">${cells.join('')}</row>`;
  })
  .join('');
const merged = `<mergeCells count="2"><mergeCell ref="J5:K5"/><mergeCell ref="J8:K8"/></mergeCells>`;
const sheets =
  '<sheet name="说明" sheetId="1" state="hidden" r:id="rId1"/><sheet name="数据" sheetId="2" r:id="rId4"/>';
save(
  'sparse-merged-hidden.xlsx',
  zipOf(
    xlsxParts({
      rows: `<row r="1">${inline('请勿修改', 0, 1)}</row>`,
      sheetList: sheets,
      extra: {
        'xl/worksheets/sheet2.xml': `<worksheet xmlns="${main}"><dimension ref="A1:B2"/><sheetData>${moved}</sheetData>${merged}</worksheet>`,
      },
    }),
  ),
);

save(
  'hucre.xlsx',
  Buffer.from(
    await writeXlsx({ sheets: [{ name: '考试', rows: [[...headers], ...rows.map(row => [...row])] }] }),
  ),
);

// Text in every encoding that spreadsheets save it in.
const quoted = (text: string): string => (/[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
const csv = [headers, ...rows].map(line => `${line.map(quoted).join(',')}\r\n`).join('');
save('utf8.csv', csv);
save('utf8-bom.csv', `\ufeff${csv}`);
save('utf16le.csv', iconv.encode(csv, 'utf-16le', { addBOM: true }));
save('utf16be.csv', iconv.encode(csv, 'utf-16be', { addBOM: true }));
save('gb18030.csv', iconv.encode(csv, 'gb18030'));

// LibreOffice, from the text: it finds out numbers and dates by itself.
const folder = mkdtempSync(join(tmpdir(), 'yikao-samples-'));
const source = join(folder, 'sample.csv');
for (const [filter, name] of [
  ['xlsx:Calc MS Excel 2007 XML', 'libreoffice.xlsx'],
  ['xls:MS Excel 97', 'libreoffice.xls'],
  ['ods', 'libreoffice.ods'],
] as const) {
  writeFileSync(source, csv);
  const done = spawnSync(
    'soffice',
    ['--headless', '--infilter=CSV:44,34,76,1', '--convert-to', filter, '--outdir', folder, source],
    { encoding: 'utf8' },
  );
  if (done.status !== 0) throw new Error(done.stderr);
  renameSync(join(folder, `sample.${filter.split(':')[0]}`), new URL(name, import.meta.url));
}
const back = spawnSync(
  'soffice',
  [
    '--headless',
    '--convert-to',
    'csv:Text - txt - csv (StarCalc):44,34,76',
    '--outdir',
    folder,
    new URL('libreoffice.xlsx', import.meta.url).pathname,
  ],
  { encoding: 'utf8' },
);
if (back.status !== 0) throw new Error(back.stderr);
renameSync(join(folder, 'libreoffice.csv'), new URL('libreoffice.csv', import.meta.url));
rmSync(folder, { recursive: true });
