import { datasets, registry } from '@yikao/model/contexts/datasets.ts';
import type { AnyDataset } from '@yikao/model/kernel/dataset.ts';
import { validateRow } from '@yikao/model/kernel/validate/row.ts';
import { patternGrants, permissionCodes } from '@yikao/model/permissions.ts';
import { describe, expect, test } from 'vitest';
import { readCities } from './cities.ts';
import { config } from './data/config.ts';
import { jointCategories, schoolTags, typeDict } from './data/dictionary.ts';
import { examModeIn, provinces, regions } from './data/provinces.ts';
import { roles } from './data/roles.ts';
import { websites } from './data/websites.ts';
import { demoAccounts, demoAgents, demoPartners } from './demo/people.ts';
import { menu } from './menu.ts';
import { readSchools } from './schools.ts';
import type { RoleSeed } from './types.ts';

const now = new Date('2025-10-01T00:00:00+08:00');
const cities = readCities();
const schools = readSchools();
const cityByCode = new Map(cities.map(city => [city.code, city]));
const provinceIds = new Set(provinces.map(province => province.provinceId));

/** Problems that the declaration of a dataset finds in rows, each with the row it is in. */
function problems(dataset: AnyDataset, rows: readonly object[]): unknown[] {
  return rows.flatMap(row =>
    validateRow(dataset, { ...row }, 'create', now).issues.map(found => ({ found, row })),
  );
}

function duplicates<T>(values: readonly T[]): T[] {
  return values.filter((value, index) => values.indexOf(value) !== index);
}

describe('provinces', () => {
  test('31 are there and 28 of them are enabled', () => {
    expect(provinces).toHaveLength(31);
    expect(provinceIds.size).toBe(31);
    expect(provinces.filter(({ status }) => status === 0).map(({ provinceName }) => provinceName)).toEqual([
      '西藏',
      '青海',
      '宁夏',
    ]);
  });

  test('each lies in one of seven regions and has a short name of one character that no other has', () => {
    expect(regions).toHaveLength(7);
    expect(duplicates(regions.flatMap(region => region.provinceIds))).toEqual([]);
    expect(provinces.every(({ provinceShortName }) => provinceShortName.length === 1)).toBe(true);
    expect(duplicates(provinces.map(({ provinceShortName }) => provinceShortName))).toEqual([]);
  });

  test('the exam mode follows the reforms year by year', () => {
    expect([2016, 2017].map(year => examModeIn(330_000, year))).toEqual([3, 1]);
    expect([2020, 2021].map(year => examModeIn(430_000, year))).toEqual([3, 2]);
    expect([2023, 2024].map(year => examModeIn(450_000, year))).toEqual([3, 2]);
    expect([540_000, 650_000].map(id => examModeIn(id, 2026))).toEqual([3, 3]);
    const modes = provinces.map(({ provinceId }) => examModeIn(provinceId, 2025));
    expect([1, 2, 3].map(mode => modes.filter(found => found === mode).length)).toEqual([6, 23, 2]);
  });

  test('rows are accepted by the declaration', () => {
    expect(
      problems(
        registry.province,
        provinces.map(row => ({ ...row, examMode: examModeIn(row.provinceId, 2026) })),
      ),
    ).toEqual([]);
    expect(problems(registry.region, regions)).toEqual([]);
  });
});

describe('cities', () => {
  test('codes are unique, and every place lies in one that is a step above it', () => {
    expect(cityByCode.size).toBe(cities.length);
    const lost = cities.filter(({ level, parentCode }) =>
      level === 1 ? parentCode !== 0 : cityByCode.get(parentCode)?.level !== level - 1,
    );
    expect(lost).toEqual([]);
  });

  test('a place belongs to the province and the city it lies in', () => {
    const wrong = cities.filter(
      city =>
        cityByCode.get(city.provinceId)?.level !== 1 ||
        (city.level > 1 && cityByCode.get(city.cityId ?? 0)?.level !== 2) ||
        (city.level === 3 && cityByCode.get(city.parentCode)?.provinceId !== city.provinceId),
    );
    expect(wrong).toEqual([]);
  });

  test('the 31 provinces, Taiwan, Hong Kong, Macau and abroad are the top, each with cities in it', () => {
    const top = cities.filter(({ level }) => level === 1).map(({ code }) => code);
    expect(top).toEqual([...provinceIds, 710_000, 810_000, 820_000, 900_000]);
    const withCities = new Set(cities.filter(({ level }) => level === 2).map(({ provinceId }) => provinceId));
    expect(top.filter(code => !withCities.has(code))).toEqual([]);
  });

  test('a municipality is its own city, and no place is called after an administrative holder', () => {
    expect([110_100, 120_100, 310_100, 500_100, 810_100].map(code => cityByCode.get(code)?.cityName)).toEqual(
      ['北京市', '天津市', '上海市', '重庆市', '香港特别行政区'],
    );
    expect(cities.filter(({ cityName }) => /^市辖区$|^县$|直辖县级/.test(cityName))).toEqual([]);
  });

  test('towns that a province runs itself are cities, and countries are the cities of abroad', () => {
    expect(cityByCode.get(659_001)).toEqual({
      code: 659_001,
      cityName: '石河子市',
      cityId: 659_001,
      provinceId: 650_000,
      level: 2,
      parentCode: 650_000,
    });
    expect(cityByCode.get(900_826)).toMatchObject({ cityName: '英国', level: 2, provinceId: 900_000 });
  });

  test('rows are accepted by the declaration', () => {
    expect(problems(registry.city, cities)).toEqual([]);
  });
});

