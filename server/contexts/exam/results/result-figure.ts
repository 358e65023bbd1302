import { type RawBuilder, sql } from 'kysely';
import type { Figure } from '../../../engine/figures/figures.ts';
import { column } from '../../../engine/table/sql.ts';
import { marksQuery } from './subject-marks.ts';

/**
 * The result of an application: total, and passed or not. It depends on the subjects of the major, their pass marks, and
 * the marks of the answers; migration 0089 repeats the digest for results of earlier versions.
 */
export const resultFigure: Figure = {
  name: 'examResult',
  basisOf: keys => sql`
    select apply_id as row_id, exam_id as whole_id,
      md5(coalesce(string_agg(concat_ws(':', subject_id, coalesce(pass_score::text, '-'), sat, score, unmarked), ','
        order by subject_id) filter (where subject_id is not null), '')) as basis
    from (${marksQuery(keys)}) as marks group by apply_id, exam_id`,
};

/** The published result of the application `alias`, as it is kept. */
export function publishedResult(alias: string): RawBuilder<unknown> {
  return sql`jsonb_build_object('score', ${column(alias, 'score')}::text, 'resultFlag', ${column(alias, 'result_flag')})`;
}
