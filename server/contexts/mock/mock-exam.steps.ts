import type { registry } from '@yikao/model/contexts/datasets.ts';
import { mockExamSteps } from '@yikao/model/contexts/mock/mock-exam.machine.ts';
import { enable } from '@yikao/model/contexts/shared/shared.codes.ts';
import { shanghaiTime } from '@yikao/model/rules/data-year.ts';
import { isSeatPattern } from '@yikao/model/rules/ticket-number.ts';
import { sql } from 'kysely';
import { defineStepServer } from '../../engine/steps/step-server.ts';
import { codesOf } from '../../engine/table/codes-of.ts';
import type { Columns } from '../../engine/table/columns.ts';
import { type Db, readKeys } from '../../engine/table/sql.ts';
import { freeCodes } from './orders/registration-codes.ts';
import { patternOf } from './seats/arrangement-rules.ts';
import { markReleased } from './seats/ticket-numbers.ts';

const enableIs = codesOf(enable);

/** The exams without a row in the table that meets the condition. */
async function without(db: Db, examIds: readonly number[], table: 't_exam_info' | 't_exam_area') {
  const enabled = table === 't_exam_area' ? sql`and x.status = ${enableIs.enabled}` : sql``;
  const found = await readKeys(
    db,
    sql`select e.id as key from unnest(${[...examIds]}::bigint[]) as e(id)
      where not exists (select 1 from ${sql.table(table)} as x where x.exam_id = e.id and not x.deleted ${enabled})`,
  );
  return new Set(found);
}

/** The effects of the steps of a mock exam (domain 3.7). */
export const mockExamStepServer = defineStepServer(mockExamSteps, {
  needs: {
    sessions: ({ db, rows }) =>
      without(
        db,
        rows.map(row => row.rowKey),
        't_exam_info',
      ),
    areas: ({ db, rows }) =>
      without(
        db,
        rows.map(row => row.rowKey),
        't_exam_area',
      ),
    async later({ rows, given, now }) {
      const until = String(given.until ?? '');
      return until > shanghaiTime(now) ? new Set() : new Set(rows.map(row => row.rowKey));
    },
    async unnumbered({ db, rows }) {
      const found = await sql<Columns<typeof registry.ticket, 'examId'>>`
        select distinct exam_id from t_ticket
        where exam_id = any(${rows.map(row => row.rowKey)}::bigint[]) and not deleted`.execute(db);
      return new Set(found.rows.map(({ examId }) => examId));
    },
  },
  effects: {
    async reopen({ rows, given }) {
      return new Map(rows.map(row => [row.rowKey, { values: { regEndTime: given.until } }]));
    },
    async refreshCode({ db, rows }) {
      const codes = await freeCodes(db, rows.length);
      return new Map(rows.map((row, index) => [row.rowKey, { values: { regCode: codes[index] ?? null } }]));
    },
    async disarrange({ db, rows }) {
      const outcomes = new Map<number, { to: 'numbered' | 'closed' }>();
      for (const { rowKey } of rows) {
        // Numbers that contain the seat were assigned after the arrangement.
        const ticketPattern = await patternOf(db, rowKey);
        outcomes.set(rowKey, { to: isSeatPattern(ticketPattern) ? 'closed' : 'numbered' });
        await markReleased(db, rowKey, false);
      }
      return outcomes;
    },
    async publish({ rows }) {
      return new Map(rows.map(row => [row.rowKey, { values: { publishFlag: 1 as const } }]));
    },
    async unpublish({ rows }) {
      return new Map(rows.map(row => [row.rowKey, { values: { publishFlag: 0 as const } }]));
    },
  },
});
