import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { openXlsx, readXlsx, writeXlsx } from 'hucre/xlsx';
import { describe, expect, it } from 'vitest';
import { type Cell, createCsvWriter, createXlsxWriter, type WriteCell, type WriteColumn } from './index.ts';
import { cellsOf, fileWith, readAll, temporaryPath } from './testing/files.ts';

const runs = { numRuns: 60 };

/** Any text of complete characters, with a higher share of those that have a meaning in formats. */
const text = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.string({ unit: fc.constantFrom(...'=+-@\'",;\t\r\n _x0041_<>&]]> 中文😀\u0001\u00a0'), maxLength: 12 }),
);

const two = (value: number): string => String(value).padStart(2, '0');
const day = fc
  .integer({ min: Date.UTC(1900, 2, 1) / 86_400_000, max: Date.UTC(9999, 11, 31) / 86_400_000 })
  .map(number => new Date(number * 86_400_000).toISOString().slice(0, 10));
const clock = fc
  .integer({ min: 0, max: 86_399 })
  .map(
    second => `${two(Math.floor(second / 3600))}:${two(Math.floor(second / 60) % 60)}:${two(second % 60)}`,
  );
const shortNumber = fc
  .tuple(fc.integer({ min: -999_999_999_999_999, max: 999_999_999_999_999 }), fc.integer({ min: 0, max: 8 }))
  .map(([digits, power]) => Number(`${digits}e-${power}`));

const money = fc
  .tuple(fc.integer({ min: -9_999_999_999, max: 9_999_999_999 }), fc.integer({ min: 0, max: 9999 }))
  .map(([whole, fraction]) => `${whole}.${String(fraction).padStart(4, '0')}`);

interface Expected {
  readonly write: WriteCell;
  readonly read: Cell;
}

const anyCell: fc.Arbitrary<Expected> = fc.oneof(
  text.map(value => ({ write: value, read: value })),
  shortNumber.map(value => ({ write: value, read: value === 0 ? 0 : value })),
  money.map(value => ({ write: { decimal: value }, read: Number(value) || 0 })),
  fc.boolean().map(value => ({ write: value, read: value })),
  day.map(value => ({ write: { date: value }, read: { kind: 'date', text: value } as const })),
  fc.tuple(day, clock).map(([date, time]) => ({
    write: { value: { dateTime: `${date} ${time}` }, bad: true as const },
    read: { kind: 'date', text: `${date} ${time}` } as const,
  })),
  fc.constant({ write: null, read: undefined }),
);

describe('what is written is read back the same', () => {
  it('in xlsx, whatever the cells', async () => {
    const rows = fc.array(fc.array(anyCell, { maxLength: 6 }), { maxLength: 12 });
    await fc.assert(
      fc.asyncProperty(rows, async given => {
        const path = temporaryPath();
        const writer = await createXlsxWriter(path, { sheets: [{ name: 'a', columns: [] }], level: 1 });
        for (const row of given) await writer.row(row.map(({ write }) => write));
        await writer.close();
        const expected = given.flatMap((row, index) => {
          const cells = row.map(({ read }) => read);
          return cells.some(cell => cell !== undefined)
            ? [
                {
                  number: index + 1,
                  cells: cells.slice(0, cells.findLastIndex(cell => cell !== undefined) + 1),
                },
              ]
            : [];
        });
        expect((await readAll(path)).rows).toEqual(expected);
      }),
      runs,
    );
  });

  it('in csv, whatever the texts, in UTF-8 and GB18030', async () => {
    // Csv cannot store control characters; the writer reports them.
    const printable = text.filter(value => !/\p{Cc}/u.test(value.replace(/[\t\n\r]/g, '')));
    const rows = fc.array(fc.array(printable, { minLength: 1, maxLength: 5 }), {
      minLength: 1,
      maxLength: 10,
    });
    await fc.assert(
      fc.asyncProperty(
        rows,
        fc.constantFrom('utf-8' as const, 'gb18030' as const),
        async (given, encoding) => {
          const path = temporaryPath();
          const writer = await createCsvWriter(path, { columns: [{ header: '表头' }], encoding });
          for (const row of given) await writer.row(row);
          expect((await writer.close()).replaced).toBe(0);
          const { rows: read } = await readAll(path);
          const filled = given
            .map(row => row.map(value => value || undefined))
            .filter(row => row.some(value => value !== undefined));
          expect(read.slice(1).map(({ cells }) => cells)).toEqual(filled);
        },
      ),
      runs,
    );
  });
});

