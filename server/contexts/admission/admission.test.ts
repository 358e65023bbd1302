import { registry } from '@yikao/model/contexts/datasets.ts';
import { writableFields } from '@yikao/model/kernel/validate/validate.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestApp, person, type TestApp } from '../../engine/testing/app.ts';
import { finished, importFile, readStored, upload, writeSheet } from '../../engine/testing/workbooks.ts';
import { seeded } from '../testing/seeded-app.ts';

const { admission, archive, batch, exceptions, jointCategory, provinceStat, schoolStat, score, segment } =
  registry;

/** The province and the year of the demo data that have results. */
const place = { provinceId: 430_000, dataYear: 2025 };

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp(seeded, { admin: person() });
});
afterAll(() => app.close());

/** The first row of a dataset in {@link place}, with what a filter adds. */
async function firstOf(path: string, filter = ''): Promise<Record<string, unknown>> {
  const query = `provinceId=${place.provinceId}&dataYear=${place.dataYear}&size=1${filter}`;
  return (await app.call('admin', 'GET', `${path}/list?${query}`)).body.data.records[0];
}

async function infoOf(dataset: typeof admission | typeof archive, id: unknown) {
  return (await app.call('admin', 'GET', `${dataset.path}/info?dataId=${id}`)).body.data;
}

/** The findings of all three checks on some rows, as `rule row`. */
async function check(ids: readonly unknown[]): Promise<string[]> {
  for (const type of [127, 128, 129]) {
    const started = await app.call('admin', 'POST', `${admission.path}/check`, { type, dataId: ids });
    expect(await finished(app, 'admin', started.body.data.id)).toMatchObject({ status: 'success' });
  }
  const { body } = await app.call('admin', 'GET', `${admission.path}/check/list?size=200`);
  return body.data.records
    .filter(({ dataId }: { dataId: number }) => ids.includes(dataId))
    .map(({ ruleCode, dataId }: { ruleCode: string; dataId: number }) => `${ruleCode} ${dataId}`)
    .toSorted();
}

test('a line that is saved, by form or by file, stands at the programmes it is about, with their history', async () => {
  const line = await firstOf(archive.path);
  const programme = await firstOf(
    admission.path,
    `&schoolId=${line.schoolId}&jointCategoryId=${line.jointCategoryId}&aos=${line.aos}&schProfName=${line.profName}&groupNo=${line.groupNo}`,
  );
  expect(programme).toMatchObject({ archiveMinScore: line.archiveMinScore });
  const saved = await app.call('admin', 'PUT', archive.path, {
    dataId: line.dataId,
    version: line.version,
    archiveMinScore: '512.50',
    archiveMinRank: 1_234,
  });
  expect(saved.status, JSON.stringify(saved.body)).toBe(200);
  expect(await infoOf(admission, programme.dataId)).toMatchObject({
    archiveMinScore: 512.5,
    archiveMinRank: 1_234,
    version: Number(programme.version) + 1,
  });

  const header = ['数据ID', '投档最低分'];
  const sheet = await writeSheet(app, header, [[Number(line.dataId), '513.00']]);
  const job = await importFile(app, 'admin', archive, await upload(app, sheet), {}, 'batch/update');
  expect(job, job.message).toMatchObject({ status: 'success', updateNum: 1 });
  expect(await infoOf(admission, programme.dataId)).toMatchObject({ archiveMinScore: 513 });

  // A supplementary round does not affect the first one.
  const further = Object.fromEntries(writableFields(archive, 'create').map(name => [name, line[name]]));
  const added = await app.call('admin', 'POST', archive.path, {
    ...further,
    roundNo: 2,
    archiveMinScore: '400.00',
  });
  expect(added.status, JSON.stringify(added.body)).toBe(200);
  expect(await infoOf(admission, programme.dataId)).toMatchObject({ archiveMinScore: 513 });

  // The programme's own line replaces that of the whole group, which returns when it is deleted, without leftovers.
  const ofGroup = await app.call('admin', 'POST', archive.path, {
    ...further,
    profName: null,
    archiveMinScore: '390.00',
    archiveMinRank: 9_000,
  });
  expect(ofGroup.status, JSON.stringify(ofGroup.body)).toBe(200);
  expect(await infoOf(admission, programme.dataId)).toMatchObject({ archiveMinScore: 513 });
  const without = async (id: unknown) => {
    const gone = await app.call('admin', 'DELETE', `${archive.path}?ids=${id}`);
    expect(gone.status, JSON.stringify(gone.body)).toBe(200);
    const { archiveMinScore, archiveMinRank } = await infoOf(admission, programme.dataId);
    return [archiveMinScore, archiveMinRank];
  };
  expect(await without(line.dataId)).toEqual([390, 9_000]);
  expect(await without(ofGroup.body.data.dataId)).toEqual([null, null]);
});

