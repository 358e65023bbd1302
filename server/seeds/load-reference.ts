import { registry } from '@yikao/model/contexts/datasets.ts';
import { usualLooks } from '@yikao/model/contexts/mock/rules/print-templates.ts';
import { dataYear } from '@yikao/model/rules/data-year.ts';
import { sql } from 'kysely';
import type { Columns } from '../engine/table/columns.ts';
import { readCities } from './cities.ts';
import { config } from './data/config.ts';
import { jointCategories, sources, typeDict } from './data/dictionary.ts';
import type { JobSeed } from './data/jobs.ts';
import { examModeIn, examModes, provinces, regions } from './data/provinces.ts';
import { artMajors, batches, columns, rankCategories } from './data/reference.ts';
import { websites } from './data/websites.ts';
import { insertRows, keysByName, type LoadContext } from './load-rows.ts';
import { readSchools } from './schools.ts';

/** Regions, provinces with the history of their exam modes, and the tree of places (domain B1 to B3, 7.3). */
export async function loadPlaces(context: LoadContext): Promise<void> {
  const { db, now } = context;
  await insertRows(
    context,
    registry.region,
    regions.map((region, index) => ({ ...region, orderNum: index + 1 })),
  );
  const regionIds = await keysByName(db, registry.region);
  const year = dataYear(now);
  await insertRows(
    context,
    registry.province,
    provinces.map(({ regionName, ...province }, index) => ({
      ...province,
      regionId: regionIds.get(regionName),
      examMode: examModeIn(province.provinceId, year),
      dataYear: year,
      orderNum: index + 1,
    })),
  );
  await sql`
    insert into t_province_exam_mode (province_id, from_year, mode)
    select province_id, from_year, mode from json_to_recordset(${JSON.stringify(
      examModes.map(({ provinceId, fromYear, mode }) => ({
        province_id: provinceId,
        from_year: fromYear,
        mode,
      })),
    )}::json) as r(province_id integer, from_year smallint, mode smallint)
    on conflict do nothing`.execute(db);
  await insertRows(
    context,
    registry.city,
    readCities().map(city => ({ ...city })),
  );
}

/** The type dictionary and the schools, which use its tags (domain A14, C1). */
export async function loadSchools(context: LoadContext): Promise<void> {
  await insertRows(
    context,
    registry.typeDict,
    typeDict.map(entry => ({ ...entry })),
  );
  const found = await sql<Columns<typeof registry.typeDict, 'typeId' | 'typeName'>>`
    select type_id, type_name from t_type_dict where type_flag = 1 and not deleted`.execute(context.db);
  const tagIds = new Map(found.rows.map(({ typeId, typeName }) => [typeName, typeId]));
  await insertRows(
    context,
    registry.school,
    readSchools().map(({ tags, ...school }) => ({
      ...school,
      tagIds: tags.flatMap(tag => tagIds.get(tag) ?? []),
    })),
  );
}

/** The sources of consumers (domain B5, 7.3). */
export async function loadSources(context: LoadContext): Promise<void> {
  await insertRows(
    context,
    registry.source,
    sources.map(source => ({ ...source })),
  );
}

/** The provinces that the product serves. */
const served = provinces.filter(({ status }) => status === 1).map(({ provinceId }) => provinceId);

/** The joint categories of every enabled province, or of some, in one data year (domain B7, 7.3). */
export async function loadJointCategories(
  context: LoadContext,
  year: number,
  provinceIds: readonly number[] = served,
): Promise<void> {
  await insertRows(
    context,
    registry.jointCategory,
    provinceIds.flatMap(provinceId =>
      jointCategories.map(category => ({ ...category, dataYear: year, provinceId })),
    ),
  );
}

/** The batches of every enabled province, or of some, in one data year (domain B8, 7.3). */
export async function loadBatches(
  context: LoadContext,
  year: number,
  provinceIds: readonly number[] = served,
): Promise<void> {
  await insertRows(
    context,
    registry.batch,
    provinceIds.flatMap(provinceId =>
      batches.map((batch, index) => ({
        ...batch,
        dataYear: year,
        provinceId,
        orderNum: index + 1,
        remark: '示例，请按本省当年规定核对',
      })),
    ),
  );
}

/** The arts majors of the catalogue, kinds of rankings and columns of content (domain C5, B10, B6, 7.3). */
export async function loadMajors(context: LoadContext): Promise<void> {
  const found = await sql<Columns<typeof registry.typeDict, 'typeId' | 'typeName' | 'typeFlag'>>`
    select type_id, type_name, type_flag from t_type_dict
    where type_flag in (2, 3) and not deleted`.execute(context.db);
  const idOf = (flag: number, name: string) =>
    found.rows.find(row => row.typeFlag === flag && row.typeName === name)?.typeId ?? null;
  await insertRows(
    context,
    registry.prof,
    artMajors.map(({ typeName, ...major }, index) => ({
      ...major,
      diploma: 1,
      categoryId: idOf(2, '艺术学'),
      typeId: idOf(3, typeName),
      degree: '艺术学学士',
      duration: 4,
      orderNum: index + 1,
    })),
  );
  await insertRows(
    context,
    registry.rankCategory,
    rankCategories.map((category, index) => ({ ...category, orderNum: index + 1 })),
  );
  await insertRows(
    context,
    registry.column,
    columns.map(column => ({ ...column })),
  );
}

/** The branding of the three sites (domain A11). */
export async function loadWebsites(context: LoadContext): Promise<void> {
  await insertRows(
    context,
    registry.website,
    websites.map(site => ({ ...site })),
  );
}

/** Parameters that the database does not have yet get their first values (domain 7.4). */
export async function loadConfig({ db }: LoadContext): Promise<void> {
  const rows = config.map(({ configKey, configValue }) => ({ key: configKey, value: configValue }));
  await sql`
    insert into t_config (config_key, config_value)
    select key, value from json_to_recordset(${JSON.stringify(rows)}::json) as r(key text, value text)
    on conflict do nothing`.execute(db);
}

/** Puts scheduled jobs in (domain 3.11). */
export async function loadJobs(context: LoadContext, jobs: readonly JobSeed[]): Promise<void> {
  await insertRows(
    context,
    registry.sysJob,
    jobs.map(job => ({ ...job })),
  );
}

/** The initial appearance of each print page (domain H13). */
export async function loadPrintTemplates(context: LoadContext): Promise<void> {
  const looks = Object.values(usualLooks);
  await insertRows(
    context,
    registry.printTemplate,
    looks.map(({ parts, ...look }) => ({ ...look, parts: [...parts] })),
  );
}
