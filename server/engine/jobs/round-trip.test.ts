import { datasets } from '@yikao/model/contexts/datasets.ts';
import { AppError } from '@yikao/model/errors.ts';
import type { AnyDataset } from '@yikao/model/kernel/dataset.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { migrated } from '../../testing/database.ts';
import { sampleOf } from '../../testing/sample.ts';
import { elevated } from '../scope/actor.ts';
import { tableName } from '../table/naming.ts';
import { openTestApp, person, type TestApp } from '../testing/app.ts';
import { sampleRow } from '../testing/samples.ts';
import { download, finished, importFile, upload } from '../testing/workbooks.ts';
import { add } from '../write/save.ts';

let app: TestApp;

beforeAll(async () => {
  app = await openTestApp(migrated, { admin: person() });
});
afterAll(() => app.close());

const both = sampleOf(
  'round trips',
  datasets.filter(({ permissions: { actions } }) => actions.includes('import') && actions.includes('export')),
);

/** Texts that a spreadsheet, or a reader of one, interprets as something else. */
const oddTexts = [
  ...[
    '=1+1',
    '+86 10',
    '-1',
    '@x',
    "'x",
    ' 前后 ',
    '第一行\n第二行',
    '123456789012345',
    '12345678901234567890',
  ],
  ...[
    '2026-01-02',
    '00123',
    'NULL',
    '\\NULL',
    '_x0041_',
    '_x005F_x0041_',
    'a\tb',
    '<b>x</b>',
    '1.5E+10',
    '1.20',
  ],
  ...[
    '—',
    '-',
    '/',
    '\u00a0x',
    'x\u200b',
    '😀',
    'TRUE',
    '1,2；3、4',
    '"引号"',
    '12:30',
    '50%',
    '#N/A',
    '#n/a',
    'Err:502',
    'A & B',
    '第一段\n 第二段 &lt;b&gt;',
    '\u0001x',
    'é',
  ],
];

/** Adds a row with the texts `text`, as far as its fields allow; undefined if it is refused. */
async function addOdd(dataset: AnyDataset, n: number, text: string): Promise<void> {
  const row = await sampleRow(app.engine, dataset, n);
  const plain = Object.entries(dataset.fields).filter(
    ([name, field]) =>
      (field.kind === 'text' || field.kind === 'richText') &&
      !('format' in field && field.format) &&
      !dataset.naturalKey.includes(name) &&
      !dataset.uniqueKeys.some(({ fields }) => fields.includes(name)) &&
      row[name] !== undefined,
  );
  const odd = Object.fromEntries(
    plain.map(([name, field]) => [name, 'max' in field ? text.slice(0, field.max) : text]),
  );
  await add(app.engine, dataset, elevated(), { ...row, ...odd }).catch(error => {
    if (!(error instanceof AppError)) throw error;
  });
}

async function content(dataset: AnyDataset) {
  const rows = await sql`select * from ${sql.table(tableName(dataset))} order by 1`.execute(app.engine.db);
  return rows.rows.map(row => {
    const { importBatch: _, ...rest } = row as Record<string, unknown>;
    return rest;
  });
}

describe.each(both.map(dataset => ({ name: dataset.name, dataset })))('$name', ({ dataset }) => {
  test.each(['xlsx', 'csv'])('what is exported as %s and imported again changes nothing', async format => {
    if ((await content(dataset)).length < 3) {
      for (const n of [21, 22, 23]) {
        await add(app.engine, dataset, elevated(), await sampleRow(app.engine, dataset, n));
      }
      for (const [at, text] of oddTexts.entries()) await addOdd(dataset, 24 + at, text);
    }
    const before = await content(dataset);
    const started = await app.call('admin', 'POST', `${dataset.path}/export`, {
      tableId: dataset.tableId,
      format,
    });
    const exported = await finished(app, 'admin', started.body.data.id);
    expect(exported).toMatchObject({ status: 'success' });
    const path = await upload(app, await download(app, exported.url ?? ''));
    // Some samples are texts that an import asks about first.
    const job = await importFile(app, 'admin', dataset, path, { confirmed: true });
    expect(job, job.message).toMatchObject({
      status: 'success',
      insertNum: 0,
      updateNum: 0,
      sameNum: exported.done,
    });
    expect(await content(dataset)).toEqual(before);
  });
});