test('the demo data stands up to the checks, and each kind of mistake is found at its row', async () => {
  const { body } = await app.call(
    'admin',
    'GET',
    `${admission.path}/list?provinceId=370000&dataYear=${place.dataYear}&size=40&sort=dataId`,
  );
  const rows: { dataId: number }[] = body.data.records;
  const ids = rows.map(({ dataId }) => dataId);
  const [clean, twice, blank, high, low, many, torn] = ids;
  const mistakes = (await check(ids)).filter(found => !/^R2[67]/.test(found));
  expect(mistakes).toEqual([]);
  expect(await infoOf(admission, clean)).toMatchObject({ checkStatus: expect.any(Number) });

  await sql`update t_admission set sch_prof_name = sch_prof_name || ' （甲•乙）' where data_id = ${twice}`.execute(
    app.engine.db,
  );
  await sql`insert into t_admission (data_year, province_id, joint_category_id, aos, batch, school_id, group_no,
      sch_prof_name, diploma, admit_type, archive_rule, score_type, competition_degree, big_small, exception_flag, show_flag,
      order_num, plan_num, prof_id)
    select data_year, province_id, joint_category_id, aos, batch, school_id, group_no,
      replace(sch_prof_name, ' （甲•乙）', '甲・乙'), diploma, admit_type, archive_rule, score_type, 0, 0, 0, 1, 0, 5, prof_id
    from t_admission where data_id = ${twice}`.execute(app.engine.db);
  await sql`update t_admission set plan_num = null, admit_num = null, archive_min_score = null, admit_min_score = null
    where data_id = ${blank}`.execute(app.engine.db);
  await sql`update t_admission set admit_max_score = 1200, culture_min = 751 where data_id = ${high}`.execute(
    app.engine.db,
  );
  await sql`update t_admission set archive_min_score = 200, admit_min_score = 200, admit_avg_score = 190
    where data_id = ${low}`.execute(app.engine.db);
  await sql`update t_admission set admit_num = plan_num * 2 where data_id = ${many}`.execute(app.engine.db);
  await sql`update t_admission set archive_min_rank = archive_min_rank * 2, school_no = 'X1' where data_id = ${torn}`.execute(
    app.engine.db,
  );
  await sql`update t_admission set school_no = 'X1' where data_id = ${clean}`.execute(app.engine.db);
  const found = await check(ids);
  const rulesOf = (id: number | undefined) =>
    found.filter(one => one.endsWith(` ${id}`) && !/^R2[67]/.test(one)).map(one => one.split(' ')[0]);
  expect(rulesOf(twice)).toEqual(['R02']);
  expect(rulesOf(blank)).toEqual(['R11']);
  expect(rulesOf(high)).toEqual(['R21']);
  expect(rulesOf(low)).toEqual(['R22', 'R24']);
  expect(rulesOf(many)).toEqual(['R23']);
  expect(rulesOf(torn)).toContain('R25');
  // Each row shows its worst finding until it is settled.
  expect(await infoOf(admission, blank)).toMatchObject({ checkStatus: 3 });
  expect(await infoOf(admission, many)).toMatchObject({ checkStatus: 2 });
  const { body: list } = await app.call('admin', 'GET', `${admission.path}/check/list?size=200`);
  const open = list.data.records.filter(({ dataId }: { dataId: number }) => dataId === many);
  await app.call('admin', 'PUT', `${admission.path}/check/resolve`, {
    checkIds: open.map(({ checkId }: { checkId: number }) => checkId),
  });
  expect(await infoOf(admission, many)).toMatchObject({ checkStatus: 1 });
});