describe('a second reader and writer agree', () => {
  const columns: WriteColumn[] = [
    { header: '文', format: 'text' },
    { header: '数', format: 'general' },
    { header: '日', format: 'dateTime' },
    { header: '是', format: 'general' },
  ];
  // Plain text only: the second library preserves neither carriage returns nor Excel's escapes.
  const plain = fc.string({
    unit: fc.constantFrom(...'abc =+-@\'"<>&]]> 中文院校😀\n\t'),
    minLength: 1,
    maxLength: 30,
  });
  const row = fc.tuple(
    plain,
    shortNumber.map(value => value || 0),
    fc.tuple(day, clock),
    fc.boolean(),
  );

  it('on what we write', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(row, { minLength: 1, maxLength: 10 }), async given => {
        const path = temporaryPath();
        const writer = await createXlsxWriter(path, {
          sheets: [{ name: '表', columns, freezeHeader: true }],
        });
        for (const [word, number, [date, time], yes] of given) {
          await writer.row([word, number, { dateTime: `${date} ${time}` }, yes]);
        }
        await writer.close();
        const workbook = await readXlsx(readFileSync(path));
        const rows = workbook.sheets[0]!.rows.slice(1).map(cells =>
          cells.map(cell =>
            cell instanceof Date ? cell.toISOString().slice(0, 19).replace('T', ' ') : cell,
          ),
        );
        expect(rows).toEqual(
          given.map(([word, number, [date, time], yes]) => [word, number, `${date} ${time}`, yes]),
        );
      }),
      runs,
    );
  });

  it('on what it writes', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(row, { minLength: 1, maxLength: 10 }), async given => {
        const bytes = await writeXlsx({
          sheets: [
            {
              name: '表',
              rows: given.map(([word, number, [date, time], yes]) => [
                word,
                number,
                new Date(`${date}T${time}Z`),
                yes,
              ]),
            },
          ],
        });
        expect(await cellsOf(fileWith(Buffer.from(bytes)))).toEqual(
          given.map(([word, number, [date, time], yes]) => [
            word,
            number,
            { kind: 'date', text: time === '00:00:00' ? date : `${date} ${time}` },
            yes,
          ]),
        );
      }),
      runs,
    );
  });

  it('on drop-downs, notes, widths and the frozen header', async () => {
    const path = temporaryPath();
    const writer = await createXlsxWriter(path, {
      sheets: [
        {
          name: '模板',
          freezeHeader: true,
          columns: [
            {
              header: '类型*',
              format: 'text',
              width: 12,
              required: true,
              options: ['联考', '校考'],
              note: '必填',
            },
          ],
        },
      ],
    });
    await writer.close();
    const { sheets } = await openXlsx(readFileSync(path));
    expect(sheets[0]).toMatchObject({ freezePane: { rows: 1 }, columns: [{ width: 12 }] });
    expect(JSON.stringify(sheets[0]!.dataValidations)).toContain('联考');
    expect(JSON.stringify([...sheets[0]!.cells!.values()])).toContain('必填');
  });
});

const office = spawnSync('soffice', ['--version']).status === 0;

describe.skipIf(!office)(
  'LibreOffice (skipped where `soffice` is not installed)',
  { timeout: 120_000 },
  () => {
    it('opens what we write and shows every cell as it was given', async () => {
      const path = temporaryPath('ours.xlsx');
      const writer = await createXlsxWriter(path, {
        sheets: [
          {
            name: '日历',
            freezeHeader: true,
            columns: [
              { header: '编码', format: 'text', note: '说明', options: ['0001', '0002'] },
              { header: '整数', format: 'integer' },
              { header: '金额', format: 'decimal2' },
              { header: '分数', format: 'decimal4' },
              { header: '日期', format: 'date' },
              { header: '时间', format: 'dateTime', required: true },
              {
                header: '院校',
                format: 'text',
                options: Array.from({ length: 300 }, (_, index) => `第${index}学院`),
              },
            ],
          },
          { name: '第二张', columns: [{ header: '甲', format: 'general' }] },
          { name: 'signature', columns: [], hidden: true },
        ],
      });
      const moment = '2025-03-15 08:30:05';
      await writer.row([
        '0001',
        5,
        { decimal: '12.30' },
        { decimal: '0.1234' },
        { date: '2025-03-15' },
        { dateTime: moment },
        '中央美术学院',
      ]);
      await writer.row([
        '440351672912345678',
        -5,
        { decimal: '-0.5' },
        1,
        { date: '9999-12-31' },
        null,
        ' 前后 ',
      ]);
      await writer.row([
        '=1+1',
        '+1',
        '-1',
        '@x',
        '\t=1',
        { value: 'bad "x", y', bad: true, note: '坏' },
        'a\nb <&> 😀 _x0041_',
      ]);
      await writer.sheet(1);
      await writer.row(['第二张的值']);
      await writer.sheet(2);
      await writer.row(['v1']);
      await writer.close();

      const folder = `${temporaryPath()}-office`;
      const filter = 'csv:Text - txt - csv (StarCalc):44,34,76,1,,0,false,true,true,false,false,-1';
      spawnSync('soffice', [
        '--headless',
        `-env:UserInstallation=file://${folder}/profile`,
        '--convert-to',
        filter,
        '--outdir',
        folder,
        path,
      ]);
      const files = readdirSync(folder).filter(name => name.endsWith('.csv'));
      const sheetOf = (name: string): Promise<Cell[][]> =>
        cellsOf(join(folder, files.find(file => file.endsWith(`-${name}.csv`))!));
      expect(await sheetOf('日历')).toEqual([
        ['编码', '整数', '金额', '分数', '日期', '时间', '院校'],
        ['0001', '5', '12.30', '0.1234', '2025-03-15', moment, '中央美术学院'],
        ['440351672912345678', '-5', '-0.50', '1.0000', '9999-12-31', undefined, ' 前后 '],
        ['=1+1', '+1', '-1', '@x', '\t=1', 'bad "x", y', 'a\nb <&> 😀 _x0041_'],
      ]);
      expect(await sheetOf('第二张')).toEqual([['甲'], ['第二张的值']]);
      expect(await sheetOf('signature')).toEqual([['v1']]);
    });
  },
);
