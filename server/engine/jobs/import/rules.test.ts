import { registry } from '@yikao/model/contexts/datasets.ts';
import type { AnyDataset } from '@yikao/model/kernel/dataset.ts';
import { mustBeGiven } from '@yikao/model/kernel/validate/validate.ts';
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { WriteCell } from '../../../excel/index.ts';
import { migrated } from '../../../testing/database.ts';
import type { Columns } from '../../table/columns.ts';
import { openTestApp, person, type TestApp } from '../../testing/app.ts';
import { sampleRow } from '../../testing/samples.ts';
import { download, finished, importFile, upload, writeSheet } from '../../testing/workbooks.ts';

const { channel, partners, region, typeDict } = registry;

let app: TestApp;

beforeAll(async () => {
  app = await openTestApp(migrated, { admin: person() });
});
afterAll(() => app.close());
beforeEach(async () => {
  await sql`truncate t_channel, t_partners, t_type_dict, t_region`.execute(app.engine.db);
});

const channels = async (
  rows: readonly (readonly WriteCell[])[],
  more: Readonly<Record<string, unknown>> = {},
) =>
  importFile(
    app,
    'admin',
    channel,
    await upload(app, await writeSheet(app, ['渠道编码', '渠道名称', '上级渠道'], rows)),
    more,
  );

const tree = async () => {
  const found = await sql<{ name: string; parent: string | null }>`
    select c.channel_name as name, p.channel_name as parent from t_channel as c
    left join t_channel as p on p.channel_id = c.parent_id where not c.deleted order by c.channel`.execute(
    app.engine.db,
  );
  return found.rows.map(({ name, parent }) => `${name}<${parent ?? ''}`);
};

const reasons = async (id: number) => {
  const { body } = await app.call('admin', 'GET', `/api/base/log/errors?id=${id}&size=100`);
  return body.data.records.map(
    ({ row, errors }: { row: number; errors: { message: string }[] }) =>
      `${row} ${errors.map(({ message }) => message).join()}`,
  );
};

const chain = [
  ['A', '甲', '无'],
  ['B', '乙', '甲'],
  ['C', '丙', '乙'],
];

describe.each([{ dryRun: true }, { dryRun: false }])('with a dry run: $dryRun', ({ dryRun }) => {
  test('rows that name parents from the same file, written above them, are good', async () => {
    expect(await channels(chain, { dryRun })).toMatchObject({ status: 'success', insertNum: 3, failNum: 0 });
    expect(await tree()).toEqual(dryRun ? [] : ['甲<', '乙<甲', '丙<乙']);
  });

  test('a child of a row that is refused is refused with it', async () => {
    const job = await channels(
      [
        ['a b', '甲', '无'],
        ['B', '乙', '甲'],
        ['C', '丙', '甲'],
      ],
      { dryRun },
    );
    expect(job).toMatchObject({ insertNum: 0, failNum: 3 });
    expect((await reasons(job.id)).slice(1)).toEqual(['3 找不到上级渠道“甲”', '4 找不到上级渠道“甲”']);
  });

  test('a row that is in the file twice is refused, also where its parent is written just above it', async () => {
    const job = await channels(
      [
        ['A', '甲', '无'],
        ['B', '乙', '无'],
        ['B', '乙', '甲'],
        ['B', '乙', '甲'],
      ],
      { dryRun },
    );
    expect(job).toMatchObject({ insertNum: 2, updateNum: 0, failNum: 2 });
    expect(await reasons(job.id)).toEqual([
      '4 与第 3 行重复（渠道编码相同）',
      '5 与第 3 行重复（渠道编码相同）',
    ]);
    expect(await tree()).toEqual(dryRun ? [] : ['甲<', '乙<']);
  });

  test('a row is told from another by the parent that stands in the same file', async () => {
    const types = [
      ['专业', '美术', '无'],
      ['专业', '动画', '美术'],
      ['专业', '动画', '无'],
    ];
    const sheet = await upload(app, await writeSheet(app, ['分组', '类型名称', '上级'], types));
    expect(await importFile(app, 'admin', typeDict, sheet, { dryRun })).toMatchObject({
      insertNum: 3,
      failNum: 0,
    });
  });

  test('no row comes to stand under itself, by one row or by several', async () => {
    await channels(chain);
    const one = await channels([['A', '甲', '丙']], { dryRun });
    expect(await reasons(one.id)).toEqual(['2 上级渠道不能是自己或自己的下级']);
    await sql`update t_channel set parent_id = 0`.execute(app.engine.db);
    const several = await channels(
      [
        ['A', '甲', '乙'],
        ['B', '乙', '丙'],
        ['C', '丙', '甲'],
      ],
      { dryRun },
    );
    expect(several).toMatchObject({ updateNum: 2, failNum: 1 });
    expect(await reasons(several.id)).toEqual(['4 上级渠道不能是自己或自己的下级']);
    expect(await tree()).toEqual(dryRun ? ['甲<', '乙<', '丙<'] : ['甲<乙', '乙<丙', '丙<']);
  });

  test('no channel comes to stand deeper than three levels, whether it is new or brings others along', async () => {
    await channels(chain);
    await channels([
      ['D', '丁', '无'],
      ['E', '戊', '丁'],
    ]);
    const job = await channels(
      [
        ['F', '己', '丙'],
        ['D', '丁', '乙'],
        ['E', '戊', '乙'],
      ],
      { dryRun },
    );
    expect(await reasons(job.id)).toEqual(['2 上级渠道最多 3 级', '3 上级渠道最多 3 级']);
    expect(job).toMatchObject({ updateNum: 1, failNum: 2 });
  });
});

