import { registry } from '@yikao/model/contexts/datasets.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestApp, person, type TestApp } from '../../engine/testing/app.ts';
import { importFile, upload, writeSheet } from '../../engine/testing/workbooks.ts';
import { seeded } from '../testing/seeded-app.ts';
import { subjectFilling } from './subject-filling.ts';

const { admission, tieRule, wishUser } = registry;

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp(seeded, { admin: person({ userId: 1 }) });
});
afterAll(() => app.close());

test('a file with required subjects is read, says what is not understood, and waits for a person to agree', async () => {
  const added = await app.call('admin', 'POST', '/api/data/wish/school', {
    ...{ schoolName: '选科示例大学', schoolNo: '19991', provinceId: 430_000, schoolLevel: 1 },
  });
  expect(added.body.success, added.body.message).toBe(true);
  const place = [2026, '湖南', '美术与设计类', '物理类', '艺术本科提前批', '选科示例大学'];
  const sheet = await writeSheet(
    app,
    ['数据年份', '省份', '统考类别', '科类', '批次', '院校', '招生专业', '学历', '计划数', '选科要求'],
    [
      [...place, '视觉传达设计', '本科', 10, '物理+化学'],
      [...place, '环境设计', '本科', 10, '化学、生物'],
      [...place, '产品设计', '本科', 10, '不限'],
    ],
  );
  const mapping = { 学历: 'diploma' };
  const file = await upload(app, sheet);
  const held = await importFile(app, 'admin', admission, file, { mapping, confirmed: false });
  expect(held.insertNum).toBe(0);
  expect(JSON.stringify(held)).toContain('化学、生物');
  const done = await importFile(app, 'admin', admission, file, { mapping, confirmed: true });
  expect(done, done.message).toMatchObject({ insertNum: 3, failNum: 0 });
  const stored = async () =>
    (
      await sql<{ row: string }>`
        select concat_ws(' ', sch_prof_name, subject_first, subject_all::text, subject_state) as row from t_admission as d
          join t_school as s on s.school_id = d.school_id
        where s.school_no = '19991' order by d.data_id`.execute(app.engine.db)
    ).rows.map(({ row }) => row);
  const read = ['视觉传达设计 1 {2} 1', '环境设计 2', '产品设计 0 1'];
  expect(await stored()).toEqual(read);

  // Rows of before have the text alone; the workers read it once, and no version changes.
  await sql`update t_admission set subject_first = null, subject_all = null, subject_state = 0
    where subject_require is not null`.execute(app.engine.db);
  expect(await subjectFilling.fill(app.engine, () => true)).toBeGreaterThanOrEqual(3);
  expect(await stored()).toEqual(read);
  expect(await subjectFilling.fill(app.engine, () => true)).toBe(0);
});

test('candidates and rules of equal scores come in files as people write them', async () => {
  const people = await writeSheet(
    app,
    ['手机', '省份', '高考年份', '科类', '再选科目'],
    [
      ['13900000031', '湖南', 2026, '物理类', '化学、生物学'],
      ['13900000032', '湖南', 2026, '物理类', '物理、化学'],
    ],
  );
  const job = await importFile(app, 'admin', wishUser, await upload(app, people));
  expect(job, job.message).toMatchObject({ insertNum: 1, failNum: 1 });
  const found = await sql<{ subjects: number[] }>`
    select subjects from t_wish_user where mobile = '13900000031'`.execute(app.engine.db);
  expect(found.rows).toEqual([{ subjects: [2, 3] }]);

  const rules = await writeSheet(
    app,
    ['数据年份', '省份', '比较顺序'],
    [
      [2031, '湖南', '专业成绩＞语文数学之和＞英语'],
      [2031, '山东', '身高'],
    ],
  );
  const ordered = await importFile(app, 'admin', tieRule, await upload(app, rules));
  expect(ordered, ordered.message).toMatchObject({ insertNum: 1, failNum: 1 });
  const kept = await sql<{ text: string }>`
    select tie_order as text from t_tie_rule where data_year = 2031 and province_id = 430000
      and remark is null`.execute(app.engine.db);
  expect(kept.rows).toEqual([{ text: '专业分>语数之和>外语' }]);
});