test('a plan that more than doubled is told of a category that was renamed since, too', async () => {
  const now = await firstOf(admission.path, '&exceptionFlag=0&admitType=1');
  const { jointCategoryId, dataId } = now as { jointCategoryId: number; dataId: number };
  const query = `provinceId=${place.provinceId}&dataYear=${place.dataYear - 1}&size=50&schoolId=${now.schoolId}&jointCategoryId=${jointCategoryId}`;
  const { body } = await app.call('admin', 'GET', `${admission.path}/list?${query}`);
  const past = body.data.records.find(
    (row: Record<string, unknown>) =>
      row.schProfName === now.schProfName && row.aos === now.aos && row.batch === now.batch,
  );
  const findings = async () => (await check([dataId])).filter(found => found.startsWith('R26'));
  await sql`update t_admission set plan_num = ${past.planNum * 3} where data_id = ${dataId}`.execute(
    app.engine.db,
  );
  expect(await findings()).toEqual([`R26 ${dataId}`]);

  const renamed = 987_654;
  await sql`update t_admission set joint_category_id = ${renamed} where data_id = ${dataId}`.execute(
    app.engine.db,
  );
  expect(await findings()).toEqual([]);
  const category = {
    ...place,
    jointCategoryName: '改名后的类别',
    parentType: 5,
    prevCategoryId: jointCategoryId,
  };
  const added = await app.call('admin', 'POST', jointCategory.path, category);
  expect(added.status, JSON.stringify(added.body)).toBe(200);
  await sql`update t_joint_category set joint_category_id = ${renamed}
    where joint_category_name = ${category.jointCategoryName}`.execute(app.engine.db);
  expect(await findings()).toEqual([`R26 ${dataId}`]);
});

test('lists and exports are asked by the names of the spec: province of the school, kinds of scores, no fewer than', async () => {
  const ask = async (path: string, filter: string) =>
    (await app.call('admin', 'GET', `${path}/list?size=200&${filter}`)).body.data;
  for (const { path } of [admission, archive, schoolStat, exceptions]) {
    const all = (await ask(path, '')).total;
    const here = await ask(path, `schprovinceId=${place.provinceId}`);
    const elsewhere = await ask(path, 'schprovinceId=999999');
    expect(here.total, path).toBeGreaterThan(0);
    expect(here.total, path).toBeLessThan(all);
    expect(elsewhere.total, path).toBe(0);
    const schools = new Set(here.records.map((row: { schoolId: number }) => row.schoolId));
    const lying = await sql<{ place: number }>`select distinct province_id as place from t_school
      where school_id = any(${[...schools]}::bigint[])`.execute(app.engine.db);
    expect(lying.rows.map(row => Number(row.place))).toEqual([place.provinceId]);
  }
  for (const { path } of [admission, archive, segment]) {
    const { total } = await ask(path, 'dataTypeString=1,3');
    expect(total).toBe((await ask(path, 'scoreType=1&scoreType=3')).total);
    expect(total).toBeGreaterThan(0);
  }
  const { records } = await ask(provinceStat.path, '');
  const numbers: number[] = records.map((row: { artExamNum: number }) => row.artExamNum).filter(Number);
  const bound = numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0;
  const enough = await ask(provinceStat.path, `artExamNum=${bound}`);
  expect(enough.total).toBe(numbers.filter(one => one >= bound).length);
  expect(enough.total).toBeLessThan(numbers.length);
});

