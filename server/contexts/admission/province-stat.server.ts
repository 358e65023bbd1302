import { registry } from '@yikao/model/contexts/datasets.ts';
import { sql } from 'kysely';
import { defineServer } from '../../engine/table/server-side.ts';
import { column } from '../../engine/table/sql.ts';

/** Server side of the province statistics: shares of zero are unknown (domain D1). */
export const provinceStatServer = defineServer(registry.provinceStat, {
  expressions: {
    admitRate: alias =>
      sql`round(${column(alias, 'admit_num')}::numeric / nullif(${column(alias, 'art_exam_num')}, 0), 4)`,
  },
});
