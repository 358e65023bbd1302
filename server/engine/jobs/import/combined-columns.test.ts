import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { registry } from '@yikao/model/contexts/datasets.ts';
import { scheduleExam } from '@yikao/model/contexts/school/schedule-exam.ts';
import { site } from '@yikao/model/contexts/school/site.ts';
import type { AnyDataset } from '@yikao/model/kernel/dataset.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { WriteCell } from '../../../excel/index.ts';
import { migrated } from '../../../testing/database.ts';
import { elevated } from '../../scope/actor.ts';
import { openTestApp, person, type TestApp } from '../../testing/app.ts';
import { canonicalSample } from '../../testing/samples.ts';
import { storeRows } from '../../testing/store-rows.ts';
import { finished, importFile, readStored, upload, writeSheet } from '../../testing/workbooks.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp(migrated, { admin: person() });
  const { engine } = app;
  const added = async (dataset: AnyDataset, fixed: Readonly<Record<string, unknown>>) => {
    const row = { ...(await canonicalSample(engine, dataset, 7)), ...fixed };
    const [key] = await storeRows(engine, dataset, [row], { by: elevated() });
    return key;
  };
  const provinceId = await added(registry.province, { provinceId: 430000, provinceName: '示例省' });
  await added(registry.city, { cityId: 430100, provinceId, cityName: '示例市' });
  await added(registry.typeDict, { typeFlag: 4, typeName: '示例科类' });
});
afterAll(() => app.close());

const sheet = async (headers: readonly string[], rows: readonly (readonly WriteCell[])[]) =>
  upload(app, await writeSheet(app, headers, rows));

const heads = ['数据年份', '省份', '类型', '标题', '考试时间'];
const spans = { type: 2501 };

async function exported(path: string, tableId: number, type: number) {
  const started = await app.call('admin', 'POST', `${path}/export`, { tableId, type });
  const job = await finished(app, 'admin', started.body.data.id);
  return { url: String(job.url), rows: await readStored(app, String(job.url)) };
}

test('one column of a file is start and end, wrong ones are told under it, and an export writes it the same way', async () => {
  const kind = scheduleExam.fields.scheduleType.of.items[0]?.label.zh ?? '';
  const row = (title: string, time: string): WriteCell[] => [2026, '示例省', kind, title, time];
  const file = await sheet(heads, [
    row('样本一', '2026-03-01 09:00~11:30'),
    row('样本二', '2026年3月1日 9:00至3月2日 17:00'),
    row('样本三', '2026-03-05'),
    row('样本四', '明天上午'),
    row('样本五', '2026-03-01 09:00~昨天'),
  ]);
  const job = await importFile(app, 'admin', scheduleExam, file, spans);
  expect(job).toMatchObject({ status: 'fail', insertNum: 3, failNum: 2 });
  const [, ...refused] = await readStored(app, String(job.logUrl));
  expect(refused.map(cells => [cells[3], cells.at(-2)])).toEqual([
    ['样本四', expect.stringMatching(/^考试时间必须是/)],
    ['样本五', expect.stringMatching(/^考试时间必须是/)],
  ]);
  const written = await exported(scheduleExam.path, 25, 2501);
  const at = written.rows[0]?.indexOf('考试时间') ?? -1;
  const title = written.rows[0]?.indexOf('标题') ?? -1;
  expect(written.rows[0]).not.toContain('开始时间');
  expect(written.rows.slice(1).map(cells => [cells[title], cells[at]])).toEqual([
    ['样本一', '2026-03-01 09:00~11:30'],
    ['样本二', '2026-03-01 09:00~2026-03-02 17:00'],
    ['样本三', '2026-03-05 00:00'],
  ]);
  const again = await importFile(app, 'admin', scheduleExam, written.url, spans);
  expect(again).toMatchObject({ status: 'success', sameNum: 3, updateNum: 0, insertNum: 0 });
});

test('the template shows how the column is written, and its example comes in', async () => {
  const names = scheduleExam.excel?.import.join(',');
  const response = await app.app.inject({
    url: `/api/base/download/excel/template?tableId=25&type=2501&fieldNames=${names}`,
    headers: { 'access-token': 'admin' },
  });
  const path = join(app.dataDir, 'times.xlsx');
  await writeFile(path, response.rawPayload);
  const [header] = await readStored(app, await upload(app, path));
  expect(header).toContain('考试时间*');
  expect(header).not.toContain('开始时间*');
});

test('a place in one column is province and city, each looked up within the other', async () => {
  const file = await sheet(
    ['数据年份', '省市', '考试科类', '考点名称', '地址'],
    [
      [2026, '示例省 示例市', '示例科类', '示例考点', '示例路 1 号'],
      [2026, '示例省/没有这市', '示例科类', '示例考点二', '示例路 2 号'],
    ],
  );
  const job = await importFile(app, 'admin', site, file, { type: 301 });
  expect(job).toMatchObject({ insertNum: 1, failNum: 1 });
  const { body } = await app.call('admin', 'GET', `/api/base/log/errors?id=${job.id}`);
  expect(body.data.records).toMatchObject([{ row: 3, errors: [{ column: '省市' }] }]);
  const written = await exported(site.path, 3, 301);
  const at = written.rows[0]?.indexOf('省市') ?? -1;
  expect(written.rows[1]?.[at]).toBe('示例省 示例市');
});
