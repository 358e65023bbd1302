import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createSecrets } from '../../platform/secrets.ts';
import { migrated } from '../../testing/database.ts';
import { openTestApp, person, type TestApp } from '../testing/app.ts';
import { storeRows } from '../testing/store-rows.ts';
import { voucher } from '../testing/voucher-dataset.ts';
import { download, finished } from '../testing/workbooks.ts';
import { openSecret, renewFields } from './sealing.ts';

let app: TestApp;

beforeAll(async () => {
  app = await openTestApp(migrated, { admin: person() }, [], [voucher]);
});
afterAll(() => app.close());
beforeEach(() => sql`truncate t_test_voucher`.execute(app.engine.db));

const row = { voucherName: '甲', voucherType: 3, amount: 5, apiKey: '  sk-live-1234567890  ' };
const call = (method: 'POST' | 'PUT', body: object) => app.call('admin', method, voucher.path, body);
const info = async (key: number) =>
  (await app.call('admin', 'GET', `${voucher.path}/info?voucherId=${key}`)).body.data;
const open = (key: number) => openSecret(app.engine, app.engine.db, voucher, 'apiKey', key);
async function added(more: object = {}): Promise<number> {
  const { body } = await call('POST', { ...row, ...more });
  expect(body.success, body.message).toBe(true);
  return body.data.voucherId;
}
async function changed(key: number, more: object): Promise<void> {
  const { version } = await info(key);
  const { body } = await call('PUT', { voucherId: key, version, ...more });
  expect(body.success, body.message).toBe(true);
}

test('a secret is kept sealed, of which people read only that there is one, and opened for its row alone', async () => {
  const [one, two] = [await added(), await added({ voucherName: '乙' })];
  const answers = await Promise.all([
    app.call('admin', 'GET', `${voucher.path}/info?voucherId=${one}`),
    app.call('admin', 'GET', `${voucher.path}/list`),
    app.call('admin', 'GET', `${voucher.path}/history?voucherId=${one}`),
    app.call('admin', 'GET', `${voucher.path}/options?keywords=sk-live`),
  ]);
  for (const { status, body } of answers) {
    expect(status).toBe(200);
    expect(JSON.stringify(body)).not.toContain('sk-live');
  }
  expect(answers[0]?.body.data.apiKey).toBe(true);
  expect(answers[2]?.body.data.records[0].after.apiKey).toBe(true);
  const kept = await sql<{ text: string }>`
    select api_key || coalesce((select string_agg(changes::text, '') from t_row_history), '') as text
    from t_test_voucher`.execute(app.engine.db);
  expect(JSON.stringify(kept.rows)).not.toContain('sk-live');
  expect([await open(one), await open(two)]).toEqual(['sk-live-1234567890', 'sk-live-1234567890']);
  await sql`update t_test_voucher as d set api_key = x.api_key from t_test_voucher as x
    where d.voucher_id = ${two} and x.voucher_id = ${one}`.execute(app.engine.db);
  await expect(open(two)).rejects.toThrow('belongs elsewhere');
});

test('left blank it stays, typed anew it is another, and it can be taken away', async () => {
  const key = await added();
  for (const apiKey of ['', null, true, undefined]) await changed(key, { apiKey, remark: String(apiKey) });
  expect(await open(key)).toBe('sk-live-1234567890');
  await changed(key, { ...(await info(key)), remark: 'whole row' });
  expect(await open(key)).toBe('sk-live-1234567890');
  await changed(key, { apiKey: 'sk-new' });
  expect(await open(key)).toBe('sk-new');
  await changed(key, { apiKey: false });
  expect([await open(key), (await info(key)).apiKey]).toEqual([undefined, null]);
  const { records } = (await app.call('admin', 'GET', `${voucher.path}/history?voucherId=${key}`)).body.data;
  expect(
    records
      .filter(({ fields }: { fields: string[] }) => fields.includes('apiKey'))
      .map(({ before, after }: Record<'before' | 'after', { apiKey?: unknown }>) => [
        before.apiKey,
        after.apiKey,
      ]),
  ).toEqual([
    [true, null],
    [true, true],
    [null, true],
  ]);
});

test('nobody asks by it, orders by it or takes it out in a file', async () => {
  await added();
  for (const query of ['apiKey=sk-live-1234567890', 'sort=apiKey', 'apiKey[]=x']) {
    expect((await app.call('admin', 'GET', `${voucher.path}/list?${query}`)).status, query).toBe(400);
  }
  const ask = (fieldNames?: string[]) =>
    app.call('admin', 'POST', `${voucher.path}/export`, {
      tableId: voucher.tableId,
      format: 'csv',
      fieldNames,
    });
  expect((await ask(['voucherName', 'apiKey'])).status).toBe(400);
  const { url } = await finished(app, 'admin', (await ask()).body.data.id);
  expect(await download(app, url ?? '')).toBeTruthy();
  expect(voucher.excel?.export).not.toContain('apiKey');
  const set = await app.call('admin', 'POST', `${voucher.path}/batch/set`, {
    everything: true,
    values: { apiKey: 'x' },
  });
  expect(set.status).toBe(400);
});

test('the product writes it sealed as well, and a change of the key seals it anew', async () => {
  const { engine } = app;
  const [key = 0] = await storeRows(
    engine,
    voucher,
    [{ voucherName: '甲', voucherType: 3, amount: '5.00', apiKey: 'sk-inner' }],
    { by: person() },
  );
  expect(await open(key)).toBe('sk-inner');
  const former = {
    secretKey: 'a former key of this installation',
    otherSecretKeys: [],
    dataDir: app.dataDir,
  };
  const sealed = createSecrets(former).seal('sk-former', `testVoucher.apiKey:${key}`);
  await sql`update t_test_voucher set api_key = ${sealed}`.execute(engine.db);
  expect(await renewFields(engine.db, engine.secrets, [voucher])).toEqual({
    renewed: 0,
    lost: [`testVoucher.apiKey: ${key}`],
  });
  const both = createSecrets({
    ...former,
    secretKey: 'the present key of this installation',
    otherSecretKeys: [former.secretKey],
  });
  expect(await renewFields(engine.db, both, [voucher])).toEqual({ renewed: 1, lost: [] });
  expect(await renewFields(engine.db, both, [voucher])).toEqual({ renewed: 0, lost: [] });
  const alone = createSecrets({ ...former, secretKey: 'the present key of this installation' });
  expect(await openSecret({ ...engine, secrets: alone }, engine.db, voucher, 'apiKey', key)).toBe(
    'sk-former',
  );
});
