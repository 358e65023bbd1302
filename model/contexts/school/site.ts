import { defineDataset, everyAction, field, label } from '../../kernel/language.ts';
import { limits } from '../../limits.ts';
import { common, ofYear, orderAndStatus } from '../shared/fields.ts';

/** Exam sites (domain C6). */
export const site = defineDataset({
  name: 'site',
  path: '/api/data/wish/site',
  menu: { at: '/wish/site', group: 'data', icon: 'EnvironmentOutlined', order: 16 },
  tableId: 3,
  label: label('考点', 'Exam sites'),
  fields: {
    siteId: field.id({ label: label('考点ID', 'Site ID') }),
    ...ofYear,
    cityId: field.ref({ to: 'city', within: ['provinceId'], where: { level: 2 }, required: true }),
    examCategoryId: field.ref({
      label: label('考试科类', 'Exam category'),
      to: 'typeDict',
      where: { typeFlag: 4 },
      required: true,
    }),
    siteName: field.text({ label: label('考点名称', 'Site'), required: true, max: limits.name }),
    siteCode: field.text({ label: label('考点代码', 'Code'), max: 10 }),
    address: field.text({ required: true, max: limits.address }),
    lng: field.decimal({ scale: 4, min: -180, max: 180, signed: true }),
    lat: field.decimal({ scale: 4, min: -90, max: 90, signed: true }),
    examDate: field.text({ label: label('考试日期', 'Exam dates'), max: limits.name }),
    transport: field.text({
      label: label('交通', 'How to get there'),
      max: limits.longText,
      multiline: true,
    }),
    phone: field.text({ max: limits.shortName }),
    ...orderAndStatus,
    remark: common.remark,
  },
  naturalKey: ['dataYear', 'provinceId', 'examCategoryId', 'siteName'],
  identity: { name: 'siteName', found: true },
  permissions: { prefix: 'wish:site', actions: everyAction },
  scope: { province: 'provinceId', rest: { common: 'exam sites are reference data' } },
  list: {
    point: ['siteName', 'address', 'examDate', 'status'],
    hidden: ['siteCode', 'orderNum', 'remark'],
    without: ['lng', 'lat', 'transport'],
    filters: ['dataYear', 'provinceId', 'cityId', 'examCategoryId', 'siteName', 'siteId', 'status'],
  },
  excel: {
    import: { without: ['lng', 'lat'] },
    batchUpdate: { without: ['siteCode', 'transport'] },
    kinds: [
      {
        type: 301,
        label: label('省市一列', 'Province and city in a column'),
        sets: {},
        combines: [
          { label: label('省市', 'Province and city'), form: 'place', fields: ['provinceId', 'cityId'] },
        ],
      },
    ],
  },
});