describe('schools', () => {
  test('there are hundreds, every province has some, and numbers and names are unique', () => {
    expect(schools.length).toBeGreaterThan(350);
    expect(new Set(schools.map(({ provinceId }) => provinceId))).toEqual(provinceIds);
    expect(duplicates(schools.map(({ schoolNo }) => schoolNo))).toEqual([]);
    const names = schools.flatMap(({ schoolName, formerName }) =>
      formerName === null ? [schoolName] : [schoolName, formerName],
    );
    expect(duplicates(names)).toEqual([]);
  });

  test('each stands in a city of its province', () => {
    const lost = schools.filter(school => {
      const city = cityByCode.get(school.cityId);
      return city?.level !== 2 || city.provinceId !== school.provinceId;
    });
    expect(lost).toEqual([]);
  });

  test('well-known schools have their numbers', () => {
    const numberOf = (name: string) => schools.find(({ schoolName }) => schoolName === name)?.schoolNo;
    expect(
      ['北京大学', '清华大学', '中央音乐学院', '中央美术学院', '中国美术学院', '湖南师范大学'].map(numberOf),
    ).toEqual(['10001', '10003', '10045', '10047', '10355', '10542']);
  });

  test('the thirty independent art academies are marked', () => {
    expect(schools.filter(({ tags }) => tags.includes('独立设置艺术院校'))).toHaveLength(30);
    expect(schools.filter(({ tags }) => tags.includes('985') && !tags.includes('211'))).toEqual([]);
  });

  test('rows are accepted by the declaration', () => {
    expect(problems(registry.school, schools)).toEqual([]);
  });
});

describe('dictionary', () => {
  test('entries are unique in their group and all tags of schools are entries', () => {
    expect(duplicates(typeDict.map(({ typeFlag, typeName }) => `${typeFlag}/${typeName}`))).toEqual([]);
    const tags = typeDict.filter(({ typeFlag }) => typeFlag === 1).map(({ typeName }) => typeName);
    expect(tags).toEqual([...schoolTags]);
    expect(new Set(typeDict.map(({ typeFlag }) => typeFlag))).toEqual(new Set([1, 2, 3, 4]));
    expect(problems(registry.typeDict, typeDict)).toEqual([]);
  });

  test('the marks of a joint category add up to its full mark', () => {
    expect(jointCategories).toHaveLength(11);
    for (const { jointCategoryName, subjects, fullScore } of jointCategories) {
      const marks = [...subjects.matchAll(/(\d+)(?:、|$)/g)].map(([, mark]) => Number(mark));
      expect([jointCategoryName, marks.reduce((sum, mark) => sum + mark, 0)]).toEqual([
        jointCategoryName,
        Number(fullScore),
      ]);
    }
    const rows = jointCategories.map(row => ({ ...row, dataYear: 2026, provinceId: 430_000 }));
    expect(problems(registry.jointCategory, rows)).toEqual([]);
  });
});

test('the three sites have a host each and are accepted by the declaration', () => {
  expect(new Set(websites.map(({ siteKey }) => siteKey))).toEqual(new Set(['ykzyb', 'mszytb', 'ykzyzn']));
  expect(duplicates(websites.map(({ host }) => host))).toEqual([]);
  expect(problems(registry.website, websites)).toEqual([]);
});

test('every parameter has its first value, once', () => {
  expect(config).toHaveLength(36);
  expect(duplicates(config.map(({ configKey }) => configKey))).toEqual([]);
  expect(config.find(({ configKey }) => configKey === 'list.ratio')?.configValue).toBe('3,4,3');
});

