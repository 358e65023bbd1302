import { registry } from '@yikao/model/datasets/index.ts';
import { issue } from '@yikao/model/kernel/issues.ts';
import { sql } from 'kysely';
import { type Change, defineServer, type Verdict } from '../../engine/server-side.ts';
import { column, type Db } from '../../engine/sql.ts';
import { examFacts, examPartner } from './exam-facts.ts';
import { freeCodes } from './registration-codes.ts';

const { areaAgent, examAgent, examArea, examInfo } = registry;

/** Sessions are set up and changed until numbers are given: from then on candidates hold papers that tell them. */
const lastOpenForSessions = 2;

/** Judges sessions: their year and province are those of the exam, and an exam that has numbers keeps its sessions. */
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
    if (matters && exam.examStatus > lastOpenForSessions && exam.examStatus !== 6) {
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
  reads: ['examId', 'dataYear', 'provinceId'],
  before: judgeSessions,
});

/** How many candidates are registered in an area of an exam, or by an agency, counted where they are. */
function registered(by: 'area_id' | 'agent_id') {
  return (alias: string) => sql`(
    select count(*)::integer from t_mock_student as sat
    where sat.exam_id = ${column(alias, 'exam_id')} and sat.${sql.id(by)} = ${column(alias, by)}
      and sat.reg_status = 1 and not sat.deleted)`;
}

/** Server side of the areas of exams. */
export const examAreaServer = defineServer(examArea, {
  expressions: { partnersId: examPartner, regNum: registered('area_id') },
});

/** Server side of the agencies of areas. */
export const areaAgentServer = defineServer(areaAgent, { expressions: { partnersId: examPartner } });

/** Server side of the agencies of exams: each has a registration code of its own. */
export const examAgentServer = defineServer(examAgent, {
  expressions: { partnersId: examPartner, regNum: registered('agent_id') },
  async beforeInsert(db, rows) {
    const codes = await freeCodes(db, rows.length);
    for (const [index, row] of rows.entries()) row.agentRegCode = codes[index];
  },
});
