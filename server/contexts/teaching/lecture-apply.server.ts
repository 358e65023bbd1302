import { registry } from '@yikao/model/contexts/datasets.ts';
import { lectureCalls } from '@yikao/model/contexts/teaching/lecture.calls.ts';
import { lectureApplySteps } from '@yikao/model/contexts/teaching/lecture-apply.machine.ts';
import { lecturePay } from '@yikao/model/contexts/teaching/teaching.codes.ts';
import { failure } from '@yikao/model/errors.ts';
import { compare, equal, plus } from '@yikao/model/rules/money.ts';
import { sql } from 'kysely';
import { renderSVG } from 'uqr';
import type { Engine } from '../../engine/engine.ts';
import { handle } from '../../engine/http/handle.ts';
import { findRow } from '../../engine/read/info.ts';
import { takeStep, tryStep } from '../../engine/steps/take-step.ts';
import { codesOf } from '../../engine/table/codes-of.ts';
import type { Columns } from '../../engine/table/columns.ts';
import { defineServer } from '../../engine/table/server-side.ts';
import type { Tx } from '../../engine/table/sql.ts';
import { quotaIssues } from '../shared/quota.ts';
import { register, takePlaces } from './lecture/register.ts';
import { tellOfPlaces } from './lecture-notice.ts';

const lecturePayIs = codesOf(lecturePay);

const { lecture, lectureApply } = registry;

/** Moves the registrations of orders by the step that follows. */
async function follow(
  engine: Engine,
  db: Tx,
  step: 'pay' | 'waive' | 'drop' | 'refund',
  orders: readonly { readonly rowKey: number; readonly lectureId: number | null }[],
): Promise<void> {
  const orderIds = orders.flatMap(({ rowKey, lectureId }) => (lectureId === null ? [] : [rowKey]));
  if (orderIds.length === 0) return;
  const found = await sql<Columns<typeof lectureApply, 'id'>>`
    select id from t_lecture_apply where order_id = any(${orderIds}::bigint[]) and not deleted order by id`.execute(
    db,
  );
  const keys = found.rows.map(({ id }) => id);
  await tryStep(engine, lectureApplySteps, step, {
    keys,
    by: { kind: 'step', cause: `serviceOrder.${step}` },
    within: db,
  });
}

/** Server side of the registrations: they follow their orders, and people are signed in by a code (domain J4). */
export const lectureApplyServer = defineServer(lectureApply, {
  on: {
    'lectureApply.pay': (engine, db, { rows }) => tellOfPlaces(engine, db, rows),
    'lectureApply.waive': (engine, db, { rows }) => tellOfPlaces(engine, db, rows),
    'serviceOrder.add': (engine, db, { rows, by }) => takePlaces(engine, db, by.actor, rows),
    async 'serviceOrder.pay'(engine, db, { rows }) {
      const isFree = (row: { readonly payAmount: string }) => compare(row.payAmount, '0') === 0;
      await follow(engine, db, 'waive', rows.filter(isFree));
      await follow(
        engine,
        db,
        'pay',
        rows.filter(row => !isFree(row)),
      );
    },
    'serviceOrder.close': (engine, db, { rows }) => follow(engine, db, 'drop', rows),
    'serviceOrder.void': (engine, db, { rows }) => follow(engine, db, 'drop', rows),
    async 'serviceOrder.endRefund'(engine, db, { rows, given }) {
      const whole = rows.filter(row => equal(plus(row.refundAmount, given.refunded), row.payAmount));
      await follow(engine, db, 'refund', whole);
    },
  },
  routes(app, engine) {
    handle(app, lectureCalls.register, ({ actor, body }) => register(engine, actor, body));
    handle(app, lectureCalls.signByCode, async ({ actor, body: { signCode } }) => {
      const found = await sql<Columns<typeof lectureApply, 'id'>>`
        select id from t_lecture_apply where sign_code = ${signCode} and not deleted`.execute(engine.db);
      const row = await findRow(engine, engine.db, lectureApply, actor, found.rows[0]?.id ?? 0);
      if (!row) throw failure('notFound');
      const taken = await takeStep(engine, lectureApplySteps, 'sign', {
        keys: row.id,
        by: { kind: 'person', actor },
      });
      const held = await findRow(engine, engine.db, lecture, actor, row.lectureId);
      return {
        ...{
          count: taken.length,
          taken: taken.map(({ key, version, state }) => ({ key, version, state })),
          refused: [],
        },
        name: row.name,
        lectureName: held?.lectureName ?? '',
      };
    });
    handle(app, lectureCalls.signPicture, async ({ actor, query, reply }) => {
      const row = await findRow(engine, engine.db, lectureApply, actor, query.id);
      if (!row?.signCode) throw failure('notFound');
      return reply.type('image/svg+xml').send(renderSVG(row.signCode));
    });
  },
});

/** Server side of lectures: their places are no fewer than those that are taken. */
export const lectureServer = defineServer(lecture, {
  async before(db, changes) {
    const issues = await quotaIssues(
      db,
      changes,
      keys => sql`select lecture_id as key, count(*) as taken from t_lecture_apply
        where lecture_id = any(${[...keys]}::bigint[])
          and pay_status in (${lecturePayIs.pending}, ${lecturePayIs.paid}, ${lecturePayIs.free})
          and not deleted group by 1`,
    );
    return issues.map(one => ({ issues: one }));
  },
});
