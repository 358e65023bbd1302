import type { registry } from '@yikao/model/contexts/datasets.ts';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import type { Columns } from '../engine/table/columns.ts';
import { silentLogger } from '../platform/logger.ts';
import { migrate, readMigrations } from '../platform/migrations.ts';
import { createTestDatabase, empty, migrationsFolder } from '../testing/database.ts';

const files = await readMigrations(migrationsFolder);
const at = files.findIndex(({ name }) => name.endsWith('_menu_titles'));

test('an upgrade gives the menu the names of today, and leaves those that people have given', async () => {
  const database = await createTestDatabase(empty);
  try {
    const db = database.kysely;
    await migrate(database, files.slice(0, at), silentLogger());
    await sql`
      insert into t_perm (perm_id, parent_id, description, description_en, perm_type, perm_url, perm_code, description_search)
      values (1, 0, '导入导出记录', 'Import and export log', 2, '/sys/log', null, 'read'),
        (2, 0, '志愿表', 'Our wishes', 2, '/wish/voluntaryList', null, 'read'),
        (3, 0, '省控线', 'Province lines', 2, '/wish/score', null, 'read'),
        (4, 0, '考试', 'Exams', 2, '/own/exams', null, 'read'),
        (5, 2, '新建订单', 'New order', 3, null, 'order:service:add', 'read')`.execute(db);
    await migrate(database, files, silentLogger());
    const rows = await sql<Columns<typeof registry.perm, 'description' | 'descriptionEn' | 'version'>>`
      select description, description_en, version from t_perm where perm_id <= 5 order by perm_id`.execute(
      db,
    );
    expect(
      rows.rows.map(
        ({ description, descriptionEn, version }) => `${description} ${descriptionEn} ${version}`,
      ),
    ).toEqual([
      '任务中心 Job centre 2',
      '志愿表 Our wishes 1',
      '省控线 Provincial control lines 2',
      '考试 Exams 1',
      '代客下单 Place an order 2',
    ]);
    // Words of the new names are searched, see `searchFilling`.
    const unread = await sql<{ n: number }>`
      select count(*)::integer as n from t_perm where perm_id <= 5 and description_search is null`.execute(
      db,
    );
    expect(unread.rows).toEqual([{ n: 3 }]);
  } finally {
    await database.close();
  }
});
