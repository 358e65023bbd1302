import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { datasets, registry } from '@yikao/model/contexts/datasets.ts';
import type { AnyDataset } from '@yikao/model/kernel/dataset.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Cell, openWorkbook, type WriteCell } from '../../../excel/index.ts';
import { migrated } from '../../../testing/database.ts';
import { sampleOf } from '../../../testing/sample.ts';
import { tableName } from '../../table/naming.ts';
import { openTestApp, person, type TestApp } from '../../testing/app.ts';
import { sampleRow } from '../../testing/samples.ts';
import { importFile, upload, writeSheet } from '../../testing/workbooks.ts';
import { exampleRow } from './examples.ts';

let app: TestApp;

beforeAll(async () => {
  app = await openTestApp(migrated, { admin: person(), english: person({ language: 'en' }) });
});
afterAll(() => app.close());

/** Downloads the template with all columns of a dataset; answers its path on this machine. */
async function template(dataset: AnyDataset, who = 'admin'): Promise<string> {
  const names = dataset.excel?.import.map(name => `fieldNames=${name}`).join('&');
  const response = await app.app.inject({
    url: `/api/base/download/excel/template?tableId=${dataset.tableId}&${names}`,
    headers: { 'access-token': who },
  });
  const path = join(app.dataDir, `${crypto.randomUUID()}.xlsx`);
  await writeFile(path, response.rawPayload);
  return path;
}

/** The visible sheets of a workbook with their rows. */
async function sheetsOf(path: string): Promise<{ name: string; rows: Cell[][] }[]> {
  const workbook = await openWorkbook(path);
  const sheets: { name: string; rows: Cell[][] }[] = [];
  for (const { name, index, hidden } of workbook.sheets) {
    if (hidden) continue;
    const rows: Cell[][] = [];
    for await (const batch of workbook.rows(index)) rows.push(...batch.map(({ cells }) => cells));
    sheets.push({ name, rows });
  }
  await workbook.close();
  return sheets;
}

function written(cell: Cell): WriteCell {
  if (typeof cell !== 'object') return cell ?? null;
  if (cell.kind !== 'date') return cell.text;
  return cell.text.length === 10 ? { date: cell.text } : { dateTime: cell.text };
}

const rowsIn = async (dataset: AnyDataset) =>
  Number(
    (
      await sql<{
        count: number;
      }>`select count(*)::integer as count from ${sql.table(tableName(dataset))}`.execute(app.engine.db)
    ).rows[0]?.count,
  );

const imported = sampleOf(
  'templates',
  datasets.filter(({ excel, permissions }) => excel && permissions.actions.includes('import')),
);

describe.each(imported.map(dataset => [dataset.name, dataset] as const))(
  'the template of %s',
  (_, dataset) => {
    beforeAll(async () => {
      await app.call('admin', 'POST', dataset.path, await sampleRow(app.engine, dataset, 0));
    });

    test('brings nothing in when it is sent back as it came, whichever sheet is chosen', async () => {
      const before = await rowsIn(dataset);
      const filePath = await upload(app, await template(dataset));
      const unchanged = await importFile(app, 'admin', dataset, filePath);
      expect(unchanged).toMatchObject({
        status: 'fail',
        message: '文件中没有数据行',
        insertNum: 0,
        updateNum: 0,
      });
      const chosen = await importFile(app, 'admin', dataset, filePath, { sheet: 1 });
      expect(chosen.message).toBe(
        '工作表“填写示例（不导入）”只供参考，不会导入；请把数据填写在模板的第一个工作表中',
      );
      const preview = await app.call('admin', 'POST', '/api/base/import/preview', {
        tableId: dataset.tableId,
        filePath,
        originName: 'a.xlsx',
      });
      expect(preview.body.data.sheets).toHaveLength(1);
      expect(await rowsIn(dataset)).toBe(before);
    });

    test.each(['admin', 'english'])('shows an example that the import would take (%s)', async who => {
      const [data, examples] = await sheetsOf(await template(dataset, who));
      expect(data?.rows).toHaveLength(1);
      const [header = [], example = []] = examples?.rows ?? [];
      expect(header).toEqual(data?.rows[0]);
      const sheet = await writeSheet(app, header.map(String), [
        Array.from(header, (_, at) => written(example[at])),
      ]);
      const job = await importFile(app, who, dataset, await upload(app, sheet), { dryRun: true });
      const { errors } = (await app.call(who, 'GET', `/api/base/log/info?id=${job.id}`)).body.data;
      expect(errors).toEqual([]);
      expect(job).toMatchObject({ status: 'success', failNum: 0, done: 1 });
    });
  },
);

test('an example has the year of the exam that it names', async () => {
  const { mockExam, mockStudent } = registry;
  const own = await openTestApp(migrated, { admin: person() });
  try {
    const row = await sampleRow(own.engine, mockExam, 5, { dataYear: 2025 });
    const exam = await own.call('admin', 'POST', mockExam.path, row);
    expect(exam.body.message).toBe('新增成功');
    const fields = [
      { name: 'dataYear', field: mockStudent.fields.dataYear },
      { name: 'examId', field: mockStudent.fields.examId },
    ];
    const cells = await exampleRow(own.engine, mockStudent, person(), fields);
    expect(cells).toEqual([2025, row.examName]);
  } finally {
    await own.close();
  }
});
