import { defineDataset, field, label } from '../../kernel/language.ts';
import { citySpelling } from '../../rules/names/place-names.ts';
import { common } from '../shared/fields.ts';
import { cityLevel } from '../shared/shared.codes.ts';

/**
 * Places of three levels with their codes, including Hong Kong, Macau, Taiwan and abroad (domain B2). Read-only: the
 * data comes with the product. Other datasets refer to cities by code.
 */
export const city = defineDataset({
  name: 'city',
  path: '/api/base/city',
  key: 'code',
  label: label('城市', 'Cities'),
  fields: {
    code: field.integer({ label: label('编码', 'Code'), required: true, min: 100_000, max: 999_999 }),
    cityName: field.text({ required: true, max: 32 }),
    cityId: field.integer({ label: label('城市编码', 'City code'), max: 999_999 }),
    provinceId: common.provinceId,
    level: field.code({ of: cityLevel, required: true }),
    parentCode: field.integer({ label: label('上级编码', 'Parent code'), default: 0, max: 999_999 }),
  },
  naturalKey: ['code'],
  identity: { open: true, name: 'cityName', spelled: citySpelling },
  permissions: { prefix: 'base:city', actions: ['list'] },
  scope: { common: 'places are reference data' },
  list: { without: ['cityId'], filters: ['code', 'cityName', 'provinceId', 'level'], sort: ['code'] },
});