test('a batch of one category is chosen, typed and brought in there alone, one of all categories everywhere, each once', async () => {
  const lines = await app.call(
    'admin',
    'GET',
    `${score.path}/list?provinceId=${place.provinceId}&dataYear=${place.dataYear}`,
  );
  const [one] = lines.body.data.records;
  const other = lines.body.data.records.find(
    (row: { jointCategoryId: number }) => row.jointCategoryId !== one.jointCategoryId,
  );
  for (const jointCategoryId of [one.jointCategoryId, one.jointCategoryId + 1_000_000]) {
    const row = { ...place, jointCategoryId, batch: 21, batchName: '专项批', diploma: 1 };
    const added = await app.call('admin', 'POST', batch.path, row);
    expect(added.status).toBe(jointCategoryId === one.jointCategoryId ? 200 : 400);
  }
  // The same batch for another division is another row, and one choice.
  const twin = {
    ...place,
    jointCategoryId: one.jointCategoryId,
    aos: 5,
    batch: 21,
    batchName: '专项批',
    diploma: 1,
  };
  expect((await app.call('admin', 'POST', batch.path, twin)).status).toBe(200);

  const choices = async (category: number) => {
    const query = `provinceId=${place.provinceId}&dataYear=${place.dataYear}&jointCategoryId=${category}&jointCategoryId=0`;
    const { body } = await app.call('admin', 'GET', `${batch.path}/options?${query}`);
    return body.data.map((row: { batch: number }) => row.batch).toSorted((a: number, b: number) => a - b);
  };
  expect(await choices(other.jointCategoryId)).toEqual([1, 4, 6, 7, 8]);
  expect(await choices(one.jointCategoryId)).toEqual([1, 4, 6, 7, 8, 21]);

  const line = (category: number) => ({ ...place, jointCategoryId: category, aos: 4, batch: 21, diploma: 1 });
  expect((await app.call('admin', 'POST', score.path, line(one.jointCategoryId))).status).toBe(200);
  const refused = await app.call('admin', 'POST', score.path, line(other.jointCategoryId));
  expect(refused.status).toBe(400);
  expect(refused.body.message).toContain('批次');
  // A line cannot be moved to a category without its batch.
  const listed = await app.call('admin', 'GET', `${score.path}/list?batch=21`);
  const [{ dataId, version }] = listed.body.data.records;
  const moved = { dataId, version, jointCategoryId: other.jointCategoryId };
  expect((await app.call('admin', 'PUT', score.path, moved)).status).toBe(400);

  const sheet = await writeSheet(
    app,
    ['数据年份', '省份', '统考类别', '科类', '批次', '层次'],
    [
      [place.dataYear, '湖南', one.jointCategoryName, '物理类', '专项批', '本科'],
      [place.dataYear, '湖南', other.jointCategoryName, '物理类', '专项批', '本科'],
      [place.dataYear, '湖南', other.jointCategoryName, '物理类', '艺术专科批', '专科'],
    ],
  );
  const job = await importFile(app, 'admin', score, await upload(app, sheet));
  expect(job, job.message).toMatchObject({ insertNum: 2, failNum: 1 });
});

test('a chapter of the guide comes in as plain text, and goes out with its words beside the rich text', async () => {
  const { guideInfo } = registry;
  const sheet = await writeSheet(
    app,
    ['数据年份', '省份', '章节', '标题', '纯文本'],
    [[2026, '湖南', '政策解读', '志愿怎么填', '先看批次。\n分数 < 500 的考生，看清“院校 & 专业”。']],
  );
  const job = await importFile(app, 'admin', guideInfo, await upload(app, sheet));
  expect(job, job.message).toMatchObject({ status: 'success', insertNum: 1 });
  const query = `dataYear=2026&provinceId=430000&title=${encodeURIComponent('志愿怎么填')}`;
  const list = await app.call('admin', 'GET', `${guideInfo.path}/list?tree=0&${query}`);
  const id = list.body.data.records[0].id;
  const { body } = await app.call('admin', 'GET', `${guideInfo.path}/info?id=${id}`);
  expect(body.data.content).toBe('<p>先看批次。</p><p>分数 &lt; 500 的考生，看清“院校 &amp; 专业”。</p>');
  const exported = async () => {
    const started = await app.call('admin', 'POST', `${guideInfo.path}/export`, {
      tableId: guideInfo.tableId,
      title: '指南',
      fieldNames: ['title', 'contentText'],
      id,
    });
    const { url } = await finished(app, 'admin', started.body.data.id);
    return (await readStored(app, String(url))).at(-1);
  };
  expect(await exported()).toEqual(['志愿怎么填', '先看批次。\n分数 < 500 的考生，看清“院校 & 专业”。']);

  const table =
    '<table><tbody><tr><th>考点</th><th>名额</th></tr><tr><td>长沙</td><td>1200</td></tr></tbody></table>';
  const written = await app.call('admin', 'PUT', guideInfo.path, {
    ...body.data,
    content: `<p>考点安排</p>${table}`,
  });
  expect(written.status).toBe(200);
  expect(await exported()).toEqual(['志愿怎么填', '考点安排\n考点 名额\n长沙 1200']);
});
