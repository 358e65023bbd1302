import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { passwordMatches } from '../contexts/people/accounts/passwords.ts';
import { seeded, start } from '../contexts/testing/seeded-app.ts';
import type { DynamicTables } from '../engine/table/sql.ts';
import { fixedClock } from '../platform/clock.ts';
import type { Database } from '../platform/database/types.ts';
import { silentLogger } from '../platform/logger.ts';
import { createSecrets } from '../platform/secrets.ts';
import { createTestDatabase, migrated } from '../testing/database.ts';
import { type SeedParts, seed } from './load.ts';

let database: Database;
afterEach(() => database.close());

const db = () => database.kysely.withTables<DynamicTables>();
const parts = (config: Partial<SeedParts['config']> = {}): SeedParts => ({
  db: db(),
  config: { adminPassword: undefined, demo: true, ...config },
  clock: fixedClock(start),
  secrets: createSecrets({ secretKey: 'the key of this test', otherSecretKeys: [], dataDir: '.' }),
  logger: silentLogger(),
});

/** Every row of every table, without times and random values. */
async function content(): Promise<Record<string, string[]>> {
  const tables = await sql<{ name: string }>`
    select tablename as name from pg_tables where schemaname = 'public' and tablename like 't\\_%' order by 1`.execute(
    db(),
  );
  const all: Record<string, string[]> = {};
  for (const { name } of tables.rows) {
    const rows = await sql<{ row: string }>`
      select (to_jsonb(t) - 'create_time' - 'update_time' - 'password' - 'rec_code' - 'pwd_time' - 'time')::text as row
      from ${sql.table(name)} as t order by 1`.execute(db());
    all[name] = rows.rows.map(({ row }) => row);
  }
  return all;
}

async function count(table: string, where = 'true'): Promise<number> {
  const { rows } = await database.pool.query(`select count(*)::integer as n from ${table} where ${where}`);
  return rows[0].n;
}

describe('a new database', () => {
  beforeEach(async () => {
    database = await createTestDatabase(migrated);
  });

  test('gets everything once, and the administrator a password that is told once', async () => {
    const first = await seed(parts());
    expect(first.userName).toBe('admin');
    const { rows } = await sql<{ password: string }>`
      select password from t_credential join t_admin_user using (user_id) where user_name = 'admin'`.execute(
      db(),
    );
    expect(await passwordMatches(rows[0]?.password, first.password ?? '')).toBe(true);
    const before = await content();
    expect(await seed(parts())).toEqual({ userName: 'admin', password: undefined });
    expect(await content()).toEqual(before);
  });

  test('gets everything once from two nodes that start together', async () => {
    const both = await Promise.all([seed(parts()), seed(parts())]);
    expect(both.filter(({ password }) => password !== undefined)).toHaveLength(1);
    expect(await count('t_province', 'status = 1')).toBe(28);
    expect(await count('t_admin_user')).toBe(15);
    expect(
      await count('(select perm_code from t_perm group by 1 having count(*) > 1 and perm_code <> $$$$) as x'),
    ).toBe(0);
    const before = await content();
    await seed(parts());
    expect(await content()).toEqual(before);
  });

  test('without demo data has one account and no calendar', async () => {
    await seed(parts({ demo: false }));
    expect(await count('t_admin_user')).toBe(1);
    expect(await count('t_sch_exam_type')).toBe(0);
    expect(await count('t_joint_category')).toBe(28 * 11);
  });

  test('takes demo data on later', async () => {
    await seed(parts({ demo: false }));
    await seed(parts({ demo: true }));
    expect(await count('t_sch_exam_type')).toBeGreaterThan(500);
    expect(await count('t_admin_user')).toBe(1);
  });

  test('has demo candidates with chances from the sure to the unlikely, as percentages', async () => {
    await seed(parts());
    const records = await count('t_prob_record');
    expect(records).toBeGreaterThan(20);
    expect(await count('t_prob_record', 'probability is null')).toBe(0);
    // Each has the lines of three years beside it, and the candidates have what these depend on.
    expect(await count('t_prob_record', 'line_years is distinct from 3')).toBe(0);
    expect(await count('t_wish_user', 'subjects is not null')).toBeGreaterThan(20);
    expect(await count('t_user_category')).toBeGreaterThan(3);
    expect(await count('t_user_exam_score')).toBeGreaterThan(3);
    expect(await count('t_tie_rule')).toBe(8);
    expect(await count('t_admission', 'subject_state <> 1')).toBe(0);
    const { rows } = await database.pool.query('select distinct level from t_prob_record');
    expect(rows.length).toBeGreaterThan(2);
  });

  test('refuses a first password that breaks the rule, and can be started again with a better one', async () => {
    await expect(seed(parts({ adminPassword: 'weakest' }))).rejects.toThrow(/ADMIN_PASSWORD/);
    await seed(parts({ adminPassword: 'Better123' }));
    expect(await count('t_admin_user', "user_name = 'admin'")).toBe(1);
  });
});

describe('a database that people have worked in', () => {
  beforeEach(async () => {
    database = await createTestDatabase(seeded);
  });

  test('keeps what they changed, deleted, granted and withdrew', async () => {
    await database.pool.query(`
      update t_region set region_name = '华北大区' where region_name = '华北';
      update t_school set deleted = true where school_no = '10001';
      update t_config set config_value = '3' where config_key = 'session.hours';
      update t_perm set description = '基础数据' where description = '数据管理';
      update t_perm set deleted = true where perm_url = '/wish/admission';
      update t_role set deleted = true where role_code = 'teacher';
      delete from t_role_perm using t_role where t_role.role_id = t_role_perm.role_id and role_code = 'ops'`);
    const before = await content();
    await seed(parts());
    expect(await content()).toEqual(before);
  });

  test('gets a page and a code that a new version brings, and the roles that hold them by their patterns', async () => {
    await database.pool.query(`
      delete from t_role_perm using t_perm where t_perm.perm_id = t_role_perm.perm_id
        and (perm_code like 'wish:school:%' or perm_url in ('/wish/school', '/wish/admission'));
      delete from t_perm where perm_code like 'wish:school:%' or perm_url in ('/wish/admission')`);
    await seed(parts());
    expect(await count('t_perm', "perm_url = '/wish/admission' and not deleted")).toBe(1);
    const held = await database.pool.query(`
      select coalesce(perm_code, perm_url) as node from t_role_perm join t_perm using (perm_id)
      join t_role using (role_id) where role_code = 'ops' and (perm_code like 'wish:school:%' or perm_url = '/wish/school')
      order by 1`);
    expect(held.rows.map(({ node }) => node)).toEqual(
      expect.arrayContaining(['/wish/school', 'wish:school:list', 'wish:school:import']),
    );
  });
});
