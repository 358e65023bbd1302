import { registry } from '@yikao/model/contexts/datasets.ts';
import { alikeCharacters } from '@yikao/model/rules/alike-characters.ts';
import { foldText } from '@yikao/model/rules/compare-text.ts';
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { migrated } from '../../testing/database.ts';
import type { Columns } from '../table/columns.ts';
import { openTestApp, person, type TestApp } from '../testing/app.ts';
import { sampleRow } from '../testing/samples.ts';
import { finished, importFile, upload, writeSheet } from '../testing/workbooks.ts';
import { fillSearchColumns } from './fill.ts';

const { region, typeDict, school } = registry;

let app: TestApp;

beforeAll(async () => {
  app = await openTestApp(migrated, { admin: person() });
});
afterAll(() => app.close());
beforeEach(() => sql`truncate t_region, t_type_dict`.execute(app.engine.db));

const get = async (path: string, query: Record<string, string>) =>
  (await app.call('admin', 'GET', `${path}?${new URLSearchParams(query)}`)).body.data;
const addRegion = (regionName: string) => app.call('admin', 'POST', region.path, { regionName, orderNum: 1 });
const found = async (regionName: string): Promise<string[]> =>
  (await get(`${region.path}/list`, { regionName })).records.map(
    (row: { regionName: string }) => row.regionName,
  );
const chosen = async (keywords: string): Promise<string[]> =>
  (await get(`${region.path}/options`, { keywords })).map((row: { regionName: string }) => row.regionName);
const columnsOf = async () =>
  (
    await sql<{ name: string; search: string | null }>`
      select region_name as name, region_name_search as search from t_region where not deleted order by id`.execute(
      app.engine.db,
    )
  ).rows.map(({ name, search }) => `${name}: ${search}`);

/** Blocks whose characters represent others: punctuation, radicals, strokes, compatibility forms, and those around them. */
const comparedBlocks = [
  ...[
    [0x00_01, 0x03_ff],
    [0x20_00, 0x22_ff],
    [0x2e_00, 0x31_ef],
    [0xa7_00, 0xa7_ff],
  ],
  ...[
    [0xf9_00, 0xff_ef],
    [0x01_01_00, 0x01_01_3f],
    [0x02_f8_00, 0x02_fa_1f],
  ],
] as const;
const inComparedBlocks = (sign: string) =>
  comparedBlocks.some(([first = 0, last = 0]) => {
    const code = sign.codePointAt(0) ?? 0;
    return first <= code && code <= last;
  });

/** Every assigned character, except those newer than this server's version of Unicode. */
const characters = Array.from({ length: 0x11_0000 }, (_, code) => code)
  .filter(code => code > 0 && (code < 0xd8_00 || code > 0xdf_ff))
  .map(code => String.fromCodePoint(code))
  .filter(sign => !/\p{Cn}/u.test(sign));

test('the database compares names as the product does, whatever characters they have', async () => {
  const chosenSigns = characters.filter(
    sign =>
      sign.normalize('NFKC') !== sign ||
      inComparedBlocks(sign) ||
      alikeCharacters.has(sign) ||
      /[\p{C}\p{Z}\p{M}\p{Lu}\p{Default_Ignorable_Code_Point}]/u.test(sign),
  );
  // Skips capitals of scripts newer than the database's Unicode tables.
  const young = (sign: string) =>
    sign === 'İ' || (/\p{Lu}/u.test(sign) && sign > '\u0590' && sign.normalize('NFKC') === sign);
  const signs = chosenSigns.filter(sign => !/\p{Co}/u.test(sign) && !young(sign));
  const rows = await sql<{ sign: string; folded: string; between: string; known: boolean }>`
    select sign, yikao_fold('甲' || sign || 'Ｂ') as folded, yikao_fold('甲' || sign || '乙') as between,
      normalize(sign, nfkc) = plain as known
    from unnest(${signs}::text[], ${signs.map(sign => sign.normalize('NFKC'))}::text[]) as r(sign, plain)`.execute(
    app.engine.db,
  );
  // Skips a few dozen letters that one of the two Unicode versions does not know.
  const unknown = rows.rows.filter(({ known }) => !known);
  expect(unknown.length).toBeLessThan(200);
  const other = rows.rows
    .filter(
      ({ known, sign, folded, between }) =>
        known && (folded !== foldText(`甲${sign}Ｂ`) || between !== foldText(`甲${sign}乙`)),
    )
    .map(({ sign }) => sign.codePointAt(0)?.toString(16));
  expect(other.slice(0, 20)).toEqual([]);
}, 60_000);

