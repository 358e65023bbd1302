import { defineDataset, everyAction, field, label } from '../../kernel/language.ts';
import { limits } from '../../limits.ts';
import { common } from '../shared/fields.ts';

/** Majors as schools offer them, by year (spec section 2; domain C4). */
export const schoolProf = defineDataset({
  name: 'schoolProf',
  path: '/api/data/wish/school/prof',
  menu: { at: '/wish/schoolProf', group: 'schools', icon: 'SolutionOutlined', order: 4 },
  tableId: 8,
  label: label('院校专业', 'School majors'),
  fields: {
    dataId: field.id(),
    dataYear: common.dataYear,
    schoolId: common.schoolId,
    schProfName: field.text({
      label: label('院校专业名称', 'Major at the school'),
      required: true,
      max: limits.name,
    }),
    profId: field.ref({ label: label('标准专业', 'Standard major'), to: 'prof' }),
    profName: field.text({ required: true, max: limits.name }),
    diploma: common.diploma,
    remark: common.remark,
    intro: field.richText(),
  },
  naturalKey: ['dataYear', 'schoolId', 'schProfName', 'diploma'],
  identity: { name: 'schProfName', also: ['profName'], found: true },
  permissions: { prefix: 'wish:schoolprof', actions: everyAction },
  scope: { common: 'majors of schools are reference data' },
  list: {
    point: ['schoolId', 'schProfName', 'profName', 'diploma'],
    filters: ['dataId', 'diploma', 'schoolId', 'profName', 'dataYear'],
    tools: ['add'],
  },
  excel: { import: { without: ['intro'] }, batchUpdate: { without: ['profId', 'profName'] } },
});
