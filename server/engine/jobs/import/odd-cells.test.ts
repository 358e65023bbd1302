import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { registry } from '@yikao/model/contexts/datasets.ts';
import { fieldOf } from '@yikao/model/kernel/dataset.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  biffStream,
  biffText,
  join as bytes,
  ole2With,
  type TestRecord,
  u2,
} from '../../../excel/testing/biff.ts';
import { xlsxParts } from '../../../excel/testing/xlsx.ts';
import { zipOf } from '../../../excel/testing/zip.ts';
import { migrated } from '../../../testing/database.ts';
import { openTestApp, person, type TestApp } from '../../testing/app.ts';
import { sampleRow } from '../../testing/samples.ts';
import { finished, importFile, readStored, upload } from '../../testing/workbooks.ts';
import { findJob } from '../lifecycle/job.ts';

const { schExamType, region } = registry;

let app: TestApp;
/** Headers of the imported columns, and a row with valid values in all of them. */
let headers: string[];
let good: string[];

beforeAll(async () => {
  app = await openTestApp(migrated, { admin: person() });
  const sample = await sampleRow(app.engine, schExamType, 0);
  await app.call('admin', 'POST', schExamType.path, sample);
  const fieldNames = schExamType.excel?.import;
  const wanted = { tableId: schExamType.tableId, title: '导出', fieldNames, format: 'csv' };
  const { id } = (await app.call('admin', 'POST', `${schExamType.path}/export`, wanted)).body.data;
  const { url } = await finished(app, 'admin', id);
  const [head = [], row = []] = await readStored(app, url ?? '');
  headers = head.map(String);
  good = Array.from(head, (_, index) => String(row[index] ?? ''));
});
afterAll(() => app.close());

/** Texts that no program writes on purpose. Those of the first list cannot be stored in a database. */
const unstorable = ['\0', '正\0常', '\ud83d', '断\udc4d', '\ud800\0\udfff'];
const strange = ['\u0001', '\u001f\u007f', '\u0085', '\ufffe', '\uffff', '\u2028', '_x0000_'];

/** One column of each kind, the parts of the natural key among them. */
const positions = [
  'dataYear',
  'schoolId',
  'jointCategoryId',
  'roundNo',
  'examType',
  'startTime',
  'remark',
  'examInfo',
];

const labelOf = (name: string) => fieldOf(schExamType, name)?.label.zh ?? name;

/** A good row with `text` in one column. */
function rowWith(name: string, text: string): string[] {
  return good.map((value, index) => (headers[index] === labelOf(name) ? text : value));
}

interface Odd {
  readonly name: string;
  readonly text: string;
}

const odd: readonly Odd[] = positions.flatMap(name =>
  [...unstorable, ...strange].map(text => ({ name, text })),
);

/** The odd rows, with a valid one above and below them. */
const sheet = (): string[][] => [
  rowWith('roundNo', '2'),
  ...odd.map(({ name, text }) => rowWith(name, text)),
  rowWith('roundNo', '3'),
];

const hex = (unit: string, digits: number) =>
  unit.charCodeAt(0).toString(16).toUpperCase().padStart(digits, '0');

/** Characters that an XML text must escape. */
const special = /\p{Cc}|\p{Cs}|[&<>\ufffe\uffff]/gu;
const escaped = (text: string) => text.replace(special, unit => `_x${hex(unit, 4)}_`);
const referred = (text: string) => text.replace(special, unit => `&#x${hex(unit, 1)};`);

type CellOf = (text: string) => string;
const cells: Readonly<Record<string, CellOf>> = {
  inline: text => `<c t="inlineStr"><is><t>${escaped(text)}</t></is></c>`,
  'rich, by character references': text => `<c t="inlineStr"><is><r><t>${referred(text)}</t></r></is></c>`,
  'result of a formula': text => `<c t="str"><f>A1</f><v>${referred(text)}</v></c>`,
};

const rowsOf = (rows: readonly (readonly string[])[], cell: CellOf) =>
  rows.map(row => `<row>${row.map(cell).join('')}</row>`).join('');

