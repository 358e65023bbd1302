import { registry } from '@yikao/model/contexts/datasets.ts';
import { reviewStatus } from '@yikao/model/contexts/partner/partner.codes.ts';
import { upStatus as upStatuses } from '@yikao/model/contexts/sales/sales.codes.ts';
import { courseSteps } from '@yikao/model/contexts/teaching/course.machine.ts';
import { sql } from 'kysely';
import type { Engine } from '../../engine/engine.ts';
import type { StepBy } from '../../engine/steps/step-server.ts';
import { tryStep } from '../../engine/steps/take-step.ts';
import type { Columns } from '../../engine/table/columns.ts';
import { defineServer } from '../../engine/table/server-side.ts';
import type { Tx } from '../../engine/table/sql.ts';
import { shelveAsGoods, unshelveGoods } from './as-goods.ts';

const { course } = registry;

/** Lessons are a part of what was reviewed: a change of them is one of the course. */
async function reviseCourses(
  engine: Engine,
  db: Tx,
  { rows, by }: { readonly rows: readonly { readonly courseId: number }[]; readonly by: StepBy },
): Promise<void> {
  const keys = [...new Set(rows.map(row => row.courseId))].toSorted((one, other) => one - other);
  // Those in draft, which need no revision, refuse the step.
  await tryStep(engine, courseSteps, 'revise', {
    keys,
    by: { kind: 'step', actor: by.actor, cause: 'lesson.change' },
    within: db,
  });
}

/** Server side of the courses: their lessons revise them, and their goods have their price (domain J1). */
export const courseServer = defineServer(course, {
  on: {
    'lesson.add': reviseCourses,
    'lesson.update': reviseCourses,
    'lesson.delete': reviseCourses,
    'lesson.restore': reviseCourses,
    async 'course.update'(engine, db, { rows, by }) {
      for (const {
        rowKey: id,
        courseName: name,
        price,
        linePrice,
        cover,
        partnersId,
        freeFlag,
        upStatus,
      } of rows) {
        if (upStatus !== upStatuses.is.on) continue;
        const product = { field: 'courseId', id, name, price, linePrice, cover, partnersId } as const;
        if (freeFlag === 1) await unshelveGoods(engine, db, by.actor, product);
        else await shelveAsGoods(engine, db, by.actor, product);
      }
    },
    async 'course.delete'(engine, db, { rows, by }) {
      for (const { rowKey: id } of rows) await unshelveGoods(engine, db, by.actor, { field: 'courseId', id });
    },
  },
});

/**
 * Courses under review, locked in that state until the transaction ends; their lessons stay as they are. The lock keeps
 * other changes of their lessons waiting: each revises the course at its end, and several that share it would all wait
 * for each other.
 */
export async function coursesUnderReview(db: Tx, courseIds: readonly number[]): Promise<ReadonlySet<number>> {
  const found = await sql<Columns<typeof registry.course, 'courseId' | 'auditStatus'>>`
    select course_id, audit_status from t_course where course_id = any(${[...courseIds]}::bigint[])
    order by course_id for no key update`.execute(db);
  return new Set(
    found.rows.flatMap(row => (row.auditStatus === reviewStatus.is.submitted ? [row.courseId] : [])),
  );
}
