import { defineDataset, everyAction, field, label } from '../../kernel/language.ts';
import { limits } from '../../limits.ts';
import { schoolSpelling } from '../../rules/names/school-aliases.ts';
import { common, orderAndStatus } from '../shared/fields.ts';
import { schoolLevel, schoolNature } from '../shared/shared.codes.ts';
import { schExamType } from './sch-exam-type.ts';

/** The school master: every school that others refer to (domain C1). */
export const school = defineDataset({
  name: 'school',
  path: '/api/data/wish/school',
  menu: { at: '/wish/school', group: 'schools', icon: 'BankOutlined', order: 1 },
  tableId: 22,
  label: label('院校库', 'Schools'),
  fields: {
    schoolId: field.id({ label: label('院校ID', 'School ID') }),
    schoolNo: field.text({ label: label('院校代码', 'School code'), required: true, max: 10 }),
    schoolName: field.text({ required: true, max: limits.name }),
    formerName: field.text({ label: label('曾用名', 'Former name'), max: limits.name }),
    provinceId: field.ref({ label: label('所在省', 'Province'), to: 'province', required: true }),
    cityId: common.cityId,
    schoolLevel: field.code({ label: label('办学层次', 'Level'), of: schoolLevel, required: true }),
    nature: field.code({ label: label('办学性质', 'Nature'), of: schoolNature, default: 1 }),
    tagIds: field.refs({ label: label('标签', 'Tags'), to: 'typeDict', where: { typeFlag: 1 } }),
    belong: field.text({ label: label('主管部门', 'Authority'), max: limits.shortName }),
    askUrl: field.text({ label: label('咨询网址', 'Enquiry address'), max: limits.path, format: 'url' }),
    siteUrl: field.text({ max: limits.path, format: 'url' }),
    phone: field.text({ max: limits.name }),
    address: field.text({ max: limits.address }),
    logo: field.image(),
    intro: field.richText(),
    ...orderAndStatus,
  },
  naturalKey: ['schoolName'],
  identity: { open: true, also: ['schoolNo', 'formerName'], spelled: schoolSpelling, found: true },
  permissions: { prefix: 'wish:school', actions: everyAction },
  // Two look-ups of spec section 7 (domain C1).
  lookUps: [
    {
      at: '/api/data/wish/search/school',
      fields: ['schoolId', 'schoolName', 'schoolNo', 'provinceId'],
      limit: limits.searchMax,
    },
    { at: '/api/admin/allSchoolList', fields: ['schoolId', 'schoolName'] },
  ],
  scope: { common: 'schools of the whole country are reference data' },
  list: {
    point: ['schoolName', 'tagIds', 'provinceId', 'schoolLevel', 'status'],
    hidden: ['belong', 'askUrl', 'siteUrl', 'phone', 'address', 'logo', 'orderNum'],
    without: ['formerName'],
    filters: [
      'schoolName',
      'provinceId',
      'schoolLevel',
      'nature',
      'schoolNo',
      'schoolId',
      'cityId',
      'tagIds',
      'status',
    ],
  },
  form: {
    groups: [
      {
        label: label('联系方式', 'Contact'),
        fields: ['siteUrl', 'askUrl', 'phone', 'address', 'logo'],
        as: 'folded',
      },
    ],
  },
  groups: ['provinceId', 'schoolLevel', 'nature', 'status'],
  details: [schExamType],
  excel: {
    import: { without: ['intro'] },
    batchUpdate: { without: ['formerName'] },
    kinds: [
      {
        type: 2201,
        label: label('校徽图片（zip）', 'Logos (zip)'),
        sets: {},
        pictures: { into: 'logo', by: ['schoolNo', 'schoolName'] },
      },
    ],
  },
});
