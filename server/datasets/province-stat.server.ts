import { registry } from '@yikao/model/datasets/index.ts';
import { sql } from 'kysely';
import { defineServer } from '../engine/server-side.ts';
import { column } from '../engine/sql.ts';

/** Server side of the province statistics: nothing is known of a share of none (domain D1). */
export const provinceStatServer = defineServer(registry.provinceStat, {
  expressions: {
    admitRate: alias =>
      sql`round(${column(alias, 'admit_num')}::numeric / nullif(${column(alias, 'art_exam_num')}, 0), 4)`,
  },
});