const dated: readonly AnyDataset[] = [partners, registry.jointCategory, registry.schExamType];
const yearly = dated.map(dataset => ({ name: dataset.name, dataset }));

describe.each(['upsert', 'insert', 'update'])('a required cell that is blank, mode %s', mode => {
  const labelsOf = (dataset: AnyDataset) =>
    (dataset.excel?.import ?? []).filter(name => dataset.fields[name] && mustBeGiven(dataset.fields[name]));
  const sheet = (dataset: AnyDataset, names: readonly string[], cells: readonly WriteCell[]) =>
    writeSheet(
      app,
      names.map(name => `${dataset.fields[name]?.label.zh}*`),
      [cells],
    );

  test.each(yearly)(
    'of $name is named; no default takes its place, and what lies within it is not blamed',
    async ({ dataset }) => {
      const names = labelsOf(dataset);
      const sample = await sampleRow(app.engine, dataset, 3);
      const cells = names.map((name): WriteCell => {
        const field = dataset.fields[name];
        const value = sample[name] as string | number;
        return name === 'dataYear'
          ? null
          : field?.kind === 'code'
            ? (field.of.items[0]?.label.zh ?? null)
            : value;
      });
      for (const year of ['', 'NULL']) {
        const row = cells.map((cell, at) => (names[at] === 'dataYear' ? year : cell));
        const job = await importFile(
          app,
          'admin',
          dataset,
          await upload(app, await sheet(dataset, names, row)),
          { mode },
        );
        expect(job).toMatchObject({ insertNum: 0, updateNum: 0, failNum: 1 });
        expect(await reasons(job.id)).toEqual([`2 ${dataset.fields.dataYear?.label.zh}不能为空`]);
      }
      const without = names.filter(name => name !== 'dataYear');
      const file = await sheet(
        dataset,
        without,
        cells.filter((_, at) => names[at] !== 'dataYear'),
      );
      const job = await importFile(app, 'admin', dataset, await upload(app, file), { mode });
      expect(job).toMatchObject({ status: 'fail', insertNum: 0, failNum: 0 });
      expect(job.message).toContain(dataset.fields.dataYear?.label.zh);
    },
  );
});

test('a code that the server makes up is made up for every row that has none', async () => {
  const job = await channels([
    ['', '甲', ''],
    ['', '乙', ''],
  ]);
  expect(job).toMatchObject({ status: 'success', insertNum: 2 });
  const made = await sql<Columns<typeof channel, 'channel'>>`select channel from t_channel`.execute(
    app.engine.db,
  );
  expect(new Set(made.rows.map(({ channel: code }) => code)).size).toBe(2);
  for (const { channel: code } of made.rows) expect(code).toMatch(/^C[A-Z0-9]{6}$/);
});

