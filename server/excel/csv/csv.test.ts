import { readFileSync } from 'node:fs';
import iconv from 'iconv-lite';
import { describe, expect, it } from 'vitest';
import { createCsvWriter, openWorkbook, WorkbookError } from '../index.ts';
import { cellsOf, fileWith, readAll, refusal, temporaryPath } from '../testing/files.ts';

const utf16be = (text: string): Buffer => Buffer.from(text, 'utf16le').swap16();

describe('reading csv', () => {
  const sample = '院校代码,名称\r\n0001,中央美术学院\r\n"a ""b"", c","两\n行"\r\n';
  const expected = [
    ['院校代码', '名称'],
    ['0001', '中央美术学院'],
    ['a "b", c', '两\n行'],
  ];

  it.each([
    ['UTF-8', Buffer.from(sample)],
    ['UTF-8 with a byte order mark', Buffer.from(`\ufeff${sample}`)],
    ['UTF-16LE', Buffer.from(sample, 'utf16le')],
    ['UTF-16LE with a byte order mark', Buffer.from(`\ufeff${sample}`, 'utf16le')],
    ['UTF-16BE', utf16be(sample)],
    ['UTF-16BE with a byte order mark', utf16be(`\ufeff${sample}`)],
    ['GB18030', iconv.encode(sample, 'gb18030')],
  ])('reads %s', async (_, bytes) => {
    expect(await readAll(fileWith(bytes))).toMatchObject({
      format: 'csv',
      rows: expected.map(cells => ({ cells })),
    });
  });

  it.each([',', ';', '\t'])('finds the delimiter %j', async delimiter => {
    const text = `名称${delimiter}"x,;\t"${delimiter}备注\n1${delimiter}2,5${delimiter}3\n`.replace(
      '2,5',
      '2.5',
    );
    expect(await cellsOf(fileWith(text))).toEqual([
      ['名称', 'x,;\t', '备注'],
      ['1', '2.5', '3'],
    ]);
  });

  it('finds GB18030 even when the first Chinese character comes late, and across every cut', async () => {
    const lines = Array.from({ length: 40_000 }, (_, index) => `${index},plain text of a line`);
    const text = `${lines.join('\n')}\n40000,${'中文𠮷'.repeat(200_000)}\n`;
    const rows = await cellsOf(fileWith(iconv.encode(text, 'gb18030')));
    expect(rows).toHaveLength(40_001);
    expect(rows[40_000]).toEqual(['40000', '中文𠮷'.repeat(200_000)]);
    const utf8 = await cellsOf(fileWith(text));
    expect(utf8[40_000]).toEqual(rows[40_000]);
  });

  it('counts blank lines and leaves them out, takes every line end, rows of any length and stray quotes', async () => {
    const { rows } = await readAll(fileWith('a,b\n\r\n,\rc\r\n5" tube,d,e\n'));
    expect(rows).toEqual([
      { number: 1, cells: ['a', 'b'] },
      { number: 4, cells: ['c'] },
      { number: 5, cells: ['5" tube', 'd', 'e'] },
    ]);
  });

  it('can be read twice, left early, and only in the wanted columns', async () => {
    const lines = Array.from({ length: 50_000 }, (_, index) => `${index},第${index}行,x`);
    const workbook = await openWorkbook(fileWith(lines.join('\n')));
    for await (const batch of workbook.rows(0)) {
      expect(batch[0]!.cells).toEqual(['0', '第0行', 'x']);
      break;
    }
    let count = 0;
    for await (const batch of workbook.rows(0, { columns: new Set([1]) })) {
      if (count === 0) expect(batch[0]!.cells).toEqual([undefined, '第0行', undefined]);
      count += batch.length;
    }
    expect(workbook.bytesRead()).toBe(workbook.totalBytes);
    for await (const _ of workbook.rows(0)) break;
    await workbook.close();
    await workbook.close();
    expect(count).toBe(50_000);
  });

  it('says in which row a quote is never closed', async () => {
    const path = fileWith('a,b\n1,2\n"3,4\n5,6\n');
    const error = await readAll(path).catch((caught: unknown) => caught);
    expect(error).toBeInstanceOf(WorkbookError);
    expect(error).toMatchObject({ code: 'unclosedQuote', row: 3 });
    expect((error as WorkbookError).text('zh')).toBe('第 3 行的引号没有闭合');
  });

  it('refuses what is no text, other text under a workbook’s name, and broken text', async () => {
    expect(await refusal(fileWith(''))).toBe('empty');
    expect(await refusal(fileWith(Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')))).toBe(
      'unknownFormat',
    );
    expect(await refusal(fileWith('%PDF-1.7'), 'a.xlsx')).toBe('unknownFormat');
    expect(await refusal(fileWith('a,b'), 'a.zip')).toBe('unknownFormat');
    expect(await refusal(fileWith('<?xml version="1.0"?><Workbook/>'), 'a.xls')).toBe('unsupportedFormat');
    expect(await refusal(fileWith(Buffer.from('a,b\n\xff\xff\xff', 'latin1')))).toBe('unreadableText');
    for (const name of ['导出.xls', '导出.xlsx']) expect(await refusal(fileWith('a\tb'), name)).toBe('read');
  });
});

describe('writing csv', () => {
  const columns = [{ header: '名称' }, { header: '值' }];

  it('writes UTF-8 with a byte order mark, or GB18030, and reads both back', async () => {
    for (const encoding of ['utf-8', 'gb18030'] as const) {
      const path = temporaryPath();
      const writer = await createCsvWriter(path, { columns, encoding });
      await writer.row(['央美,"附中"\n', { decimal: '-1.50' }]);
      await writer.row([' 前后 ', { date: '2025-01-31' }]);
      await writer.row(['𠮷😀', true]);
      await writer.row([null, { dateTime: '2025-01-31 08:00:00' }]);
      await writer.row([{ value: 5, bad: true, note: 'x' }, '']);
      const { rows, replaced, bytes } = await writer.close();
      const file = readFileSync(path);
      expect({ rows, replaced, bytes }).toEqual({ rows: 5, replaced: 0, bytes: file.length });
      expect(file.subarray(0, 3).equals(Buffer.from('\ufeff'))).toBe(encoding === 'utf-8');
      expect(await cellsOf(path)).toEqual([
        ['名称', '值'],
        ['央美,"附中"\n', '-1.50'],
        [' 前后 ', '2025-01-31'],
        ['𠮷😀', 'TRUE'],
        [undefined, '2025-01-31 08:00:00'],
        ['5', undefined],
      ]);
    }
  });

  it('neutralises what could run and gives it back unchanged', async () => {
    const texts = [
      '=1+1',
      '+86',
      '-5',
      '@SUM(A1)',
      '\tx',
      '\rx',
      '\nx',
      '＝1',
      "'=1",
      "''=1",
      "'tis",
      "'",
      "a'=1",
      ' =1',
    ];
    const path = temporaryPath();
    const writer = await createCsvWriter(path, { columns: [] });
    for (const text of texts) await writer.row([text, 'x']);
    await writer.close();
    const file = readFileSync(path, 'utf8');
    expect(file).not.toMatch(/(?:^\ufeff?|\n|,)"?[=+\-@\t＝]/);
    expect(file).toContain("'=1+1,x");
    expect(await cellsOf(path)).toEqual(texts.map(text => [text, 'x']));
  });

  it('replaces control characters and lone surrogates, and says how often', async () => {
    const path = temporaryPath();
    const writer = await createCsvWriter(path, { columns: [] });
    await writer.row(['a\u0000b', 'c\ud800', 'fine']);
    expect(await writer.close()).toMatchObject({ replaced: 2 });
    expect(await cellsOf(path)).toEqual([['a\ufffdb', 'c\ufffd', 'fine']]);
  });
});
