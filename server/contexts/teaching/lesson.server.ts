import { registry } from '@yikao/model/contexts/datasets.ts';
import { courseCalls } from '@yikao/model/contexts/teaching/course.calls.ts';
import { failure } from '@yikao/model/errors.ts';
import { issue } from '@yikao/model/kernel/validate/issues.ts';
import { type SqlBool, sql } from 'kysely';
import { handle } from '../../engine/http/handle.ts';
import { findRow } from '../../engine/read/info.ts';
import { defineServer } from '../../engine/table/server-side.ts';
import { orderRows } from '../shared/order-rows.ts';
import { coursesUnderReview } from './course.server.ts';

const { course, lesson } = registry;

const underReview = {
  zh: '课程正在审核，请先撤回',
  en: 'the course is being reviewed; take it back first',
};

/** Server side of the lessons: none changes while its course is reviewed; and their order (domain J2). */
export const lessonServer = defineServer(lesson, {
  reads: ['courseId'],
  async before(db, changes) {
    const ids = changes.map(({ row }) => Number(row.courseId ?? 0));
    const reviewed = await coursesUnderReview(db, ids);
    return changes.map((_, at) =>
      reviewed.has(ids[at] ?? 0) ? { issues: [issue('courseId', 'rule', underReview)] } : {},
    );
  },
  on: {
    async 'lesson.delete'(_, db, { rows }) {
      const reviewed = await coursesUnderReview(
        db,
        rows.map(row => row.courseId),
      );
      if (reviewed.size > 0) throw failure('unmetNeeds', { params: underReview });
    },
  },
  routes(app, engine) {
    handle(app, courseCalls.orderLessons, async ({ actor, body: { courseId, rows, chapters } }) => {
      if (!(await findRow(engine, engine.db, course, actor, courseId))) throw failure('notFound');
      await orderRows(engine, lesson, {
        ...{ actor, rows, group: sql<SqlBool>`d.course_id = ${courseId}` },
        assertOpen: async db => {
          if ((await coursesUnderReview(db, [courseId])).size > 0) {
            throw failure('unmetNeeds', { params: underReview });
          }
        },
        beside: id => {
          const chapterName = chapters[String(id)];
          return chapterName === undefined ? {} : { chapterName: chapterName || null };
        },
      });
      return undefined;
    });
  },
});
