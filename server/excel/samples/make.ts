/**
 * Creates the samples written by LibreOffice, from one description: run `node make.ts` with `soffice` installed. The
 * results are checked in, so that the tests do not need LibreOffice.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const namespaces = ['office', 'table', 'text', 'style', 'fo', 'number', 'calcext', 'of']
  .map(name =>
    name === 'calcext' || name === 'of'
      ? `xmlns:${name}="urn:org:documentfoundation:names:experimental:${name}:xmlns:1.0"`
      : name === 'fo' || name === 'number'
        ? `xmlns:${name}="urn:oasis:names:tc:opendocument:xmlns:${name === 'fo' ? 'xsl-fo-compatible' : 'datastyle'}:1.0"`
        : `xmlns:${name}="urn:oasis:names:tc:opendocument:xmlns:${name}:1.0"`,
  )
  .join(' ')
  .replace(
    'urn:org:documentfoundation:names:experimental:of:xmlns:1.0',
    'urn:oasis:names:tc:opendocument:xmlns:of:1.2',
  );

const text = (value: string): string =>
  `<table:table-cell office:value-type="string"><text:p>${value}</text:p></table:table-cell>`;
const number = (value: number | string, style = ''): string =>
  `<table:table-cell office:value-type="float" office:value="${value}"${style}/>`;
const date = (value: string, style: string): string =>
  `<table:table-cell office:value-type="date" office:date-value="${value}" table:style-name="${style}"/>`;
const time = (value: string, style: string): string =>
  `<table:table-cell office:value-type="time" office:time-value="${value}" table:style-name="${style}"/>`;
const formula = (code: string): string => `<table:table-cell table:formula="of:=${code}"/>`;
const row = (...cells: string[]): string => `<table:table-row>${cells.join('')}</table:table-row>`;

/** Unique texts of every length up to some hundred, so that the string table of an xls is cut everywhere. */
const manyTexts = Array.from({ length: 400 }, (_, index) =>
  row(text(index % 3 === 0 ? `ascii ${'x'.repeat(index)}` : `第${index}条${'招生'.repeat(index % 97)}`)),
);

const two = (unit: string): string => `<number:${unit} number:style="long"/>`;
const day = `<number:year number:style="long"/><number:text>-</number:text>${two('month')}<number:text>-</number:text>${two('day')}`;
const clock = `${two('hours')}<number:text>:</number:text>${two('minutes')}<number:text>:</number:text>${two('seconds')}`;
const chineseDay =
  '<number:year number:style="long"/><number:text>年</number:text><number:month/><number:text>月</number:text><number:day/><number:text>日</number:text>';

function document(nullDate: string): string {
  const cellStyle = (name: string, data: string): string =>
    `<style:style style:name="${name}" style:family="table-cell" style:data-style-name="${data}"/>`;
  return `<?xml version="1.0" encoding="UTF-8"?><office:document ${namespaces} office:version="1.3" office:mimetype="application/vnd.oasis.opendocument.spreadsheet"><office:automatic-styles>
<number:date-style style:name="N1">${day}</number:date-style><number:date-style style:name="N2">${day}<number:text> </number:text>${clock}</number:date-style>
<number:date-style style:name="N3">${chineseDay}</number:date-style><number:time-style style:name="N4">${clock}</number:time-style><number:time-style style:name="N5" number:truncate-on-overflow="false">${clock}</number:time-style>
${cellStyle('day', 'N1')}${cellStyle('moment', 'N2')}${cellStyle('chinese', 'N3')}${cellStyle('clock', 'N4')}${cellStyle('duration', 'N5')}
<style:style style:name="bold" style:family="text"><style:text-properties fo:font-weight="bold"/></style:style>
<style:style style:name="hiddenTable" style:family="table"><style:table-properties table:display="false"/></style:style></office:automatic-styles>
<office:body><office:spreadsheet><table:calculation-settings><table:null-date table:date-value="${nullDate}"/></table:calculation-settings>
<table:table table:name="日历 表">${[
    row(
      text('000123'),
      text('中央美术学院'),
      text('😀 <text:span text:style-name="bold">粗</text:span>体'),
      text('a &lt;b&gt; &amp; "c"'),
    ),
    row(
      number(0),
      number(-5),
      number(12.34),
      number(0.1),
      number('1e-7'),
      number(1073741824),
      number('440351672912345678'),
    ),
    row(
      date('2025-03-15', 'day'),
      date('2025-03-15T08:30:05', 'moment'),
      date('2025-03-15', 'chinese'),
      time('PT08H30M00S', 'clock'),
      time('PT36H00M00S', 'duration'),
    ),
    row(
      formula('1+1'),
      formula('&quot;甲&quot;&amp;&quot;乙&quot;'),
      formula('1/0'),
      formula('TRUE()'),
      formula('REPT(&quot;长文&quot;;4500)'),
      formula('DATE(2025;3;15)'),
    ),
    row(),
    row(
      '<table:table-cell table:number-columns-repeated="2"/>',
      '<table:table-cell office:value-type="string" table:number-columns-spanned="2" table:number-rows-spanned="1"><text:p>合并</text:p></table:table-cell><table:covered-table-cell/>',
      text('后'),
    ),
    row(text('x'.repeat(9_000)), text('字'.repeat(9_000))),
  ].join('')}</table:table>
<table:table table:name="隐藏" table:style-name="hiddenTable">${manyTexts.join('')}</table:table></office:spreadsheet></office:body></office:document>`;
}

const folder = mkdtempSync(join(tmpdir(), 'yikao-samples-'));

function convert(source: string, filter: string, target: string): void {
  const { status, stderr } = spawnSync(
    'soffice',
    ['--headless', '--convert-to', filter, '--outdir', folder, source],
    { encoding: 'utf8' },
  );
  if (status !== 0) throw new Error(stderr);
  const extension = filter.split(':')[0]!;
  renameSync(source.replace(/\.[^.]*$/, `.${extension}`), new URL(target, import.meta.url));
}

const source = join(folder, 'sample.fods');
writeFileSync(source, document('1899-12-30'));
convert(source, 'xls:MS Excel 97', 'libreoffice.xls');
convert(source, 'xlsx:Calc MS Excel 2007 XML', 'libreoffice.xlsx');
convert(source, 'ods', 'libreoffice.ods');
writeFileSync(source, document('1904-01-01'));
convert(source, 'xls:MS Excel 97', 'libreoffice-1904.xls');
convert(source, 'xlsx:Calc MS Excel 2007 XML', 'libreoffice-1904.xlsx');
rmSync(folder, { recursive: true });
