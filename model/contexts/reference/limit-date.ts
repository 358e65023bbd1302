import { defineDataset, field, label, notBefore } from '../../kernel/language.ts';
import { limits } from '../../limits.ts';
import { limitType } from '../people/people.codes.ts';
import { common } from '../shared/fields.ts';

/** Windows of dates outside which a service is refused, by year and province (domain A12). */
export const limitDate = defineDataset({
  name: 'limitDate',
  path: '/api/base/limit_date',
  menu: { at: '/base/limitDate', group: 'system', icon: 'FieldTimeOutlined', order: 15 },
  label: label('限制日期', 'Date limits'),
  fields: {
    id: field.id({ label: label('ID', 'ID') }),
    limitType: field.code({ label: label('类型', 'Service'), of: limitType, required: true }),
    dataYear: common.dataYear,
    provinceId: field.ref({ to: 'province', zero: label('全部省份', 'All provinces'), default: 0 }),
    startTime: field.dateTime({ label: label('开始时间', 'From'), required: true }),
    endTime: field.dateTime({ label: label('结束时间', 'Until'), required: true }),
    message: field.text({
      max: limits.name,
      help: label('不在时间内时显示给用户', 'Shown to users outside this period'),
    }),
  },
  naturalKey: ['limitType', 'dataYear', 'provinceId'],
  checks: [notBefore('startTime', 'endTime')],
  permissions: { prefix: 'base:limitdate', actions: ['list', 'add', 'update', 'delete'] },
  scope: { province: 'provinceId', rest: { common: 'a window is the same for a whole province' } },
  list: { filters: ['limitType', 'dataYear', 'provinceId', 'startTime'] },
});