async function stored(name: string, content: Buffer | string): Promise<string> {
  const path = join(app.dataDir, `${crypto.randomUUID()}-${name}`);
  await writeFile(path, content);
  return upload(app, path);
}

const files: Readonly<Record<string, () => Promise<string>>> = {
  ...Object.fromEntries(
    Object.entries(cells).map(([how, cell]) => [
      `xlsx, ${how}`,
      () => stored('a.xlsx', zipOf(xlsxParts({ rows: rowsOf([headers, ...sheet()], cell) }))),
    ]),
  ),
  'xlsx, shared': () => {
    const rows = [headers, ...sheet()];
    const texts = [...new Set(rows.flat())];
    const at = new Map(texts.map((text, index) => [text, index]));
    const strings = texts.map(text => `<si><t>${escaped(text)}</t></si>`).join('');
    const cell: CellOf = text => `<c t="s"><v>${at.get(text)}</v></c>`;
    return stored('a.xlsx', zipOf(xlsxParts({ rows: rowsOf(rows, cell), strings })));
  },
  csv: () => {
    const line = (row: readonly string[]) => row.map(text => `"${text.replaceAll('"', '""')}"`).join(',');
    return stored('a.csv', [headers, ...sheet()].map(line).join('\r\n'));
  },
  xls: () => {
    const label = 0x0204;
    const records = [headers, ...sheet()].flatMap((row, number) =>
      row.map((text, column): TestRecord => [label, bytes(u2(number, column, 0), biffText(text))]),
    );
    return stored('a.xls', ole2With('Workbook', biffStream({ sheets: [{ records }] })));
  },
};

test.each(Object.entries(files))(
  'a cell that no program writes on purpose is a refused row like any other: %s',
  async (how, make) => {
    const job = await importFile(app, 'admin', schExamType, await make());
    expect(await findJob(app.engine.db, job.id)).toMatchObject({ attempts: 1, done: odd.length + 2 });
    const good = await sql<{ round: number }>`
      select round_no as round from t_sch_exam_type where round_no > 1 order by 1`.execute(app.engine.db);
    expect(good.rows.map(({ round }) => round)).toEqual([2, 3]);
    const found = await app.call('admin', 'GET', `/api/base/log/errors?id=${job.id}&size=200`);
    expect(found.status).toBe(200);
    const named = new Map<number, readonly { column: string; message: string }[]>(
      found.body.data.records.map((row: { row: number; errors: [] }) => [row.row, row.errors]),
    );
    for (const [index, { name, text }] of odd.entries()) {
      // A text file in UTF-8 has no halves of a pair.
      if (!unstorable.includes(text) || (how === 'csv' && !text.includes('\0'))) continue;
      const label = labelOf(name);
      expect(named.get(index + 3), `${name} ${JSON.stringify(text)}`).toContainEqual(
        expect.objectContaining({ column: label, message: `${label}含有无法保存的字符，请重新填写` }),
      );
    }
    expect((await app.call('admin', 'GET', `/api/base/log/info?id=${job.id}`)).status).toBe(200);
    // The workbook of refused rows can be opened, and has them all.
    expect(await readStored(app, job.logUrl ?? '')).toHaveLength(job.failNum + 1);
  },
);

test('a header that holds what cannot be seen is matched, and one that is cut is told', async () => {
  const withHeader = (header: string, sheetName = 'Sheet1') =>
    stored(
      'a.xlsx',
      zipOf(
        xlsxParts({
          rows: rowsOf(
            [
              [header, '排序'],
              ['华东', '1'],
            ],
            cells.inline as CellOf,
          ),
          sheetName,
        }),
      ),
    );
  const matched = await importFile(app, 'admin', region, await withHeader('地\0区\u0001'));
  expect(matched).toMatchObject({ status: 'success', insertNum: 1 });
  for (const header of ['地区\ud83d', '\ud83d', '\ufffe']) {
    const filePath = await withHeader(header, 'x&#0;&#xD83D;');
    const refused = await importFile(app, 'admin', region, filePath, { originName: `\0${header}.xlsx` });
    expect(refused).toMatchObject({ status: 'fail', insertNum: 0 });
    expect(refused.message).toMatch(/^无法识别的列：/);
    const preview = await app.call('admin', 'POST', '/api/base/import/preview', {
      tableId: region.tableId,
      filePath,
      originName: 'a.xlsx',
    });
    expect(preview.body.data.columns[0].by).not.toBe('label');
    const name = preview.body.data.columns[0].header;
    const chosen = await importFile(app, 'admin', region, filePath, { mapping: { [name]: 'regionName' } });
    expect(chosen).toMatchObject({ status: 'success', sameNum: 1 });
  }
});