describe('menu', () => {
  const pages = menu.flatMap(group => group.pages);

  test('addresses are unique and of the form /module/page', () => {
    expect(duplicates(pages.map(({ permUrl }) => permUrl))).toEqual([]);
    expect(pages.filter(({ permUrl }) => !/^\/[a-z]+\/[A-Za-z]+$/.test(permUrl))).toEqual([]);
  });

  test('names and places are unique within their group', () => {
    for (const { title, pages: own } of menu) {
      expect(duplicates(own.map(page => page.title.zh))).toEqual([]);
      expect(duplicates(own.map(({ order }) => String(order))), title.zh).toEqual([]);
    }
  });

  test('every dataset with a screen has its page, and a page opens by its dataset or by codes of its own', () => {
    const paged = pages.flatMap(({ dataset }) => dataset ?? []);
    expect(duplicates(paged)).toEqual([]);
    expect(paged.toSorted()).toEqual(
      datasets.flatMap(({ name, menu: place }) => (place ? [name] : [])).toSorted(),
    );
    expect(pages.filter(({ dataset, permCodes }) => dataset && permCodes)).toEqual([]);
  });

  test('the two extra routes are there, and the editor of remarks stays out of sight', () => {
    expect(pages.find(({ permUrl }) => permUrl === '/aboard/direction')?.hiddenFlag).toBeUndefined();
    expect(pages.find(({ permUrl }) => permUrl === '/wish/remarkEdit')?.hiddenFlag).toBe(1);
  });
});

describe('roles', () => {
  const role = (code: string): RoleSeed => {
    const found = roles.find(({ roleCode }) => roleCode === code);
    if (found === undefined) throw new Error(`no role ${code}`);
    return found;
  };
  const holds = ({ grants, except }: RoleSeed, code: string) =>
    grants.some(pattern => patternGrants(pattern, code)) &&
    !except.some(pattern => patternGrants(pattern, code));

  test('the super role holds every code that is declared', () => {
    expect(permissionCodes().filter(({ code }) => !holds(role('super'), code))).toEqual([]);
  });

  test('operations run the reference data, but neither settle nor delete provinces', () => {
    const ops = role('ops');
    expect(['sch:examType:import', 'wish:school:delete', 'sys:log'].every(code => holds(ops, code))).toBe(
      true,
    );
    expect(
      ['wish:settle:list', 'base:province:delete', 'sys:user:list'].filter(code => holds(ops, code)),
    ).toEqual([]);
  });

  test('operations keep the data of partners, and cannot put out their people, who hold what operations do not', () => {
    const [ops, partner] = [role('ops'), role('partner')];
    expect(holds(ops, 'wish:partners:update') && holds(ops, 'base:agent:update')).toBe(true);
    expect(
      permissionCodes().filter(({ code }) => holds(partner, code) && !holds(ops, code)).length,
    ).toBeGreaterThan(0);
  });

  test('a person who may edit exam schools may add one', () => {
    const editors = roles.filter(each => holds(each, 'sch:school:update'));
    expect(editors.map(({ roleCode }) => roleCode)).toEqual(['super', 'ops', 'data']);
    expect(editors.filter(each => !holds(each, 'sch:school:add'))).toEqual([]);
  });

  test('telephone accounts are granted to nobody but the super role; sales may send messages', () => {
    expect(roles.filter(each => holds(each, 'feige:account:list')).map(({ roleCode }) => roleCode)).toEqual([
      'super',
    ]);
    expect(holds(role('sale'), 'feige:sms:send')).toBe(true);
  });
});

test('demo accounts refer to roles, partners, agencies and provinces that exist', () => {
  const known = {
    roles: new Set(roles.map(({ roleCode }) => roleCode)),
    partners: new Set(demoPartners.map(({ partnersName }) => partnersName)),
    agents: new Set(demoAgents.map(({ agentName }) => agentName)),
  };
  for (const account of demoAccounts) {
    expect(account.roleCodes.filter(code => !known.roles.has(code))).toEqual([]);
    if (account.partnersName !== null) expect(known.partners).toContain(account.partnersName);
    if (account.agentName !== null) expect(known.agents).toContain(account.agentName);
    if (account.provinceId !== null) expect(provinceIds).toContain(account.provinceId);
  }
  for (const agent of demoAgents) {
    expect(known.partners).toContain(agent.partnersName);
    expect(cityByCode.get(agent.cityId)).toMatchObject({ level: 2, provinceId: agent.provinceId });
  }
  expect(duplicates(demoAccounts.map(({ userName }) => userName))).toEqual([]);
});
