import { z } from 'zod';
import { call } from '../../calls/call.ts';
import { keyValue } from '../../calls/values.ts';
import { label } from '../../kernel/label.ts';
import { city } from './city.ts';
import { limitDate } from './limit-date.ts';
import { province } from './province.ts';
import { typeDict } from './type-dict.ts';

const year = z.coerce.number<number | string>().int().min(1900).max(2999);
const whole = z.coerce.number<number | string>().int();

/** A place with its children (domain B2). */
export interface Place {
  readonly code: number;
  readonly cityName: string;
  readonly level: number;
  readonly children: readonly Place[];
}

const place: z.ZodType<Place> = z.object({
  code: z.int(),
  cityName: z.string(),
  level: z.int(),
  get children() {
    return z.array(place);
  },
});

/** An entry of the type dictionary with its children. */
export interface TypeEntry {
  readonly typeId: number;
  readonly typeName: string;
  readonly typeFlag: number;
  readonly children: readonly TypeEntry[];
}

const typeEntry: z.ZodType<TypeEntry> = z.object({
  typeId: z.int(),
  typeName: z.string(),
  typeFlag: z.int(),
  get children() {
    return z.array(typeEntry);
  },
});

/** The caches that can be cleared (domain D19); plans and segments are not cached. */
export const cacheKeys = ['province', 'jointCategory', 'batch', 'admission', 'segment', 'all'] as const;

/** Which limit is meant (domain A12). */
export const limitKey = z.object({
  limitType: whole.min(1).max(4),
  dataYear: year,
  provinceId: whole.min(0).default(0),
});

const upgradeBody = z.object({ provinceId: z.array(keyValue).min(1).max(50), dataYear: year });

/** Body of the call that moves provinces to the next data year. */
export type UpgradeAsk = z.infer<typeof upgradeBody>;

/** Calls of the reference data that the spec names and that no dataset has by itself (spec section 7). */
export const referenceCalls = {
  /** All places of the country under each other (domain B2). */
  placeTree: call(`GET ${city.path}/tree`, {
    of: city,
    label: label('省市区县树', 'Tree of places'),
    may: 'person',
    data: z.array(place),
  }),
  /** A look-up, not the dataset's page of rows: the cities of one province (domain B2). */
  cities: call(`GET ${city.path}/list`, {
    replaces: true,
    of: city,
    label: label('省内城市', 'Cities of a province'),
    may: 'person',
    query: z.record(z.string(), z.unknown()),
    data: z.array(z.record(z.string(), z.unknown())),
  }),
  /** Every province including disabled ones, for administrators' pickers (domain B1). */
  allProvinces: call(`GET ${province.path}/admin/all/list`, {
    of: province,
    label: label('全部省份', 'All provinces, disabled ones too'),
    may: 'person',
    data: z.array(z.record(z.string(), z.unknown())),
  }),
  /** The spec lists GET, POST and DELETE only: POST adds a province or changes the one of that code (domain Q39). */
  saveProvince: call(`POST ${province.path}`, {
    replaces: true,
    of: province,
    label: label('新增或修改省份', 'Add a province or change it'),
    may: 'base:province:add',
    body: z.record(z.string(), z.unknown()),
    data: z.record(z.string(), z.unknown()),
    audit: 'add',
    message: 'added',
    fails: ['duplicate', 'staleVersion'],
  }),
  /**
   * Moves provinces to the next data year together with their categories, batches, formulas and algorithms (domain
   * 4.15). The caller needs permission to change provinces and to add each of these.
   */
  upgradeProvinces: call(`POST ${province.path}/upgrade`, {
    of: province,
    label: label('升级数据年份', 'Move to the next data year'),
    may: 'base:province:update',
    body: upgradeBody,
    data: z.object({ provinces: z.int(), copied: z.record(z.string(), z.int()) }),
    audit: 'update',
    message: 'modified',
    fails: ['notFound'],
  }),
  /** The four groups for the tree picker, or the requested one (spec section 3, domain A14). */
  typeTree: call(`GET ${typeDict.path}/tree`, {
    of: typeDict,
    label: label('类型树', 'Type tree'),
    may: 'person',
    query: z.object({ typeFlag: whole.min(1).max(4).optional() }),
    data: z.array(z.object({ typeFlag: z.int(), typeName: z.string(), children: z.array(typeEntry) })),
  }),
  /** Arts or science as the province examined it in that data year; all values without a province (domain B9). */
  aos: call('GET /api/data/wish/aos/list', {
    of: 'lookups',
    label: label('科类', 'Arts or science'),
    may: 'person',
    query: z.object({ provinceId: whole.optional(), dataYear: year.optional() }),
    data: z.array(z.object({ aos: z.number(), aosName: z.string() })),
  }),
  /** Makes every node reload its cached look-ups; all of them unless some are named (domain D19). */
  cleanCache: call('POST /api/data/wish/cache/clean', {
    of: 'lookups',
    label: label('清理缓存', 'Clear caches'),
    may: 'wish:cache:clean',
    body: z.object({ keys: z.array(z.enum(cacheKeys)).max(20).optional() }),
    /** Answers that this node forgets; the others forget theirs with their next look-up. */
    data: z.object({ count: z.int() }),
  }),
  /** The province's own window, if the person reaches it, else the one for all provinces, else none (domain A12). */
  limit: call('GET /api/base/get_limit_date', {
    of: limitDate,
    label: label('某服务在某年某省的限制日期', 'The limit of a service in a year and province'),
    may: 'person',
    query: limitKey,
    data: z
      .object({
        id: z.int(),
        ...{ limitType: z.int(), dataYear: z.int(), provinceId: z.int() },
        startTime: z.string(),
        endTime: z.string(),
        message: z.string().nullable(),
      })
      .nullable(),
  }),
  /** One call adds and changes, found by its natural key (spec section 7). */
  saveLimit: call('POST /api/base/save_limit_date', {
    of: limitDate,
    label: label(
      '按类型、年份、省份新增或修改限制日期',
      'Add or change the limit of a service, year and province',
    ),
    // The handler checks the permission to add or to update, depending on the row.
    may: 'person',
    body: z.record(z.string(), z.unknown()),
    data: z.record(z.string(), z.unknown()),
    audit: 'update',
    message: 'modified',
    fails: ['forbidden', 'notFound', 'staleVersion'],
  }),
} as const;
