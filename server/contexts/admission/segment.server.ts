import { registry } from '@yikao/model/contexts/datasets.ts';
import { sql } from 'kysely';
import { columnName } from '../../engine/table/naming.ts';
import { defineServer } from '../../engine/table/server-side.ts';
import { column } from '../../engine/table/sql.ts';
import { aosIsSaid } from './prediction/aos-check.ts';
import { segmentRoutes } from './prediction/convert-scores.ts';
import { rowAddsUp, segmentsAddUp, segmentTableOf, wholeTables } from './prediction/segment-check.ts';

/** Server side of the segments: files and rows that add up, scores and ranks for one another, and the curve. */
export const segmentServer = defineServer(registry.segment, {
  whole: wholeTables,
  expressions: {
    // Read of the rows themselves, so that the mark is always that of the table as it is.
    brokenFlag: alias => sql`(select count(*)::smallint from (select 1 from (
        select t.total_num - t.same_num - lag(t.total_num, 1, 0) over (order by t.score desc) as gap
        from t_segment as t where not t.deleted and ${sql.join(
          segmentTableOf.map(
            name => sql`${column('t', columnName(name))} = ${column(alias, columnName(name))}`,
          ),
          sql` and `,
        )}) as gaps where gap is distinct from 0 limit 1) as broken)`,
  },
  fileChecks: [segmentsAddUp, aosIsSaid('provinceId', 'aos')],
  // A file is looked at as a whole before any of its rows is written; rows that are restored together, by the guard.
  before: (db, changes) =>
    Promise.all(
      changes.map(change => {
        const isRestored = change.key !== undefined && change.before === undefined;
        return change.jobId === undefined && !isRestored ? rowAddsUp(db, change) : {};
      }),
    ),
  routes: segmentRoutes,
});
