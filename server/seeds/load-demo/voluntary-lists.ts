import { registry } from '@yikao/model/contexts/datasets.ts';
import { generateList, usualRatio } from '@yikao/model/contexts/voluntary/rules/voluntary-list.ts';
import type { ListProgramme } from '@yikao/model/contexts/voluntary/voluntary.calls.ts';
import { shanghaiTime } from '@yikao/model/rules/data-year.ts';
import { sql } from 'kysely';
import { profileColumns } from '../../contexts/voluntary/list/candidate-facts.ts';
import { readBatchRules } from '../../contexts/voluntary/list/list-head.ts';
import {
  type ListOwner,
  toldOf,
  type Weighed,
  weighProgrammes,
} from '../../contexts/voluntary/list/programmes.ts';
import { keptOf } from '../../contexts/voluntary/list/sheet.ts';
import type { Columns } from '../../engine/table/columns.ts';
import type { Db } from '../../engine/table/sql.ts';
import { demoTeachers } from '../demo/people.ts';
import { insertStored, keysByName, type LoadContext } from '../load-rows.ts';

/** The batch that the demo programmes are of. */
const batch = 4;

/** States of the lists in turn: drafts, one of them empty, submitted, reviewed, sent back. */
const stories = [
  { status: 2, days: 12, auditRemark: '梯度合理，可按此填报' },
  { status: 1, days: 2 },
  { status: 3, days: 5, auditRemark: '保底志愿偏少，请补充省内院校' },
  { status: 0, days: 1 },
  { status: 0, days: 0, empty: true },
  { status: 2, days: 9 },
  { status: 1, days: 1 },
] as const;

const remark = '示例志愿表';

/** Programmes whose probability a candidate has asked for. */
const queries = 6;

type Candidate = Omit<ListOwner, 'batch' | 'compositeScore' | 'compositeRank'> & { readonly userId: number };

/**
 * Voluntary lists of demo candidates in every state, and the probabilities they queried (domain 7.3). Skipped without
 * such candidates, or without programmes for them.
 */
export async function loadDemoVoluntaryLists(context: LoadContext): Promise<void> {
  const { db, now } = context;
  const reviewer = await sql<Columns<typeof registry.adminUser, 'userId'>>`
    select user_id from t_admin_user where user_name in ('ops', 'admin')
    order by user_name desc limit 1`.execute(db);
  const auditBy = Number(reviewer.rows[0]?.userId ?? 0) || null;
  const teachers = await keysByName(db, registry.teacherPartners);
  const teacherId = demoTeachers.map(({ teacherName }) => teachers.get(teacherName)).find(Boolean) ?? null;
  for (const [at, candidate] of (await demoCandidates(db)).entries()) {
    const story = stories[at];
    if (!story) return;
    const owner: ListOwner = { ...candidate, batch, compositeScore: null, compositeRank: null };
    const programmes = await weighProgrammes(db, owner);
    const createTime = daysAgo(now, story.days);
    const items = 'empty' in story ? [] : await choicesOf(db, owner, programmes);
    const asked = spread(programmes);
    const told = await toldOf(db, owner, asked);
    await insertStored(context, registry.voluntaryList, [
      {
        ...listOf(owner, candidate.userId),
        items,
        teacherId,
        listStatus: story.status,
        auditRemark: 'auditRemark' in story ? story.auditRemark : null,
        auditBy: story.status >= 2 ? auditBy : null,
        auditTime: story.status >= 2 ? daysAgo(now, Math.max(0, story.days - 1)) : null,
        generateTime: items.length > 0 ? createTime : null,
        remark,
        createTime,
      },
    ]);
    await insertStored(
      context,
      registry.probRecord,
      asked.map((one, place) => recordOf(one, told[place]?.spread ?? null, candidate.userId, createTime)),
    );
  }
}

/** Programmes that a candidate asks about, from the surest to the least likely. */
function spread(programmes: readonly Weighed[]): Weighed[] {
  const told = programmes.filter(({ level, reason }) => level !== null && reason === null);
  const ordered = told.toSorted((one, other) => (other.standing ?? 0) - (one.standing ?? 0));
  const places = Array.from({ length: queries }, (_, at) =>
    Math.round((at * (ordered.length - 1)) / (queries - 1)),
  );
  return [...new Set(places)].flatMap(at => ordered[at] ?? []);
}

/** Candidates whose profile tells all that a list is made by, of provinces that have programmes. */
async function demoCandidates(db: Db): Promise<Candidate[]> {
  const found = await sql<Candidate>`
    select u.user_id, u.data_year, u.province_id, u.joint_category_id, u.aos, u.culture_score, u.prof_score,
      ${profileColumns(sql`u.data_year`)}, u.culture_rank, u.prof_rank
    from t_wish_user as u
    where u.culture_score is not null and u.prof_score is not null and u.aos is not null
      and exists (select from t_admission as d where d.data_year = u.data_year and d.province_id = u.province_id
        and d.joint_category_id = u.joint_category_id and (d.aos = u.aos or 3 in (d.aos, u.aos)) and d.batch = ${batch}
        and not d.deleted)
      and not exists (select from t_voluntary_list)
    order by u.province_id desc, u.prof_score + u.culture_score desc, u.user_id limit ${stories.length}`.execute(
    db,
  );
  return found.rows;
}

async function choicesOf(db: Db, owner: ListOwner, programmes: readonly Weighed[]) {
  const { quota, majors, archiveRule } = await readBatchRules(db, owner);
  const chosen = generateList(
    programmes.map(of => ({ ...of, probability: of.chance, told: of })),
    { quota: Math.min(quota ?? 0, 20), majors, archiveRule, ratio: usualRatio },
  );
  const told = await toldOf(
    db,
    owner,
    chosen.map(({ of }) => of.told),
  );
  return told.map((one, at) =>
    keptOf(
      one,
      (chosen[at]?.majors ?? []).map(major => major.profName),
      true,
    ),
  );
}

function listOf(owner: ListOwner, userId: number) {
  const { englishScore: _, chineseScore: __, subjects: ___, schoolExams: ____, ...stored } = owner;
  return { ...stored, userId };
}

function recordOf(one: Weighed, lines: ListProgramme['spread'], userId: number, createTime: string) {
  return {
    userId,
    admissionId: one.admissionId,
    score: one.score === null ? null : one.score.toFixed(2),
    rankNo: one.rank,
    probability: one.probability === null ? null : one.probability.toFixed(4),
    level: one.level,
    lineMin: lines?.min.toFixed(2) ?? null,
    lineMax: lines?.max.toFixed(2) ?? null,
    lineYears: lines?.years ?? null,
    algorithmId: one.algorithmId,
    createTime,
  };
}

function daysAgo(now: Date, days: number): string {
  return `${shanghaiTime(new Date(now.getTime() - days * 86_400_000)).slice(0, 10)} 10:30:00`;
}
