import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { inflateRawSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import {
  createXlsxWriter,
  openWorkbook,
  type WriteCell,
  type WriteColumn,
  type WriteResult,
  workbookLimits,
} from '../index.ts';
import { cellsOf, readAll, temporaryPath } from '../testing/files.ts';

const text = (header: string): WriteColumn => ({ header, format: 'text' });

async function written(
  columns: readonly WriteColumn[],
  rows: readonly (readonly WriteCell[])[],
): Promise<{ path: string; result: WriteResult }> {
  const path = temporaryPath('written.xlsx');
  const writer = await createXlsxWriter(path, { sheets: [{ name: '表', columns, freezeHeader: true }] });
  for (const row of rows) await writer.row(row);
  return { path, result: await writer.close() };
}

/** A part of a written workbook, found by its local header. */
function part(path: string, name: string): string {
  const file = readFileSync(path);
  for (let at = 0; file.readUInt32LE(at) === 0x04034b50; ) {
    const nameEnd = at + 30 + file.readUInt16LE(at + 26);
    const start = nameEnd + file.readUInt16LE(at + 28);
    const end = start + file.readUInt32LE(at + 18);
    if (file.toString('utf8', at + 30, nameEnd) === name)
      return inflateRawSync(file.subarray(start, end)).toString();
    at = end;
  }
  throw new Error(`There is no part ${name}`);
}

describe('values in xlsx', () => {
  it('keeps ids, codes and long decimals as they are', async () => {
    const { path, result } = await written(
      [text('编码'), { header: '金额', format: 'decimal2' }, { header: '数', format: 'general' }],
      [
        ['000123', { decimal: '12.30' }, 5],
        ['440351672912345678', { decimal: '12345678901234567.89' }, Number.MAX_SAFE_INTEGER],
        [42, { decimal: '-0.05' }, -1.25],
        [{ decimal: '007' }, { decimal: 'x' }, Number.NaN],
      ],
    );
    expect(await cellsOf(path)).toEqual([
      ['编码', '金额', '数'],
      ['000123', { kind: 'formatted', value: 12.3, text: '12.30' }, 5],
      ['440351672912345678', '12345678901234567.89', '9007199254740991'],
      ['42', -0.05, -1.25],
      ['007', 'x', ''],
    ]);
    expect(result).toEqual({ rows: 4, bytes: statSync(path).size, replaced: 1 });
  });

  it('writes dates as dates in whatever column, and what is no date as text', async () => {
    const { path } = await written(
      [{ header: '日期', format: 'date' }, { header: '时间', format: 'dateTime' }, text('文')],
      [
        [{ date: '2025-02-28' }, { dateTime: '2025-02-28 23:59:59' }, { date: '1900-01-01' }],
        [{ date: '2025-02-29' }, { dateTime: '2025-02-28 24:00:00' }, { date: '1899-12-31' }],
        ['明天', 12, { dateTime: '9999-12-31 00:00:01' }],
      ],
    );
    const date = (value: string) => ({ kind: 'date', text: value });
    expect((await cellsOf(path)).slice(1)).toEqual([
      [date('2025-02-28'), date('2025-02-28 23:59:59'), date('1900-01-01')],
      ['2025-02-29', '2025-02-28 24:00:00', '1899-12-31'],
      ['明天', 12, date('9999-12-31 00:00:01')],
    ]);
  });

  it('lets nothing run that begins like a formula', async () => {
    const dangerous = ['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1', '=HYPERLINK("http://x")'];
    const { path } = await written(
      [text('a')],
      dangerous.map(value => [value]),
    );
    const sheet = part(path, 'xl/worksheets/sheet1.xml');
    expect(sheet).not.toContain('<f');
    const styles = part(path, 'xl/styles.xml');
    const formats = [...styles.slice(styles.indexOf('<cellXfs')).matchAll(/<xf [^>]*>/g)].map(([xf]) => xf);
    for (const [, style] of [...sheet.matchAll(/<c r="A(?!1")\d+" s="(\d+)"/g)]) {
      expect(formats[Number(style)]).toContain('quotePrefix="1"');
    }
    expect((await cellsOf(path)).slice(1)).toEqual(dangerous.map(value => [value]));
  });

  it('keeps control characters readable, mends lone surrogates, cuts what Excel would refuse, and says how often', async () => {
    const long = '长'.repeat(workbookLimits.cellText + 10);
    const emoji = `${'a'.repeat(workbookLimits.cellText - 1)}😀`;
    const { path, result } = await written(
      [text('a')],
      [['\u0000\u0001\u001f\ufffe'], ['a\ud800b'], [long], [emoji], ['_x0041_ \r\n\t <&>"\' ]]> 😀']],
    );
    expect((await cellsOf(path)).slice(1)).toEqual([
      ['\u0000\u0001\u001f\ufffe'],
      ['a\ufffdb'],
      ['长'.repeat(workbookLimits.cellText)],
      ['a'.repeat(workbookLimits.cellText - 1)],
      ['_x0041_ \r\n\t <&>"\' ]]> 😀'],
    ]);
    expect(result.replaced).toBe(4);
  });

  it('leaves empty cells out and keeps the place of the others', async () => {
    const { path } = await written([], [[null, undefined, 1], [], [true, false]]);
    expect((await readAll(path)).rows).toEqual([
      { number: 1, cells: [undefined, undefined, 1] },
      { number: 3, cells: [true, false] },
    ]);
  });
});

describe('the look of a written sheet', () => {
  it('has widths, column formats, a frozen header, required headers and notes', async () => {
    const { path } = await written(
      [
        { header: '省份*', format: 'text', width: 20, required: true, note: '必填：\n"省份" <名称>' },
        { header: '日期', format: 'date', width: 999 },
      ],
      [],
    );
    const sheet = part(path, 'xl/worksheets/sheet1.xml');
    expect(sheet).toContain('<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/>');
    expect(sheet).toMatch(
      /<col min="1" max="1" width="20" style="\d+" customWidth="1"\/><col min="2" max="2" width="255"/,
    );
    expect(part(path, 'xl/comments1.xml')).toContain('必填：&#10;&quot;省份&quot; &lt;名称&gt;');
    expect(part(path, 'xl/drawings/vmlDrawing1.vml')).toContain('<x:Row>0</x:Row><x:Column>0</x:Column>');
  });

  it('offers short drop-downs in place and long ones from a sheet nobody sees', async () => {
    const schools = Array.from({ length: 400 }, (_, index) => `第${index}学院`);
    const { path } = await written(
      [
        { header: '类型', format: 'text', options: ['联考', '校考'] },
        { header: '院校', format: 'text', options: schools },
        { header: '含逗号', format: 'text', options: ['a,b'] },
      ],
      [['联考', '第1学院', 'a,b']],
    );
    const sheet = part(path, 'xl/worksheets/sheet1.xml');
    expect(sheet).toContain('sqref="A2:A1048576"><formula1>&quot;联考,校考&quot;</formula1>');
    expect(sheet).toContain('<formula1>_options!$A$1:$A$400</formula1>');
    expect(sheet).toContain('<formula1>_options!$B$1:$B$1</formula1>');
    const { sheets, rows } = await readAll(path, 1);
    expect(sheets[1]).toEqual({ name: '_options', index: 1, hidden: true });
    expect(rows.map(({ cells }) => cells[0])).toEqual(schools);
    expect(part(path, 'xl/workbook.xml')).toContain('name="_options" sheetId="2" state="veryHidden"');
  });

  it('colours bad cells, empty ones too, and says in a note what is wrong', async () => {
    const { path } = await written(
      [text('a'), { header: 'b', format: 'date' }],
      [
        ['好', { value: { date: '2025-01-01' }, bad: true, note: '早于开始时间' }],
        [
          { value: null, bad: true, note: '必填' },
          { value: '=x', bad: true },
        ],
      ],
    );
    const sheet = part(path, 'xl/worksheets/sheet1.xml');
    const styles = part(path, 'xl/styles.xml');
    const formats = [...styles.slice(styles.indexOf('<cellXfs')).matchAll(/<xf [^>]*>/g)].map(([xf]) => xf);
    const formatOf = (cell: string): string =>
      formats[Number(new RegExp(`r="${cell}" s="(\\d+)"`).exec(sheet)![1])]!;
    expect(formatOf('A2')).not.toContain('fillId="2"');
    for (const cell of ['B2', 'A3', 'B3']) expect(formatOf(cell)).toContain('fillId="2"');
    const notes = part(path, 'xl/comments1.xml');
    expect(notes).toMatch(/ref="B2".*早于开始时间.*ref="A3".*必填/);
    expect((await cellsOf(path))[1]).toEqual(['好', { kind: 'date', text: '2025-01-01' }]);
  });
});

describe('several sheets', () => {
  it('writes them in order, hidden ones too, under valid and different names', async () => {
    const path = temporaryPath();
    const writer = await createXlsxWriter(path, {
      sheets: [
        { name: '表[1]:*?/\\', columns: [text('a')] },
        { name: '表 1', columns: [text('b')] },
        { name: 'signature', columns: [], hidden: true },
        { name: 'x'.repeat(40), columns: [] },
        { name: '', columns: [] },
      ],
    });
    await writer.row(['1']);
    await writer.sheet(2);
    await writer.row(['schExamType', 'v1']);
    await expect(writer.sheet(1)).rejects.toThrow(RangeError);
    await writer.close();
    const { sheets } = await readAll(path);
    expect(sheets.map(({ name, hidden }) => [name, hidden])).toEqual([
      ['表 1', false],
      ['表 1 (2)', false],
      ['signature', true],
      ['x'.repeat(31), false],
      ['Sheet', false],
    ]);
    expect(await cellsOf(path, 1)).toEqual([['b']]);
    expect(await cellsOf(path, 2)).toEqual([['schExamType', 'v1']]);
  });

  it('goes on in a further sheet with the same header past the last row of a sheet', async () => {
    const path = temporaryPath();
    const writer = await createXlsxWriter(path, {
      sheets: [{ name: '长表', columns: [text('a')] }],
      level: 1,
    });
    const total = workbookLimits.rows + 1;
    for (let row = 0; row < total; row++) {
      const waiting = writer.row([row]);
      if (waiting) await waiting;
    }
    expect((await writer.close()).rows).toBe(total);
    const workbook = await openWorkbook(path);
    expect(workbook.sheets.map(({ name }) => name)).toEqual(['长表', '长表 (2)']);
    await workbook.close();
    expect(await cellsOf(path, 1)).toEqual([
      ['a'],
      [String(workbookLimits.rows - 1)],
      [String(workbookLimits.rows)],
    ]);
  });

  it('leaves no file behind when it is given up', async () => {
    const path = temporaryPath();
    const writer = await createXlsxWriter(path, { sheets: [{ name: 'a', columns: [] }] });
    await writer.row(['x']);
    await writer.abort();
    await writer.abort();
    expect(existsSync(path)).toBe(false);
  });

  it('fails, and does not wait for ever, when the disk takes no more', () => {
    // A file size limit simulates a full disk: writing beyond it fails in the same way.
    const script = fileURLToPath(new URL('../testing/write-much.ts', import.meta.url));
    const limited = `trap '' XFSZ; ulimit -f 200; exec "$0" "$1" "$2"`;
    const child = spawnSync('bash', ['-c', limited, process.execPath, script, temporaryPath()], {
      encoding: 'utf8',
    });
    expect(child).toMatchObject({ stdout: 'EFBIG, file removed\n', status: 0 });
  });
});
