import { registry } from '@yikao/model/contexts/datasets.ts';
import { sql } from 'kysely';
import { defineServer } from '../../engine/table/server-side.ts';
import { column } from '../../engine/table/sql.ts';
import { schoolProvince } from '../school/school-province.ts';

/** Server side of the school statistics: applicants per admission, blank without admissions (domain D2). */
export const schoolStatServer = defineServer(registry.schoolStat, {
  expressions: {
    schprovinceId: schoolProvince,
    ratio: alias =>
      sql`round(${column(alias, 'apply_num')}::numeric / nullif(${column(alias, 'admit_num')}, 0), 2)`,
  },
});
