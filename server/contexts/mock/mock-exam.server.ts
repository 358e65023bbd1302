import { registry } from '@yikao/model/contexts/datasets.ts';
import { mockFileCalls } from '@yikao/model/contexts/mock/calls/mock-files.calls.ts';
import { mockProgressCalls } from '@yikao/model/contexts/mock/calls/mock-progress.calls.ts';
import { failure } from '@yikao/model/errors.ts';
import type { AnyDataset } from '@yikao/model/kernel/dataset.ts';
import { issue } from '@yikao/model/kernel/validate/issues.ts';
import { sql } from 'kysely';
import type { Engine } from '../../engine/engine.ts';
import { outdatedCount } from '../../engine/figures/figures.ts';
import { handle } from '../../engine/http/handle.ts';
import { startExport, startImport } from '../../engine/jobs/start.ts';
import type { Columns } from '../../engine/table/columns.ts';
import { defineServer } from '../../engine/table/server-side.ts';
import { column, type Db, type Tx } from '../../engine/table/sql.ts';
import { progressOf } from './exam-progress.ts';
import { marksChanged, mockResultFigure } from './marks/outdated-marks.ts';
import { freeCodes } from './orders/registration-codes.ts';
import { numberedBySeat } from './seats/arrangement-rules.ts';

const { examAgent, mockExam } = registry;

/** Exam numbers within a year and province have at most three digits (amendment 15). */
const highestNo = 999;

/** The highest exam number of a province in a year, including deleted exams: numbers are not reused. */
async function highestExamNo(db: Tx, dataYear: number, provinceId: number): Promise<number> {
  // Held until the transaction ends, so that two exams created at once get different numbers.
  await sql`select pg_advisory_xact_lock(hashtext('mockExam.examNo'), ${dataYear * 1000 + (provinceId % 1000)}::integer)`.execute(
    db,
  );
  const found = await sql<{ no: number }>`
    select coalesce(max(exam_no), 0)::integer as no from t_mock_exam
    where data_year = ${dataYear} and province_id = ${provinceId}`.execute(db);
  return found.rows[0]?.no ?? 0;
}

/** The tables of an exam that have files (domain H6). */
const baseTables: readonly AnyDataset[] = [mockExam, examAgent];

/** The one of {@link baseTables} with this number. Throws `notFound`. */
function baseTable({ tableId }: { readonly tableId: number }): AnyDataset {
  const table = baseTables.find(one => one.tableId === tableId);
  if (!table) throw failure('notFound');
  return table;
}

/** Exams of these that have marks. */
async function withMarks(db: Db, examIds: readonly number[]): Promise<ReadonlySet<number>> {
  if (examIds.length === 0) return new Set();
  const found = await sql<Columns<typeof registry.mockScore, 'examId'>>`
    select distinct exam_id from t_mock_score
    where exam_id = any(${[...examIds]}::bigint[]) and not deleted`.execute(db);
  return new Set(found.rows.map(({ examId }) => examId));
}

/** Published totals and places depend on the registered candidates and on the sessions. */
function resultsChange(engine: Engine, db: Tx, { rows }: { readonly rows: readonly { examId: number }[] }) {
  return marksChanged(engine, db, [...new Set(rows.map(row => row.examId))]);
}

/** Server side of the mock exams: number and registration code of a new one, and the categories of its sessions. */
export const mockExamServer = defineServer(mockExam, {
  expressions: {
    outdatedNum: alias => outdatedCount(mockResultFigure, column(alias, 'exam_id')),
    seatPattern: alias => numberedBySeat(column(alias, 'exam_id')),
    categoryNames: alias => sql`(
      select string_agg(distinct cat.joint_category_name, '、')
      from t_exam_info as info join t_joint_category as cat on cat.joint_category_id = info.joint_category_id
        and cat.data_year = info.data_year and cat.province_id = info.province_id and not cat.deleted
      where info.exam_id = ${column(alias, 'exam_id')} and not info.deleted)`,
  },
  routes(app, engine) {
    handle(app, mockProgressCalls.progress, ({ actor, query }) => progressOf(engine, actor, query.examId));
    handle(app, mockFileCalls.importBase, ({ actor, body }) =>
      startImport(engine, baseTable(body), actor, 'import', body),
    );
    handle(app, mockFileCalls.exportBase, ({ actor, body }) =>
      startExport(engine, baseTable(body), actor, body),
    );
  },
  on: {
    'mockStudent.update': resultsChange,
    'mockStudent.delete': resultsChange,
    'mockStudent.restore': resultsChange,
    'mockStudent.register': resultsChange,
    'mockStudent.refund': resultsChange,
    'examInfo.add': resultsChange,
    'examInfo.update': resultsChange,
    'examInfo.delete': resultsChange,
    'examInfo.restore': resultsChange,
  },
  reads: ['doubleEntry'],
  async before(db, changes) {
    const opens = changes.flatMap(({ key, row, before }) =>
      key !== undefined && before?.doubleEntry === 1 && row.doubleEntry !== 1 ? [key] : [],
    );
    const held = await withMarks(db, opens);
    // Double entries are hidden from each other, so switching back to single entry must not reveal them.
    return changes.map(({ key }) =>
      key !== undefined && held.has(key)
        ? {
            issues: [
              issue('doubleEntry', 'rule', {
                zh: '已录入成绩，不能取消双人录分',
                en: 'Marks have been entered: the second entry can no longer be given up',
              }),
            ],
          }
        : {},
    );
  },
  async beforeInsert(db, rows) {
    const codes = await freeCodes(db, rows.length);
    const last = new Map<string, number>();
    for (const [index, row] of rows.entries()) {
      row.regCode = codes[index];
      const { dataYear, provinceId } = row;
      if (!dataYear || !provinceId) continue;
      const place = `${dataYear} ${provinceId}`;
      const examNo = (last.get(place) ?? (await highestExamNo(db, dataYear, provinceId))) + 1;
      if (examNo > highestNo) {
        throw failure('unmetNeeds', {
          params: {
            zh: `该省该年的考试已达 ${highestNo} 场，不能再新增`,
            en: `The province has had ${highestNo} exams this year, and can have no more`,
          },
        });
      }
      last.set(place, examNo);
      row.examNo = examNo;
    }
  },
});