test('the database compares texts of any such characters as the product does', async () => {
  const common = [...'aZ.． 　\u00A0·•（）“…—－一中国1'];
  const others = characters.filter(
    sign => (inComparedBlocks(sign) || alikeCharacters.has(sign)) && !/[\p{M}\p{Lu}]/u.test(sign),
  );
  const sign = fc.oneof(
    { weight: 3, arbitrary: fc.constantFrom(...common) },
    { weight: 1, arbitrary: fc.constantFrom(...alikeCharacters.keys()) },
    { weight: 1, arbitrary: fc.constantFrom(...others) },
  );
  const texts = fc
    .sample(fc.array(sign, { minLength: 1, maxLength: 10 }), 20_000)
    .map(parts => parts.join(''));
  // Skips the few characters that one of the two Unicode versions does not know.
  const rows = await sql<{ text: string; folded: string }>`
    select text, yikao_fold(text) as folded from unnest(${texts}::text[], ${texts.map(text => text.normalize('NFKC'))}::text[]) as r(text, plain)
    where normalize(text, nfkc) = plain`.execute(app.engine.db);
  expect(rows.rows.length).toBeGreaterThan(19_000);
  const other = rows.rows.filter(({ text, folded }) => folded !== foldText(text)).map(({ text }) => text);
  expect(other.slice(0, 5)).toEqual([]);
});

describe('a name in another width, with gaps, brackets or marks that nobody sees', () => {
  const pairs = [
    ['地质大学(武汉)', '地质大学（武汉）'],
    ['李　明', '李明'],
    ['ＺＹ音乐', 'zy音乐'],
    ['⾳乐', '音乐'],
    ['舞蹈\u200B', '\u202E舞\u00AD蹈'],
    ...['•', '・', '･', '‧', '∙', '⋅', '᛫', '．', '\u00A0·\u3000'].map(
      dot => ['阿依·努尔', `阿依${dot}努尔`] as const,
    ),
    ['⻄安⻓城', '西安长城'],
    ['\uF90A\u2F6F', '金石'],
    ['中国—东盟', '中国-东盟'],
  ] as const;

  test.each(pairs)(
    '%j is found by %j, and the other way round, in list, select and import',
    async (one, other) => {
      for (const [kept, asked] of [
        [one, other],
        [other, one],
      ] as const) {
        await sql`truncate t_region`.execute(app.engine.db);
        expect((await addRegion(kept)).body.success).toBe(true);
        expect(await found(asked)).toHaveLength(1);
        expect(await chosen(asked)).toHaveLength(1);
        const again = await addRegion(asked);
        expect(again.body).toMatchObject({ success: false, data: { id: expect.any(Number) } });
        const job = await importFile(
          app,
          'admin',
          region,
          await upload(app, await writeSheet(app, ['地区', '排序'], [[asked, 7]])),
        );
        expect(job).toMatchObject({ insertNum: 0, updateNum: 1, failNum: 0 });
      }
    },
  );

  test('a file that has a name twice in two ways of writing tells the second row', async () => {
    const job = await importFile(
      app,
      'admin',
      region,
      await upload(
        app,
        await writeSheet(
          app,
          ['地区', '排序'],
          [
            ['（武汉）', 1],
            ['(武 汉)', 2],
            ['阿依•努尔', 3],
            ['阿依．努尔', 4],
            ['西安', 5],
            ['⻄安', 6],
          ],
        ),
      ),
    );
    expect(job).toMatchObject({ insertNum: 3, failNum: 3 });
    expect(await found('阿依·努尔')).toEqual(['阿依•努尔']);
  });

  test('list, select, key and import agree for every format character and width', async () => {
    const marks = characters.filter(sign => /\p{Cf}/u.test(sign));
    const wide = (text: string) =>
      text.replace(/[!-~]/g, sign => String.fromCharCode(sign.charCodeAt(0) + 0xfe_e0));
    await fc.assert(
      fc.asyncProperty(
        fc.stringMatching(/^[一-龥A-Za-z0-9()]{2,8}$/),
        fc.nat(8),
        fc.constantFrom(...marks),
        async (name, at, mark) => {
          await sql`truncate t_region`.execute(app.engine.db);
          await addRegion(name);
          const variant = wide(name.slice(0, at)) + mark + name.slice(at).toUpperCase();
          const told = [
            await found(variant),
            await chosen(variant),
            (await addRegion(variant)).body.data ? [name] : [],
          ];
          expect(told).toEqual([[name], [name], [name]]);
        },
      ),
      { numRuns: 25 },
    );
  }, 60_000);
});

