import type { registry } from '@yikao/model/contexts/datasets.ts';
import { reviewStatus } from '@yikao/model/contexts/partner/partner.codes.ts';
import { upStatus } from '@yikao/model/contexts/sales/sales.codes.ts';
import { courseSteps } from '@yikao/model/contexts/teaching/course.machine.ts';
import { failure } from '@yikao/model/errors.ts';
import { issue } from '@yikao/model/kernel/validate/issues.ts';
import { sql } from 'kysely';
import { holds } from '../../engine/scope/access.ts';
import { defineStepServer } from '../../engine/steps/step-server.ts';
import type { Columns } from '../../engine/table/columns.ts';
import { enabled } from '../shared/enabled.ts';
import { shelveAsGoods, unshelveGoods } from './as-goods.ts';

/** The effects of the review and the shelf of courses (domain J1, 3.14). Goods follow in the same transaction. */
export const courseStepServer = defineStepServer(courseSteps, {
  needs: {
    lessons: async ({ db, rows }) => {
      const found = await sql<Columns<typeof registry.lesson, 'courseId'>>`
        select distinct course_id from t_lesson
        where course_id = any(${rows.map(row => row.rowKey)}::bigint[]) and status = ${enabled}
          and not deleted`.execute(db);
      const filled = new Set(found.rows.map(({ courseId }) => courseId));
      return new Set(rows.map(row => row.rowKey).filter(key => !filled.has(key)));
    },
  },
  effects: {
    submit: async ({ rows }) => new Map(rows.map(row => [row.rowKey, { values: { auditRemark: null } }])),
    audit: async ({ rows, given: { pass, remark } }) => {
      if (pass !== 1 && !remark) {
        throw failure('invalidFields', {
          issues: [issue('remark', 'required')],
          labels: () => courseSteps.steps.audit?.inputs.remark?.label,
        });
      }
      const to = pass === 1 ? ('approved' as const) : ('rejected' as const);
      return new Map(rows.map(row => [row.rowKey, { to, values: { auditRemark: remark } }]));
    },
    revise: async ({ rows, by }) => {
      const reviews = holds(by.actor, 'course:course:audit');
      return new Map(
        rows.map(row => [
          row.rowKey,
          {
            to:
              row.auditStatus === reviewStatus.is.approved && reviews
                ? ('approved' as const)
                : ('draft' as const),
          },
        ]),
      );
    },
    async putUp({ engine, db, rows, by }) {
      for (const { rowKey: id, courseName: name, price, linePrice, cover, partnersId, freeFlag } of rows) {
        if (freeFlag === 1) continue;
        const product = { field: 'courseId', id, name, price, linePrice, cover, partnersId } as const;
        await shelveAsGoods(engine, db, by.actor, product);
      }
      return new Map(rows.map(row => [row.rowKey, { values: { upStatus: upStatus.is.on } }]));
    },
    async takeDown({ engine, db, rows, by }) {
      for (const { rowKey: id } of rows) await unshelveGoods(engine, db, by.actor, { field: 'courseId', id });
      return new Map(rows.map(row => [row.rowKey, { values: { upStatus: upStatus.is.off } }]));
    },
  },
});
