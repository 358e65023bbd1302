import { datasets } from '@yikao/model/datasets/index.ts';
import type { AnyDataset } from '@yikao/model/kernel/dataset.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { migrated } from '../../testing/database.ts';
import { sampleOf } from '../../testing/sample.ts';
import { elevated } from '../actor.ts';
import { tableName } from '../naming.ts';
import { add } from '../save.ts';
import { openTestApp, person, type TestApp } from '../testing/app.ts';
import { sampleRow } from '../testing/samples.ts';
import { download, finished, importFile, upload } from '../testing/workbooks.ts';

let app: TestApp;

beforeAll(async () => {
  app = await openTestApp(migrated, { admin: person() });
});
afterAll(() => app.close());

const both = sampleOf(
  'round trips',
  datasets.filter(({ permissions: { actions } }) => actions.includes('import') && actions.includes('export')),
);

async function content(dataset: AnyDataset) {
  const rows = await sql`select * from ${sql.table(tableName(dataset))} order by 1`.execute(app.engine.db);
  return rows.rows.map(row => {
    const { import_batch: _, ...rest } = row as Record<string, unknown>;
    return rest;
  });
}

describe.each(both.map(dataset => ({ name: dataset.name, dataset })))('$name', ({ dataset }) => {
  test.each(['xlsx', 'csv'])('what is exported as %s and imported again changes nothing', async format => {
    if ((await content(dataset)).length < 3) {
      for (const n of [21, 22, 23]) {
        await add(app.engine, dataset, elevated(), await sampleRow(app.engine, dataset, n));
      }
    }
    const before = await content(dataset);
    const started = await app.call('admin', 'POST', `${dataset.path}/export`, {
      tableId: dataset.tableId,
      format,
    });
    const exported = await finished(app, 'admin', started.body.data.id);
    expect(exported).toMatchObject({ status: 'success' });
    const path = await upload(app, await download(app, exported.url ?? ''));
    const job = await importFile(app, 'admin', dataset, path);
    expect(job, job.message).toMatchObject({
      status: 'success',
      insertNum: 0,
      updateNum: 0,
      sameNum: exported.done,
    });
    expect(await content(dataset)).toEqual(before);
  });
});
