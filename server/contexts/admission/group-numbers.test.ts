import { registry } from '@yikao/model/contexts/datasets.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestApp, person, type TestApp } from '../../engine/testing/app.ts';
import { makeHome } from '../../engine/testing/homes.ts';
import { sampleRow } from '../../engine/testing/samples.ts';
import { silentLogger } from '../../platform/logger.ts';
import { migrate, readMigrations } from '../../platform/migrations.ts';
import { createTestDatabase, empty, migrated, migrationsFolder } from '../../testing/database.ts';

const { admission, archive } = registry;

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp(migrated, { admin: person() });
});
afterAll(() => app.close());

test.each([admission, archive])(
  'two people at once add one group of $name, however they write its number',
  async dataset => {
    const home = await makeHome(app.engine);
    const row = await sampleRow(app.engine, dataset, 1, { provinceId: home.province });
    const add = (groupNo: string) => app.call('admin', 'POST', dataset.path, { ...row, groupNo });
    const written = ['102', '第102组', '（102）', '0102', '专业组１０２'];
    const answers = await Promise.all(written.map(add));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409, 409]);
    expect((await add('103')).status).toBe(200);
    // The database refuses it as well, from every writer.
    const table = sql.table(`t_${dataset.name}`);
    await expect(
      sql`update ${table} set group_no = '第 102 组' where group_no = '103'`.execute(app.engine.db),
    ).rejects.toMatchObject({ code: '23505' });
  },
);

test('groups of before that differ by the way of writing are kept, and people can find them', async () => {
  const database = await createTestDatabase(empty);
  try {
    const db = database.kysely;
    const files = await readMigrations(migrationsFolder);
    const at = files.findIndex(({ name }) => name.endsWith('_groups_by_number'));
    await migrate(database, files.slice(0, at), silentLogger());
    await sql`
      insert into t_archive (data_id, data_year, province_id, joint_category_id, aos, batch, round_no, school_id, group_no,
        prof_name, score_type, archive_min_score, deleted)
      select id, 2026, 430000, 1, 4, 4, 1, 1, group_no, prof_name, 1, 500, deleted from (values
        (1, '102', '绘画', false), (2, '第102组', '绘画', false), (3, '第102组', '雕塑', false), (4, '0102', null, false),
        (5, '（102）', null, false), (6, '专业组102', '绘画', true)) as of (id, group_no, prof_name, deleted)`.execute(
      db,
    );
    await migrate(database, files, silentLogger());
    const rows = await sql<{ key: number; groupNo: string; profName: string | null; version: number }>`
      select data_id as key, group_no, prof_name, version
      from t_archive order by data_id`.execute(db);
    expect(rows.rows.map(({ key, groupNo, profName, version }) => [key, groupNo, profName, version])).toEqual(
      [
        [1, '102', '绘画', 1],
        [2, '第102组', '绘画（重号2）', 2],
        [3, '第102组', '雕塑', 1],
        [4, '0102', null, 1],
        [5, '（102）', '（重号5）', 2],
        [6, '专业组102', '绘画', 1],
      ],
    );
    const history = await sql<{ key: number; changes: unknown }>`
      select row_id::integer as key, changes from t_row_history where dataset = 'archive' order by row_id`.execute(
      db,
    );
    expect(history.rows).toEqual([
      { key: 2, changes: { profName: ['绘画', '绘画（重号2）'] } },
      { key: 5, changes: { profName: [null, '（重号5）'] } },
    ]);
  } finally {
    await database.close();
  }
});
