import type { registry } from '@yikao/model/contexts/datasets.ts';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { silentLogger } from '../../platform/logger.ts';
import { migrate, readMigrations } from '../../platform/migrations.ts';
import { createTestDatabase, empty, migrationsFolder } from '../../testing/database.ts';
import type { Columns } from '../table/columns.ts';

test('rows of before that differ in width alone are kept under names of their own, and people can find them', async () => {
  const database = await createTestDatabase(empty);
  try {
    const db = database.kysely;
    const files = await readMigrations(migrationsFolder);
    const folds = files.findIndex(({ name }) => name.endsWith('_fold_names'));
    await migrate(database, files.slice(0, folds), silentLogger());
    await sql`
      insert into t_region (id, region_name, order_num, status, deleted)
      values (1, '（武汉）', 1, 1, false), (2, '(武汉)', 2, 1, false), (3, '( 武 汉 )', 3, 1, false),
        (4, '长沙', 4, 1, false), (5, '（武 汉）', 5, 1, true), (16, '一二三四五六七八九十一二三四五六', 6, 1, false),
        (17, '一二三四五六七八九十 一二三四五', 7, 1, true)`.execute(db);
    await migrate(database, files, silentLogger());
    const rows = await sql<Columns<typeof registry.region, 'version'> & { id: number; name: string }>`
      select id::integer as id, region_name as name, version from t_region order by id`.execute(db);
    expect(rows.rows.map(({ id, name, version }) => `${id} ${name} ${version}`)).toEqual([
      '1 （武汉） 1',
      '2 (武汉)（重名2） 2',
      '3 ( 武 汉 )（重名3） 2',
      '4 长沙 1',
      '5 （武 汉） 1',
      '16 一二三四五六七八九十一二三四五六 1',
      '17 一二三四五六七八九十 一二三四五 1',
    ]);
    const history = await sql<{ key: number; changes: unknown }>`
      select row_id as key, changes from t_row_history where dataset = 'region' order by row_id`.execute(db);
    expect(history.rows).toEqual([
      { key: 2, changes: { regionName: ['(武汉)', '(武汉)（重名2）'] } },
      { key: 3, changes: { regionName: ['( 武 汉 )', '( 武 汉 )（重名3）'] } },
    ]);
    await expect(
      sql`insert into t_region (region_name, order_num, status) values ('长 沙', 1, 1)`.execute(db),
    ).rejects.toMatchObject({ code: '23505' });
  } finally {
    await database.close();
  }
});

test('rows of before that differ in like characters alone are kept under names of their own, and are found by either', async () => {
  const database = await createTestDatabase(empty);
  try {
    const db = database.kysely;
    const files = await readMigrations(migrationsFolder);
    const alike = files.findIndex(({ name }) => name.endsWith('_alike_characters'));
    await migrate(database, files.slice(0, alike), silentLogger());
    await sql`
      insert into t_region (id, region_name, region_name_search, order_num, status, deleted)
      values (1, '阿依·努尔', '阿依·努尔 A YI NU ER', 1, 1, false), (2, '阿依•努尔', '阿依•努尔 A YI NU ER', 2, 1, false),
        (3, '阿依．努尔', '阿依.努尔 A YI NU ER', 3, 1, false), (4, '⻄安', '⻄安 AN', 4, 1, false),
        (5, '长沙', '长沙 CHANG SHA', 5, 1, false), (6, '西安', '西安 XI AN', 6, 1, true)`.execute(db);
    await sql`
      insert into t_perm (perm_id, parent_id, description, perm_type, perm_code, order_num)
      values (990001, 990000, '甲•乙', 1, 'like:one', 1), (990002, 990000, '甲·乙', 1, 'like:two', 2)`.execute(
      db,
    );
    await migrate(database, files, silentLogger());
    const rows = await sql<{ id: number; name: string; search: string | null; version: number }>`
      select id::integer as id, region_name as name, region_name_search as search, version from t_region order by id`.execute(
      db,
    );
    expect(rows.rows.map(({ id, name, search, version }) => `${id} ${name}, ${search}, ${version}`)).toEqual([
      '1 阿依·努尔, 阿依·努尔 A YI NU ER, 1',
      '2 阿依•努尔（重名2）, null, 2',
      '3 阿依．努尔（重名3）, null, 2',
      '4 ⻄安, null, 1',
      '5 长沙, 长沙 CHANG SHA, 1',
      '6 西安, 西安 XI AN, 1',
    ]);
    const history = await sql<{ dataset: string; key: number; changes: unknown }>`
      select dataset, row_id::integer as key, changes from t_row_history order by dataset, row_id`.execute(
      db,
    );
    expect(history.rows).toEqual([
      { dataset: 'perm', key: 990002, changes: { description: ['甲·乙', '甲·乙（重名990002）'] } },
      { dataset: 'region', key: 2, changes: { regionName: ['阿依•努尔', '阿依•努尔（重名2）'] } },
      { dataset: 'region', key: 3, changes: { regionName: ['阿依．努尔', '阿依．努尔（重名3）'] } },
    ]);
    await expect(
      sql`insert into t_region (region_name, order_num, status) values ('西安', 1, 1)`.execute(db),
    ).rejects.toMatchObject({ code: '23505' });
    const former = await sql`select from pg_proc where proname = 'yikao_fold_before'`.execute(db);
    expect(former.rows).toEqual([]);
  } finally {
    await database.close();
  }
});