test('a check tells the parent that the same file adds by its name and row, and other parents by their names', async () => {
  await channels([...chain, ['D', '丁', '无'], ['E', '戊', '丁']]);
  const rows = [
    ['X', '新的', '无'],
    ['B', '乙', '新的'],
    ['E', '戊', '甲'],
    ['D', '丁', '新的'],
  ];
  const checked = await channels(rows, { dryRun: true });
  expect(checked).toMatchObject({ status: 'success', insertNum: 1, updateNum: 3 });
  const { body } = await app.call('admin', 'GET', `/api/base/log/differences?id=${checked.id}`);
  expect(body.data.records.map((record: { changes: unknown[] }) => record.changes)).toMatchObject([
    [{ field: 'parentId', beforeName: '甲', after: null, afterName: '新的', afterRow: 2 }],
    [{ field: 'parentId', beforeName: '丁', after: expect.any(Number), afterName: '甲', afterRow: null }],
    [{ field: 'parentId', before: 0, beforeName: '无', after: null, afterName: '新的', afterRow: 2 }],
  ]);
  // Written for good the same rows have real parents, whole or one by one.
  const done = await channels(rows, { onError: 'abort' });
  expect(done).toMatchObject({ status: 'success', insertNum: 1, updateNum: 3 });
  expect(await tree()).toEqual(['甲<', '乙<新的', '丙<乙', '丁<新的', '戊<甲', '新的<']);
  const negative = await sql`select 1 from t_channel where parent_id < 0`.execute(app.engine.db);
  expect(negative.rows).toEqual([]);
});

test('a whole file is refused for one cycle in it, and comes in as a whole without one', async () => {
  await channels(chain);
  const refused = await channels(
    [
      ['D', '丁', '甲'],
      ['A', '甲', '丁'],
    ],
    { onError: 'abort' },
  );
  expect(refused).toMatchObject({ status: 'fail', failNum: 1 });
  expect(await tree()).toEqual(['甲<', '乙<甲', '丙<乙']);
  const taken = await channels(
    [
      ['D', '丁', '甲'],
      ['E', '戊', '丁'],
    ],
    { onError: 'abort' },
  );
  expect(taken).toMatchObject({ status: 'success', insertNum: 2 });
});

test('a row that stands deeper than is allowed by now may stay there, also after thousands of new ones', async () => {
  await channels([...chain, ['D', '丁', '无']]);
  await sql`update t_channel set parent_id = (select channel_id from t_channel where channel = 'C')
    where channel = 'D'`.execute(app.engine.db);
  const rows = Array.from({ length: 8_000 }, (_, n) => [`N${n}`, `新${n}`, '无']);
  rows[7_500] = ['D', '丁', '丙'];
  expect(await channels(rows)).toMatchObject({ status: 'success', insertNum: 7_999, sameNum: 1 });
});

test('whatever moves a file makes, what stands afterwards is a tree of three levels', async () => {
  const names = ['甲', '乙', '丙', '丁', '戊', '己'];
  const move = fc.tuple(fc.nat({ max: 5 }), fc.nat({ max: 6 }));
  await fc.assert(
    fc.asyncProperty(fc.array(move, { minLength: 1, maxLength: 6 }), async moves => {
      await sql`truncate t_channel`.execute(app.engine.db);
      await channels(names.map((name, n) => [`K${n}`, name, '无']));
      const seen = new Set<number>();
      const rows = moves.flatMap(([row, parent]) => {
        if (seen.has(row)) return [];
        seen.add(row);
        return [[`K${row}`, names[row] ?? '', names[parent] ?? '无']];
      });
      const checked = await channels(rows, { dryRun: true });
      const done = await channels(rows);
      expect(done).toMatchObject({ updateNum: checked.updateNum, failNum: checked.failNum });
      const above = new Map((await tree()).map(line => line.split('<') as [string, string]));
      for (const name of names) {
        let level = 0;
        for (let at: string | undefined = name; at && level < 10; at = above.get(at)) level += 1;
        expect(level).toBeLessThanOrEqual(3);
      }
    }),
    { numRuns: 15 },
  );
});

