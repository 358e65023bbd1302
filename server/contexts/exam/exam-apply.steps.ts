import type { registry } from '@yikao/model/contexts/datasets.ts';
import { examPayStatus, examResult } from '@yikao/model/contexts/exam/exam.codes.ts';
import { examApplySteps } from '@yikao/model/contexts/exam/exam-apply.machine.ts';
import { reviewStatus } from '@yikao/model/contexts/partner/partner.codes.ts';
import { orderStatus } from '@yikao/model/contexts/sales/sales.codes.ts';
import type { MachineRow } from '@yikao/model/kernel/steps.ts';
import { compare, sum } from '@yikao/model/rules/money.ts';
import { sql } from 'kysely';
import { recordFigures } from '../../engine/figures/figures.ts';
import { defineStepServer, type StepRow } from '../../engine/steps/step-server.ts';
import { codesOf } from '../../engine/table/codes-of.ts';
import type { Columns } from '../../engine/table/columns.ts';
import type { Db, Tx } from '../../engine/table/sql.ts';
import { feesOf, placeExamOrders } from './orders/place-exam-orders.ts';
import { lockExams } from './results/reopen-results.ts';
import { resultFigure } from './results/result-figure.ts';
import { resultOf, subjectMarks } from './results/subject-marks.ts';
import { newTicketNumbers } from './ticket-numbers.ts';
import { usersOf } from './users-of.ts';

const reviewIs = codesOf(reviewStatus);
const orderIs = codesOf(orderStatus);

type Apply = MachineRow<typeof examApplySteps>;
type Row = StepRow<Apply>;

/** Ticket numbers for the rows that have none, by key. */
async function ticketsFor(db: Tx, rows: readonly Row[]): Promise<ReadonlyMap<number, string>> {
  const tickets = new Map<number, string>();
  for (const [examId, of] of Map.groupBy(
    rows.filter(row => row.ticketNo === null),
    row => row.examId,
  )) {
    const numbers = await newTicketNumbers(db, examId, of.length);
    for (const [at, row] of of.entries()) tickets.set(row.rowKey, numbers[at] ?? '');
  }
  return tickets;
}

/** The rows whose exam is in none of these states. */
async function outside(db: Db, rows: readonly Row[], states: readonly number[]): Promise<Set<number>> {
  const found = await sql<Columns<typeof registry.onlineExam, 'examId'>>`
    select exam_id from t_online_exam
    where exam_id = any(${rows.map(row => row.examId)}::bigint[]) and exam_state = any(${[...states]}::integer[])`.execute(
    db,
  );
  const known = new Set(found.rows.map(({ examId }) => examId));
  return new Set(rows.filter(row => !known.has(row.examId)).map(row => row.rowKey));
}

/** No new number waits any more. */
const unclaimed = { claimMobile: null, claimFlag: 0 } as const;

