import { limits } from '@yikao/model/limits.ts';
import type { DatasetServer } from '../engine/server-side.ts';

/** Server side of the schools: the two look-ups of spec section 7 (domain C1). */
export const schoolServer: DatasetServer = {
  optionPaths: [
    {
      path: '/api/data/wish/search/school',
      fields: ['schoolId', 'schoolName', 'schoolNo', 'provinceId'],
      limit: limits.searchMax,
    },
    { path: '/api/admin/allSchoolList', fields: ['schoolId', 'schoolName'] },
  ],
};