describe('pinyin', () => {
  test.each([
    ['音乐学院', 'yyxy', 'yinyuexueyuan'],
    ['重庆', 'cq', 'chongqing'],
    ['长沙', 'cs', 'changsha'],
    ['厦门', 'xm', 'xiamen'],
    ['中国银行', 'zgyh', 'yinhang'],
    ['乐器', 'yq', 'yueqi'],
    ['上海戏剧学院', 'shxj', 'shanghaixjxy'],
    ['北京舞蹈学院', 'bjwdxy', 'wudao'],
    ['单田芳', 'stf', 'dantianfang'],
  ])('finds %s in list and select by its initials and its syllables', async (name, initials, syllables) => {
    await addRegion(name);
    await addRegion('另一处');
    for (const text of [initials, syllables, initials.toUpperCase()]) {
      expect(await found(text), text).toEqual([name]);
      expect(await chosen(text), text).toEqual([name]);
    }
  });

  test('puts a name that begins so before one that only contains it', async () => {
    for (const name of ['南方上海戏剧', '上海戏剧学院', '上海戏剧']) await addRegion(name);
    expect(await chosen('shxj')).toEqual(['上海戏剧', '上海戏剧学院', '南方上海戏剧']);
  });

  test('finds the school by the name it had', async () => {
    const row = await sampleRow(app.engine, school, 3);
    const names = { status: 1, schoolName: '浙江音乐大学', formerName: '杭州乐器学院' };
    const added = await app.call('admin', 'POST', school.path, { ...row, ...names });
    expect(added.body).toMatchObject({ success: true });
    const options = await get(`${school.path}/options`, { keywords: 'hzyq' });
    expect(options.map((option: { schoolName: string }) => option.schoolName)).toEqual(['浙江音乐大学']);
  });

  test('stays current whichever road a name takes', async () => {
    const id = (await addRegion('音乐')).body.data.id;
    const read = (await get(`${region.path}/info`, { id })).version;
    await app.call('admin', 'PUT', region.path, { id, version: read, regionName: '乐器' });
    expect(await columnsOf()).toEqual(['乐器: 乐器 YUE QI']);
    const file = await upload(app, await writeSheet(app, ['ID', '地区'], [[id, '重庆']]));
    const job = await importFile(app, 'admin', region, file, {}, 'batch/update');
    expect(await columnsOf()).toEqual(['重庆: 重庆 CHONG QING']);
    const undo = await app.call('admin', 'POST', '/api/base/log/undo', { id: job.id });
    await finished(app, 'admin', undo.body.data.id);
    expect(await columnsOf()).toEqual(['乐器: 乐器 YUE QI']);
    await app.call('admin', 'DELETE', `${region.path}?ids=${id}`);
    await app.call('admin', 'POST', `${region.path}/restore`, { ids: [id] });
    expect(await columnsOf()).toEqual(['乐器: 乐器 YUE QI']);
  });

  test('of rows that somebody else has written comes later, and their words count at once', async () => {
    await addRegion('音乐');
    await sql`update t_region set region_name = '长沙（南）'`.execute(app.engine.db);
    await sql`insert into t_region (region_name, order_num, status) values ('厦门', 1, 1)`.execute(
      app.engine.db,
    );
    expect(await columnsOf()).toEqual(['长沙（南）: null', '厦门: null']);
    expect(await found('(南)')).toEqual(['长沙（南）']);
    expect(await found('yy')).toEqual([]);
    await Promise.all([fillSearchColumns(app.engine), fillSearchColumns(app.engine)]);
    expect(await columnsOf()).toEqual(['长沙（南）: 长沙(南) CHANG SHA NAN', '厦门: 厦门 XIA MEN']);
    expect(await fillSearchColumns(app.engine)).toBe(0);
    expect(await found('csn')).toEqual(['长沙（南）']);
    const history = await sql<Columns<typeof region, 'version'>>`select version from t_region`.execute(
      app.engine.db,
    );
    expect(history.rows.map(({ version }) => version)).toEqual([1, 1]);
  });
});

test('a parent is found in an import by its name in another width or with like characters, and by no sound', async () => {
  await app.call('admin', 'POST', typeDict.path, {
    ...(await sampleRow(app.engine, typeDict, 1)),
    typeName: '标签（⻄·甲）',
  });
  const { typeFlag } = await sampleRow(app.engine, typeDict, 1);
  const rows = await writeSheet(
    app,
    ['typeFlag', 'parentId', 'typeName'],
    [
      [String(typeFlag), '标签(西•甲)\u200B', '其一'],
      [String(typeFlag), 'bqj', '其二'],
    ],
  );
  const job = await importFile(app, 'admin', typeDict, await upload(app, rows));
  expect(job).toMatchObject({ insertNum: 1, failNum: 1 });
});