/** The effects of the steps of an application (domain I5, 3.14). */
export const examApplyStepServer = defineStepServer(examApplySteps, {
  needs: {
    async room({ db, rows }) {
      const profs = [...new Set(rows.map(row => row.profId))];
      const found = await sql<Columns<typeof registry.examProf, 'id'> & { quota: number }>`
        select id, coalesce(quota, 0) as quota from t_exam_prof
        where id = any(${profs}::bigint[]) order by id for no key update`.execute(db);
      // Counted in a separate statement: it sees what the lock has waited for.
      const taken = await sql<Columns<typeof registry.examApply, 'profId'> & { taken: number }>`
        select prof_id, count(*)::integer as taken from t_exam_apply
        where prof_id = any(${profs}::bigint[]) and audit_status = ${reviewIs.approved}
          and not deleted group by 1`.execute(db);
      const left = new Map(
        found.rows.map(({ id, quota }) => [id, quota === 0 ? Number.POSITIVE_INFINITY : quota]),
      );
      for (const { profId, taken: n } of taken.rows) left.set(profId, (left.get(profId) ?? 0) - n);
      const full = new Set<number>();
      for (const row of rows) {
        const places = left.get(row.profId) ?? 0;
        if (places <= 0) full.add(row.rowKey);
        left.set(row.profId, places - 1);
      }
      return full;
    },
    async idle({ db, rows }) {
      const found = await sql<Columns<typeof registry.examOrder, 'applyId'>>`
        select apply_id from t_exam_order
        where apply_id = any(${rows.map(row => row.rowKey)}::bigint[]) and status = ${orderIs.pending}
          and not deleted`.execute(db);
      return new Set(found.rows.map(({ applyId }) => applyId));
    },
    open: ({ db, rows }) => outside(db, rows, [1, 2]),
    async ended({ db, rows }) {
      // Publishing waits until the decision is stored.
      await lockExams(db, [...new Set(rows.map(row => row.examId))]);
      return outside(db, rows, [4]);
    },
    async within({ db, rows, given }) {
      if (given.score === null || given.score === undefined) return new Set();
      const marks = await subjectMarks(
        db,
        rows.map(row => row.rowKey),
      );
      return new Set(
        rows
          .filter(
            row =>
              compare(String(given.score), sum((marks.get(row.rowKey) ?? []).map(of => of.fullScore))) > 0,
          )
          .map(row => row.rowKey),
      );
    },
  },
  effects: {
    async pass({ engine, db, rows, by }) {
      const fees = await feesOf(db, rows);
      const [paying, free] = [
        rows.filter(row => compare(fees.get(row.rowKey) ?? '0', '0') > 0),
        rows.filter(row => compare(fees.get(row.rowKey) ?? '0', '0') <= 0),
      ];
      if (paying.length > 0) await placeExamOrders(engine, db, paying, fees, by.actor);
      const tickets = await ticketsFor(db, free);
      const auditBy = by.actor.userId;
      return new Map([
        ...paying.map(row => [row.rowKey, { values: { auditBy } as Partial<Apply> }] as const),
        ...free.map(
          row =>
            [
              row.rowKey,
              {
                values: {
                  auditBy,
                  payStatus: examPayStatus.is.free,
                  ticketNo: tickets.get(row.rowKey) ?? row.ticketNo,
                } as Partial<Apply>,
              },
            ] as const,
        ),
      ]);
    },
    reject: async ({ rows, by }) =>
      new Map(rows.map(row => [row.rowKey, { values: { auditBy: by.actor.userId } }])),
    resubmit: async ({ rows }) => new Map(rows.map(row => [row.rowKey, { values: { auditRemark: null } }])),
    claim: async ({ rows }) => new Map(rows.map(row => [row.rowKey, { values: { claimFlag: 1 as const } }])),
    async takeNumber({ db, rows }) {
      const users = await usersOf(
        db,
        rows.map(row => row.claimMobile ?? ''),
      );
      return new Map(
        rows.map(row => {
          const mobile = row.claimMobile ?? row.mobile;
          const userId = row.userId ?? users.get(mobile) ?? null;
          return [row.rowKey, { values: { mobile, userId, ...unclaimed } }];
        }),
      );
    },
    keepNumber: async ({ rows }) => new Map(rows.map(row => [row.rowKey, { values: unclaimed }])),
    async bill({ engine, db, rows, by }) {
      await placeExamOrders(engine, db, rows, await feesOf(db, rows), by.actor);
    },
    async settle({ db, rows }) {
      const tickets = await ticketsFor(db, rows);
      return new Map(
        rows.map(row => [
          row.rowKey,
          { values: { payStatus: examPayStatus.is.paid, ticketNo: tickets.get(row.rowKey) ?? row.ticketNo } },
        ]),
      );
    },
    unsettle: async ({ rows }) =>
      new Map(
        rows.map(row => [row.rowKey, { values: { payStatus: examPayStatus.is.unpaid, ticketNo: null } }]),
      ),
    // A decision without marks keeps those that were worked out.
    async decide({ db, rows, given, now }) {
      const keys = rows.map(row => row.rowKey);
      await recordFigures(db, resultFigure, keys, now);
      return new Map(rows.map(row => [row.rowKey, { values: { score: given.score ?? row.score } }]));
    },
    reopen: async ({ rows }) =>
      new Map(rows.map(row => [row.rowKey, { values: { resultFlag: examResult.is.pending } }])),
    async judge({ db, rows, given, now }) {
      const marks = await subjectMarks(
        db,
        rows.map(row => row.rowKey),
      );
      const sat = [...marks.values()].flat().filter(of => of.sat);
      await sql`
        update t_exam_sitting as t set score = m.score, update_time = now()
        from unnest(${sat.map(of => of.applyId)}::bigint[], ${sat.map(of => of.subjectId)}::bigint[],
          ${sat.map(of => of.score)}::numeric[]) as m(apply_id, subject_id, score)
        where t.apply_id = m.apply_id and t.subject_id = m.subject_id and not t.deleted`.execute(db);
      const keys = rows.map(row => row.rowKey);
      await recordFigures(db, resultFigure, keys, now);
      return new Map(
        rows.map(row => {
          const { score, passes } = resultOf(marks.get(row.rowKey) ?? [], row.score, String(given.line));
          const resultFlag = passes ? (1 as const) : (2 as const);
          return [row.rowKey, { values: { score, resultFlag } }];
        }),
      );
    },
  },
});
