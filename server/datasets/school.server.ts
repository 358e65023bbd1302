import { registry } from '@yikao/model/datasets/index.ts';
import { limits } from '@yikao/model/limits.ts';
import { defineServer } from '../engine/server-side.ts';

/** Server side of the schools: the two look-ups of spec section 7 (domain C1). */
export const schoolServer = defineServer(registry.school, {
  optionPaths: [
    {
      path: '/api/data/wish/search/school',
      fields: ['schoolId', 'schoolName', 'schoolNo', 'provinceId'],
      limit: limits.searchMax,
    },
    { path: '/api/admin/allSchoolList', fields: ['schoolId', 'schoolName'] },
  ],
});
