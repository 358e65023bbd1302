import { datasets } from '@yikao/model/contexts/datasets.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { tableName } from '../engine/table/naming.ts';
import { openTestApp, person, type TestApp } from '../engine/testing/app.ts';
import { download, finished, importFile, readStored, upload } from '../engine/testing/workbooks.ts';
import { sampleOf } from '../testing/sample.ts';
import { seeded } from './testing/seeded-app.ts';

let app: TestApp;

beforeAll(async () => {
  app = await openTestApp(seeded, { admin: person() });
});
afterAll(() => app.close());

const both = sampleOf(
  'round trips of the demo data',
  datasets.filter(({ permissions: { actions } }) => actions.includes('import') && actions.includes('export')),
);

describe.each(both.map(dataset => ({ name: dataset.name, dataset })))('$name', ({ dataset }) => {
  test.each(['xlsx', 'csv'])('the demo data exported as %s and imported again is unchanged', async format => {
    const table = sql.table(tableName(dataset));
    const content = async () => {
      const found = await sql<Record<string, unknown>>`select * from ${table} order by 1`.execute(
        app.engine.db,
      );
      return found.rows.map(({ importBatch: _, ...row }) => row);
    };
    const before = await content();
    if (before.length === 0) return;
    const started = await app.call('admin', 'POST', `${dataset.path}/export`, {
      tableId: dataset.tableId,
      format,
    });
    const exported = await finished(app, 'admin', started.body.data.id);
    expect(exported).toMatchObject({ status: 'success' });
    const path = await upload(app, await download(app, exported.url ?? ''));
    const job = await importFile(app, 'admin', dataset, path, { confirmed: true });
    const refused = job.logUrl ? (await readStored(app, job.logUrl)).slice(1, 4) : [];
    expect(refused, job.message).toEqual([]);
    expect(job, job.message).toMatchObject({
      status: 'success',
      insertNum: 0,
      updateNum: 0,
      failNum: 0,
      sameNum: exported.done,
    });
    expect(await content()).toEqual(before);
  });
});