test('rows whose numbers repeat or go back come in whole, and a cell that stands twice refuses the file', async () => {
  await sql`truncate t_region`.execute(app.engine.db);
  const cell = (place: string, value: string) =>
    (cells.inline as CellOf)(value).replace('<c', `<c r="${place}"`);
  const row = (number: number | undefined, content: string) =>
    `<row${number === undefined ? '' : ` r="${number}"`}>${content}</row>`;
  const rows = [
    row(2, cell('A2', '甲')),
    row(1, cell('A1', '地区') + cell('B1', '排序')),
    row(2, cell('B2', '2')),
    row(7, cell('A7', '丁') + cell('B7', '7')),
    row(undefined, ['戊', '8'].map(cells.inline as CellOf).join('')),
  ];
  const file = async (given: readonly string[]) =>
    stored('a.xlsx', zipOf(xlsxParts({ rows: given.join('') })));
  const job = await importFile(app, 'admin', region, await file(rows));
  expect(job, job.message).toMatchObject({ insertNum: 3, failNum: 0 });
  const found = await sql<{ name: string; order: number }>`
    select region_name as name, order_num as order from t_region order by id`.execute(app.engine.db);
  expect(found.rows.map(({ name, order }) => [name, order])).toEqual([
    ['甲', 2],
    ['丁', 7],
    ['戊', 8],
  ]);
  const twice = await importFile(app, 'admin', region, await file([...rows, row(2, cell('A2', '乙'))]));
  expect(twice).toMatchObject({ status: 'fail', insertNum: 0 });
  expect(twice.message).toContain('第 2 行有重复的单元格，请用 Excel 或 WPS 打开文件另存后重试');
});

test('an end that is a day alone lasts to its last second, and the check says how many there are', async () => {
  const rowOf = (values: Readonly<Record<string, string>>) =>
    good.map((value, index) => {
      const name = Object.keys(values).find(one => headers[index] === labelOf(one));
      return name === undefined ? value : (values[name] ?? '');
    });
  const ends = ['2026年3月9日', '2026-03-09 24:00', '2026.3.9 下午5时', '2026-03-09 00:00', '2026年3月9日前'];
  const rows = ends.map((endTime, at) =>
    rowOf({
      roundNo: String(4 + at),
      startTime: '2026年3月1日',
      endTime,
      onlineExamStartTime: '',
      onlineExamEndTime: '',
    }),
  );
  const line = (row: readonly string[]) => row.map(text => `"${text.replaceAll('"', '""')}"`).join(',');
  const path = await stored('a.csv', [headers, ...rows].map(line).join('\r\n'));
  for (const dryRun of [true, false]) {
    const job = await importFile(app, 'admin', schExamType, path, { dryRun });
    expect(job).toMatchObject({ insertNum: 5, failNum: 0 });
    const { sheet } = (await app.call('admin', 'GET', `/api/base/log/info?id=${job.id}`)).body.data;
    expect(sheet).toMatchObject({ dayEnds: 2, midnightEnds: 1 });
  }
  const kept = await sql<{ times: string }>`
    select start_time at time zone 'Asia/Shanghai' || ' ' || (end_time at time zone 'Asia/Shanghai') as times
    from t_sch_exam_type where round_no between 4 and 8 order by round_no`.execute(app.engine.db);
  expect(kept.rows.map(({ times }) => times.slice(20))).toEqual([
    '2026-03-09 23:59:59',
    '2026-03-09 23:59:59',
    '2026-03-09 17:00:00',
    '2026-03-09 00:00:00',
    '2026-03-09 23:59:59',
  ]);
});
