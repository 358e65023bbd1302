import { registry } from '@yikao/model/datasets/index.ts';
import { sql } from 'kysely';
import { defineServer } from '../engine/server-side.ts';
import { column } from '../engine/sql.ts';
import { schoolProvince } from './school-province.ts';

/** Server side of the school statistics: applicants for each who is admitted, blank where nobody is (domain D2). */
export const schoolStatServer = defineServer(registry.schoolStat, {
  expressions: {
    schprovinceId: schoolProvince,
    ratio: alias =>
      sql`round(${column(alias, 'apply_num')}::numeric / nullif(${column(alias, 'admit_num')}, 0), 2)`,
  },
});
