import { registry } from '@yikao/model/contexts/datasets.ts';
import { mockExamStatus, mockRegStatus } from '@yikao/model/contexts/mock/mock.codes.ts';
import { issue } from '@yikao/model/kernel/validate/issues.ts';
import { sql } from 'kysely';
import { codesOf } from '../../engine/table/codes-of.ts';
import type { Columns } from '../../engine/table/columns.ts';
import { type Change, defineServer, type Verdict } from '../../engine/table/server-side.ts';
import { column, type Db } from '../../engine/table/sql.ts';
import { enabled } from '../shared/enabled.ts';
import { quotaIssues } from '../shared/quota.ts';
import { examFacts, examPartner } from './exam-facts.ts';
import { freeCodes } from './orders/registration-codes.ts';
import { refused } from './seats/arrangement-rules.ts';

const mockRegIs = codesOf(mockRegStatus);

const { areaAgent, examAgent, examArea, examInfo } = registry;

/** Sessions may change until numbers are given: from then on candidates hold papers that show them. */
const lastOpenForSessions = mockExamStatus.is.closed;

/** Checks sessions: their year and province are those of the exam, and an exam with numbers keeps its sessions. */
async function judgeSessions(
  db: Db,
  changes: readonly Change<typeof examInfo.fields>[],
): Promise<Verdict<typeof examInfo.fields>[]> {
  const exams = await examFacts(
    db,
    changes.map(({ row }) => row.examId),
  );
  return changes.map(({ row, key, values }) => {
    const exam = exams.get(Number(row.examId));
    if (!exam) return {};
    if (exam.dataYear !== row.dataYear || exam.provinceId !== Number(row.provinceId)) {
      return {
        issues: [
          issue('examId', 'rule', {
            zh: '年份和省份必须与考试一致',
            en: 'Year and province must be those of the exam',
          }),
        ],
      };
    }
    const counts = ['jointCategoryId', 'fullScore', 'passScore', 'weight'] as const;
    const matters = key === undefined || counts.some(name => Object.hasOwn(values, name));
    if (matters && exam.examStatus > lastOpenForSessions && exam.examStatus !== mockExamStatus.is.scoring) {
      return {
        issues: [
          issue('examId', 'rule', {
            zh: '考试已编号，科目、满分和权重不能再改',
            en: 'The exam has its numbers: sessions, full marks and weights stay as they are',
          }),
        ],
      };
    }
    return {};
  });
}

/** Server side of the sessions of exams. */
export const examInfoServer = defineServer(examInfo, {
  expressions: { partnersId: examPartner },
  reads: ['examId', 'dataYear', 'provinceId'],
  before: judgeSessions,
});

/** The number of candidates registered in an exam's area, or through an agency. */
function registered(by: 'area_id' | 'agent_id') {
  return (alias: string) => sql`(
    select count(*)::integer from t_mock_student as sat
    where sat.exam_id = ${column(alias, 'exam_id')} and sat.${sql.id(by)} = ${column(alias, by)}
      and sat.reg_status = ${mockRegIs.registered} and not sat.deleted)`;
}

/** The number of rooms in use of an area of an exam. */
function rooms(alias: string) {
  return sql`(
    select count(*)::integer from t_mock_room as hall
    where hall.exam_id = ${column(alias, 'exam_id')} and hall.area_id = ${column(alias, 'area_id')}
      and hall.status = ${enabled} and not hall.deleted)`;
}

/** Judges areas of exams: ticket numbers tell the number of their area, so it stays once there are any. */
async function judgeAreas(
  db: Db,
  changes: readonly Change<typeof examArea.fields>[],
): Promise<Verdict<typeof examArea.fields>[]> {
  const renumbered = changes.flatMap(({ key, values }) =>
    key !== undefined && Object.hasOwn(values, 'areaNo') ? [key] : [],
  );
  if (renumbered.length === 0) return changes.map(() => ({}));
  const found = await sql<Columns<typeof examArea, 'id'>>`
    select x.id from t_exam_area as x
    where x.id = any(${renumbered}::bigint[]) and exists (
      select 1 from t_ticket as t where t.exam_id = x.exam_id and t.area_id = x.area_id and not t.deleted)`.execute(
    db,
  );
  const numbered = new Set(found.rows.map(({ id }) => id));
  return changes.map(({ key }) =>
    key !== undefined && numbered.has(key)
      ? {
          issues: [
            issue('areaNo', 'rule', {
              zh: '该考区已生成准考证号，考区号不能再改，如需修改请先重置准考证号',
              en: 'Ticket numbers of the area have been given: its number stays until they are taken back',
            }),
          ],
        }
      : {},
  );
}

/** The query of the places of areas or agencies of exams that are taken: registered, or yet to pay. */
const placesTaken = (of: 'area' | 'agent') => (keys: readonly number[]) =>
  sql`
  select x.id as key, count(*) as taken from ${sql.table(`t_exam_${of}`)} as x
    join t_mock_student as s on s.exam_id = x.exam_id and ${column('s', `${of}_id`)} = ${column('x', `${of}_id`)}
      and s.reg_status in (${mockRegIs.pending}, ${mockRegIs.registered}) and not s.deleted
  where x.id = any(${[...keys]}::bigint[]) group by x.id`;

/** Throws `unmetNeeds` if an area removed from an exam has candidates. */
async function assertEmpty(db: Db, keys: readonly number[]): Promise<void> {
  const found = await sql`
    select 1 from t_exam_area as x join t_mock_student as s on s.exam_id = x.exam_id and s.area_id = x.area_id
    where x.id = any(${[...keys]}::bigint[]) and s.reg_status in (${mockRegIs.pending}, ${mockRegIs.registered})
      and not s.deleted limit 1`.execute(db);
  if (found.rows.length > 0)
    throw refused(
      '该考区已有考生报名，不能删除；如不再接受报名，请停用',
      'Candidates are registered in this area: disable it instead of deleting it',
    );
}

/** Server side of the areas of exams. */
export const examAreaServer = defineServer(examArea, {
  expressions: { partnersId: examPartner, regNum: registered('area_id'), roomNum: rooms },
  async before(db, changes) {
    const [verdicts, quotas] = [
      await judgeAreas(db, changes),
      await quotaIssues(db, changes, placesTaken('area')),
    ];
    return verdicts.map((verdict, at) => ({
      ...verdict,
      issues: [...(verdict.issues ?? []), ...(quotas[at] ?? [])],
    }));
  },
  changed: (db, keys, what) => (what === 'deleted' ? assertEmpty(db, keys) : Promise.resolve()),
});

/** Server side of the agencies of areas. */
export const areaAgentServer = defineServer(areaAgent, { expressions: { partnersId: examPartner } });

/** Server side of the agencies of exams: each has its own registration code. */
export const examAgentServer = defineServer(examAgent, {
  expressions: { partnersId: examPartner, regNum: registered('agent_id') },
  async before(db, changes) {
    const quotas = await quotaIssues(db, changes, placesTaken('agent'));
    return quotas.map(issues => ({ issues }));
  },
  async beforeInsert(db, rows) {
    const codes = await freeCodes(db, rows.length);
    for (const [index, row] of rows.entries()) row.agentRegCode = codes[index];
  },
});
