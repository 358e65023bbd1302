import { registry } from '@yikao/model/contexts/datasets.ts';
import { issue } from '@yikao/model/kernel/validate/issues.ts';
import { sql } from 'kysely';
import { defineServer } from '../../engine/table/server-side.ts';

/** Server side of majors: their subjects are those of the exam. */
export const examProfServer = defineServer(registry.examProf, {
  reads: ['examId', 'subjectIds'],
  async before(db, changes) {
    const ids = changes.flatMap(({ row }) => [...(row.subjectIds ?? [])]);
    const found = await sql<{ id: number; examId: number }>`
      select subject_id as id, exam_id from t_exam_subject
      where subject_id = any(${ids}::bigint[]) and not deleted`.execute(db);
    const examOf = new Map(found.rows.map(({ id, examId }) => [id, examId]));
    return changes.map(({ row }) =>
      (row.subjectIds ?? []).some(id => examOf.get(id) !== row.examId)
        ? {
            issues: [
              issue('subjectIds', 'rule', {
                zh: '只能选择本场考试的科目',
                en: 'Subjects must be those of the exam',
              }),
            ],
          }
        : {},
    );
  },
});
