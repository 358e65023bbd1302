import { spawnSync } from 'node:child_process';
import { open } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { constants, deflateRawSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { workbookLimits } from './index.ts';
import { fileWith, refusal, xlsxFile } from './testing/files.ts';
import { xlsxParts } from './testing/xlsx.ts';
import { zipOf } from './testing/zip.ts';
import { ZipReader } from './zip/zip-reader.ts';

const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';

const cell = '<row><c><v>1</v></c></row>';

/** Reads a file in a separate process; returns the outcome and the memory used. */
function readApart(path: string): { outcome: string; megabytes: number } {
  const script = fileURLToPath(new URL('./testing/read-and-report.ts', import.meta.url));
  const child = spawnSync(process.execPath, ['--max-old-space-size=256', script, path], { encoding: 'utf8' });
  expect(child.stderr).toBe('');
  return JSON.parse(child.stdout);
}

/** Deflated bytes of `head`, `times` times `body`, and `tail`, created without ever holding them unpacked. */
function deflatedMany(head: string, body: Buffer, times: number, tail: string): Buffer {
  const flushed = { finishFlush: constants.Z_FULL_FLUSH };
  const piece = deflateRawSync(body, flushed);
  return Buffer.concat([
    deflateRawSync(Buffer.from(head), flushed),
    ...Array.from({ length: times }, () => piece),
    deflateRawSync(Buffer.from(tail)),
  ]);
}

const sheetOpen = '<worksheet><sheetData><row><c t="inlineStr"><is><t>';
const sheetClose = '</t></is></c></row></sheetData></worksheet>';

describe('files made to do harm', { timeout: 120_000 }, () => {
  it('refuses 4 MB that unpack to one cell of 4 GB, in little memory', () => {
    const packed = deflatedMany(sheetOpen, Buffer.alloc(2 ** 26, 'a'), 64, sheetClose);
    expect(packed.length).toBeLessThan(5e6);
    const path = xlsxFile({ sheet: { content: '', packed, claimedSize: 2 ** 32 - 2 } });
    const { outcome, megabytes } = readApart(path);
    expect(['zipBomb', 'rowTooLarge']).toContain(outcome);
    expect(megabytes).toBeLessThan(350);
  });

  it('refuses a bomb that is spread over many rows, and one in the strings', () => {
    const rows = Buffer.from('<row><c><v>1</v></c></row>'.repeat(2 ** 21));
    const packed = deflatedMany('<worksheet><sheetData>', rows, 100, '</sheetData></worksheet>');
    const bomb = readApart(xlsxFile({ sheet: { content: '', packed, claimedSize: 100 } }));
    expect(['zipBomb', 'tooManyCells']).toContain(bomb.outcome);
    expect(bomb.megabytes).toBeLessThan(350);
    const merges = deflatedMany(
      `<worksheet><sheetData>${cell}</sheetData><mergeCells>`,
      Buffer.from('<mergeCell ref="A1:A2"/>'.repeat(2 ** 20)),
      100,
      '</mergeCells></worksheet>',
    );
    const merged = readApart(xlsxFile({ sheet: { content: '', packed: merges, claimedSize: 100 } }));
    expect(['zipBomb', 'tooManyCells']).toContain(merged.outcome);
    const strings = deflatedMany(
      '<sst>',
      Buffer.from(`<si><t>${'s'.repeat(10_000)}</t></si>`.repeat(3000)),
      100,
      '</sst>',
    );
    const parts = xlsxParts({ rows: cell });
    const path = fileWith(
      zipOf({ ...parts, 'xl/sharedStrings.xml': { content: '', packed: strings, claimedSize: 9 } }),
    );
    const stringBomb = readApart(path);
    expect(stringBomb.outcome).toBe('zipBomb');
    expect(stringBomb.megabytes).toBeLessThan(350);
  });

  it('refuses a csv that is one row of a hundred million values, in little memory', () => {
    for (const piece of [',', '"\n",', '"",']) {
      const bytes = Buffer.alloc(100 * 2 ** 20, piece);
      const { outcome, megabytes } = readApart(fileWith(Buffer.concat([Buffer.from('a,b\n1,2\n'), bytes])));
      expect(outcome).toBe('tooManyCells');
      expect(megabytes).toBeLessThan(350);
    }
  });

  it('reads a csv of thousands of rows as wide as a sheet, in bounded memory', () => {
    const row = `${'1,'.repeat(8_000)}${','.repeat(8_000)}1\n`;
    const wide = readApart(fileWith(row.repeat(4_000)));
    expect(wide.outcome).toBe('4000 rows');
    expect(wide.megabytes).toBeLessThan(350);
  });

  it('refuses a row and a string without end', () => {
    const long = Buffer.alloc(workbookLimits.rowBytes + 2 ** 22, 'a');
    const row = Buffer.concat([Buffer.from(sheetOpen), long, Buffer.from(sheetClose)]);
    expect(readApart(xlsxFile({ sheet: { content: row, stored: true } })).outcome).toBe('rowTooLarge');
    const parts = xlsxParts({ rows: cell });
    const strings = { content: Buffer.concat([Buffer.from('<sst><si><t>'), long]), stored: true };
    expect(readApart(fileWith(zipOf({ ...parts, 'xl/sharedStrings.xml': strings }))).outcome).toBe(
      'rowTooLarge',
    );
    expect(readApart(fileWith(Buffer.concat([Buffer.from('a,b\n1,"'), long]))).outcome).toBe('rowTooLarge');
  });

  it('reads one row of 40 MB, and millions of strings, in bounded memory', () => {
    const row = `${sheetOpen}${'长文 &amp; '.repeat(3_000_000)}${sheetClose}`;
    expect(readApart(xlsxFile({ sheet: { content: row, stored: true } }))).toMatchObject({
      outcome: '1 rows',
    });
    const strings = Array.from(
      { length: 2_000_000 },
      (_, index) => `<si><t>第${index}条考试科目说明文字</t></si>`,
    ).join('');
    const many = readApart(xlsxFile({ rows: '<row><c t="s"><v>1999999</v></c></row>', strings }));
    expect(many.outcome).toBe('1 rows');
    expect(many.megabytes).toBeLessThan(350);
  });

  it('refuses too many parts', async () => {
    const parts = Object.fromEntries(
      Array.from({ length: workbookLimits.zipEntries + 1 }, (_, index) => [
        `p${index}`,
        { content: '', stored: true },
      ]),
    );
    expect(await refusal(fileWith(zipOf(parts)))).toBe('tooManyEntries');
  });

  it('refuses cells outside the sheet', async () => {
    expect(await refusal(xlsxFile({ rows: '<row r="1048577"><c><v>1</v></c></row>' }))).toBe('tooManyCells');
    expect(await refusal(xlsxFile({ rows: '<row r="99999999999999999999"/>' }))).toBe('tooManyCells');
    expect(await refusal(xlsxFile({ rows: '<row><c r="XFE1"><v>1</v></c></row>' }))).toBe('tooManyCells');
    expect(await refusal(xlsxFile({ rows: '<row><c r="ZZZZZZZZZZZZZZZ1"><v>1</v></c></row>' }))).toBe(
      'tooManyCells',
    );
    expect(await refusal(xlsxFile({ rows: '<row r="1048576"><c r="XFD1048576"><v>1</v></c></row>' }))).toBe(
      'read',
    );
  });

  it('expands no entity and reads no document type', async () => {
    const laughs = `<!DOCTYPE x [<!ENTITY a "${'ha'.repeat(100)}"><!ENTITY b "&a;&a;&a;&a;">]>`;
    for (const part of [
      'xl/worksheets/sheet1.xml',
      'xl/workbook.xml',
      'xl/sharedStrings.xml',
      'xl/styles.xml',
    ]) {
      const parts = xlsxParts({ rows: cell });
      expect(await refusal(fileWith(zipOf({ ...parts, [part]: `${laughs}${parts[part] as string}` })))).toBe(
        'corrupt',
      );
    }
  });

  it('follows no external relation and leaves no folder of the package', async () => {
    const parts = xlsxParts({ rows: cell });
    const relations = (target: string, mode: string): string =>
      `<Relationships><Relationship Id="rId1" Type="${office}/worksheet" Target="${target}" ${mode}/></Relationships>`;
    const withRelations = (text: string) => fileWith(zipOf({ ...parts, 'xl/_rels/workbook.xml.rels': text }));
    expect(
      await refusal(withRelations(relations('http://127.0.0.1:9/sheet.xml', 'TargetMode="External"'))),
    ).toBe('noSheet');
    expect(await refusal(withRelations(relations('../../../../etc/passwd', '')))).toBe('corrupt');
  });

  it('refuses parts that are encrypted, broken, cut short or claim a wrong size', async () => {
    const parts = xlsxParts({ rows: cell });
    const content = parts['xl/worksheets/sheet1.xml'] as string;
    const withSheet = (part: object) =>
      refusal(fileWith(zipOf({ ...parts, 'xl/worksheets/sheet1.xml': { content, ...part } })));
    expect(await withSheet({ encrypted: true })).toBe('encrypted');
    expect(await withSheet({ wrongCrc: true })).toBe('corrupt');
    expect(await withSheet({ packed: Buffer.from('no deflate at all') })).toBe('corrupt');
    expect(await withSheet({ packed: deflateRawSync(Buffer.from(content)).subarray(0, 40) })).toBe(
      'truncated',
    );
    expect(await withSheet({ claimedSize: 5 })).toBe('corrupt');
    const whole = zipOf(parts);
    expect(await refusal(fileWith(whole.subarray(0, whole.length - 30)))).toBe('truncated');
    expect(await refusal(fileWith(whole.subarray(0, 4)))).toBe('truncated');
    const disks = Buffer.from(whole);
    disks.writeUInt16LE(3, whole.length - 18);
    expect(await refusal(fileWith(disks))).toBe('corrupt');
  });

  it('refuses sheets that are no well-formed rows', async () => {
    for (const sheet of [
      '',
      'nothing',
      '<worksheet><sheetData><row><c><v>1</v></c></row>',
      '<worksheet><sheetData><row><c><v>1',
      '<worksheet><sheetData><row><c t=x><v>1</v></c></row></sheetData></worksheet>',
      '<worksheet><sheetData><row><c <v>1</v></c></row></sheetData></worksheet>',
      '<worksheet><sheetData><row><c t="s"><v>5</v></c></row></sheetData></worksheet>',
      '<worksheet><sheetData><row><c t="s"><v>-1</v></c></row></sheetData></worksheet>',
      '<worksheet><sheetData><row><c t="inlineStr"><is><t>1<!-- </t></is></c></row></sheetData></worksheet>',
    ]) {
      expect([sheet, await refusal(xlsxFile({ sheet }))]).toEqual([sheet, 'corrupt']);
    }
  });

  it('says what else a zip is', async () => {
    const book = zipOf(xlsxParts({ rows: cell }));
    expect(await refusal(fileWith(zipOf({ 'a.xlsx': book, 'b.xlsx': book })))).toBe('manyFilesInZip');
    expect(await refusal(fileWith(zipOf({ 'a.xlsx': book, 'read.me': 'x' })))).toBe('manyFilesInZip');
    expect(await refusal(fileWith(zipOf({ 'folder/a.xlsx': book })))).toBe('manyFilesInZip');
    expect(await refusal(fileWith(zipOf({ 'a.txt': 'x' })))).toBe('manyFilesInZip');
    expect(await refusal(fileWith(zipOf({})))).toBe('manyFilesInZip');
    expect(await refusal(fileWith(zipOf({ 'a.xlsx': zipOf({ 'b.xlsx': book }) })))).toBe('manyFilesInZip');
    expect(await refusal(fileWith(zipOf({ 'a.csv': Buffer.alloc(2 ** 25, 'a') })))).toBe('zipBomb');
    const document = {
      '_rels/.rels': `<r><Relationship Type="${office}/officeDocument" Target="word/document.xml"/></r>`,
    };
    expect(await refusal(fileWith(zipOf({ ...document, 'word/document.xml': '<w:document/>' })))).toBe(
      'unknownFormat',
    );
    expect(await refusal(fileWith(zipOf({ 'xl/workbook.bin': 'x' })))).toBe('unsupportedFormat');
    expect(await refusal(fileWith(zipOf({ ...xlsxParts({ rows: cell, sheetList: '' }) })))).toBe('noSheet');
  });

  it('stops a part at the bytes it may have', async () => {
    const path = fileWith(zipOf({ part: Buffer.alloc(100_000, 'x') }));
    const handle = await open(path);
    const zip = await ZipReader.open(handle, (await handle.stat()).size);
    const read = async (): Promise<void> => {
      for await (const _ of zip.stream(zip.entries[0]!, { partBytes: 99_999 }));
    };
    await expect(read()).rejects.toMatchObject({ code: 'zipBomb' });
    await handle.close();
  });
});