test('a partner that is imported has the code and the name of its channel, as one that is saved', async () => {
  await channels([['HN01', '湖南渠道', '无']]);
  const headers = ['合伙人名称', '年份', '渠道', '渠道名称', '联系人', '职务', '电话', '地址'];
  const row = (name: string, own: WriteCell, text: string) => [
    name,
    2026,
    own,
    text,
    '张三',
    '经理',
    '1',
    '长沙',
  ];
  const sheet = async (rows: WriteCell[][]) => upload(app, await writeSheet(app, headers, rows));
  expect(
    await importFile(
      app,
      'admin',
      partners,
      await sheet([row('甲', '湖南渠道', '别的'), row('乙', null, '自己的')]),
    ),
  ).toMatchObject({ status: 'success', insertNum: 2 });
  const stored = async () =>
    (
      await sql`select partners_name as name, channel, channel_name from t_partners
        order by partners_id`.execute(app.engine.db)
    ).rows;
  expect(await stored()).toEqual([
    { name: '甲', channel: 'HN01', channelName: '湖南渠道' },
    { name: '乙', channel: null, channelName: '自己的' },
  ]);
  await importFile(app, 'admin', partners, await sheet([row('乙', '湖南渠道', '自己的')]));
  expect((await stored())[1]).toEqual({ name: '乙', channel: 'HN01', channelName: '湖南渠道' });
});

describe('the text NULL', () => {
  const list = async () =>
    (
      await sql<{ name: string }>`select region_name as name from t_region order by id`.execute(app.engine.db)
    ).rows.map(({ name }) => name);
  const regions = async (rows: readonly (readonly WriteCell[])[]) =>
    importFile(app, 'admin', region, await upload(app, await writeSheet(app, ['地区', '排序'], rows)));

  test('clears, with spaces around it too; with a backslash before it it is text', async () => {
    await regions([
      ['华东', 5],
      ['\\NULL', 1],
      ['\\\\NULL', 2],
    ]);
    expect(await list()).toEqual(['华东', 'NULL', '\\NULL']);
    expect(await regions([['NULL', 1]])).toMatchObject({ failNum: 1 });
    expect(await regions([['华东', ' NULL ']])).toMatchObject({ updateNum: 1 });
  });

  test('and any text near it survives export and import', async () => {
    const text = fc.string({
      unit: fc.constantFrom('NULL', '\\', "'", 'N', ' ', '空', '='),
      minLength: 1,
      maxLength: 6,
    });
    const names = fc.uniqueArray(
      text.map(value => value.trim().slice(0, 16)).filter(value => value !== ''),
      { minLength: 1, maxLength: 8, selector: value => value.toLowerCase() },
    );
    await fc.assert(
      fc.asyncProperty(names, fc.constantFrom('xlsx', 'csv'), async (given, format) => {
        await sql`truncate t_region`.execute(app.engine.db);
        for (const regionName of given) await app.call('admin', 'POST', region.path, { regionName });
        const before = await list();
        expect(before).toEqual(given);
        const started = await app.call('admin', 'POST', `${region.path}/export`, {
          tableId: region.tableId,
          format,
        });
        const exported = await finished(app, 'admin', started.body.data.id);
        const path = await upload(app, await download(app, exported.url ?? ''));
        expect(await importFile(app, 'admin', region, path)).toMatchObject({
          sameNum: given.length,
          failNum: 0,
        });
        await sql`truncate t_region`.execute(app.engine.db);
        expect(await importFile(app, 'admin', region, path)).toMatchObject({ insertNum: given.length });
        expect((await list()).sort()).toEqual(before.sort());
      }),
      { numRuns: 12 },
    );
  });
});

test('a control character in a cell is left out, and the rows around it come in', async () => {
  const sheet = await writeSheet(
    app,
    ['分组', '类型名称'],
    [
      ['专业', '绘\u0007画'],
      ['专业', '书\n法'],
    ],
  );
  expect(await importFile(app, 'admin', typeDict, await upload(app, sheet))).toMatchObject({ insertNum: 2 });
  const found = await sql<{
    name: string;
  }>`select type_name as name from t_type_dict order by type_id`.execute(app.engine.db);
  expect(found.rows.map(({ name }) => name)).toEqual(['绘画', '书 法']);
});
