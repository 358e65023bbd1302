import { createReadStream } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { JobRow } from '@yikao/model/calls/jobs.ts';
import type { AnyDataset } from '@yikao/model/kernel/dataset.ts';
import { sql } from 'kysely';
import { type Cell, createXlsxWriter, openWorkbook, type WriteCell } from '../../excel/index.ts';
import type { TestApp } from './app.ts';

/** Writes a sheet of a header row and rows into the test's folder; answers its path on this machine. */
export async function writeSheet(
  app: TestApp,
  headers: readonly string[],
  rows: readonly (readonly WriteCell[])[],
): Promise<string> {
  const path = join(app.dataDir, `${crypto.randomUUID()}.xlsx`);
  const writer = await createXlsxWriter(path, {
    sheets: [{ name: 'Sheet1', columns: headers.map(header => ({ header, format: 'general' as const })) }],
  });
  for (const row of rows) await writer.row(row);
  await writer.close();
  return path;
}

/** Puts a file of this machine into the store as an upload of `userId`; answers the path that calls take. */
export async function upload(app: TestApp, path: string, userId = 1): Promise<string> {
  const key = `test/${crypto.randomUUID()}${path.slice(path.lastIndexOf('.'))}`;
  const stored = await app.engine.files.put(key, createReadStream(path), { maxBytes: 1024 ** 3 });
  await sql`
    insert into t_upload_file (path, origin_name, size, mime, sha256, usage, user_id)
    values (${`/${key}`}, 'test', ${stored.size}, 'application/octet-stream', ${stored.sha256}, 1, ${userId})
  `.execute(app.engine.db);
  return `/${key}`;
}

/** Starts an import of a file as `who`, runs it, and returns the job as the history shows it. */
export async function importFile(
  app: TestApp,
  who: string,
  dataset: AnyDataset,
  filePath: string,
  more: Readonly<Record<string, unknown>> = {},
  call = 'import',
): Promise<JobRow> {
  const started = await app.call(who, 'POST', `${dataset.path}/${call}`, {
    tableId: dataset.tableId,
    importBatch: '测试批次',
    again: true,
    filePath,
    originName: `测试${filePath.slice(filePath.lastIndexOf('.'))}`,
    ...more,
  });
  if (!started.body.success) throw new Error(started.body.message);
  return finished(app, who, started.body.data.id);
}

/** Runs the queued jobs and returns one as the history shows it. */
export async function finished(app: TestApp, who: string, id: number): Promise<JobRow> {
  await app.runJobs();
  const list = await app.call(who, 'GET', `/api/base/log/list?ids=${id}`);
  return list.body.data.records[0];
}

/** The rows of the first sheet of a stored file, header row first. */
export async function readStored(app: TestApp, path: string): Promise<Cell[][]> {
  const copy = await app.engine.files.localCopy(path.slice(1));
  const workbook = await openWorkbook(copy.path);
  const rows: Cell[][] = [];
  for await (const batch of workbook.rows(0)) for (const row of batch) rows.push(row.cells);
  await workbook.close();
  await copy.release();
  return rows;
}

/** A stored file as a file of this machine, for sending it back in. */
export async function download(app: TestApp, path: string): Promise<string> {
  const to = join(app.dataDir, `${crypto.randomUUID()}${path.slice(path.lastIndexOf('.'))}`);
  await writeFile(to, await app.engine.files.open(path.slice(1)));
  return to;
}
