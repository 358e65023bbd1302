import { registry } from '@yikao/model/datasets/index.ts';
import { shanghaiTime } from '@yikao/model/rules/data-year.ts';
import { generateList, usualRatio } from '@yikao/model/rules/voluntary-list.ts';
import { sql } from 'kysely';
import { readBatchRules } from '../datasets/voluntary/list-head.ts';
import { type ListOwner, type Weighed, weighProgrammes } from '../datasets/voluntary/programmes.ts';
import { keptOf } from '../datasets/voluntary/sheet.ts';
import type { Db } from '../engine/sql.ts';
import { demoTeachers } from './demo/people.ts';
import { insertStored, keysByName, type LoadContext } from './load-rows.ts';

/** The batch that the demo programmes are of. */
const batch = 4;

/** States of the lists in turn: drafts of which one is empty, handed in, reviewed, sent back. */
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

type Candidate = Omit<ListOwner, 'batch' | 'compositeScore' | 'compositeRank'> & { readonly userId: number };

/**
 * Voluntary lists of demo candidates in every state, and probabilities that they asked for (domain 7.3). Where there are no
 * such candidates, or no programmes for them, there are none.
 */
export async function loadDemoVoluntaryLists(context: LoadContext): Promise<void> {
  const { db, now } = context;
  const reviewer = await sql<{ userId: number }>`
    select user_id as "userId" from t_admin_user where user_name in ('ops', 'admin')
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
      programmes
        .filter((one, index) => one.level !== null && index % 5 === 0)
        .slice(0, 6)
        .map(one => recordOf(one, candidate.userId, createTime)),
    );
  }
}

/** Candidates whose profile tells all that a list is made by, of provinces that have programmes. */
async function demoCandidates(db: Db): Promise<Candidate[]> {
  const found = await sql<Candidate>`
    select u.user_id::integer as "userId", u.data_year as "dataYear", u.province_id::integer as "provinceId",
      u.joint_category_id::integer as "jointCategoryId", u.aos, u.culture_score::text as "cultureScore",
      u.prof_score::text as "profScore", u.english_score::text as "englishScore",
      u.chinese_score::text as "chineseScore", u.culture_rank as "cultureRank", u.prof_rank as "profRank"
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
  return chosen.map(({ of, majors: named }) =>
    keptOf(
      of.told,
      named.map(one => one.profName),
      true,
    ),
  );
}

function listOf(owner: ListOwner, userId: number) {
  const { englishScore: _, chineseScore: __, ...stored } = owner;
  return { ...stored, userId };
}

function recordOf(one: Weighed, userId: number, createTime: string) {
  return {
    userId,
    admissionId: one.admissionId,
    score: one.score === null ? null : one.score.toFixed(2),
    rankNo: one.rank,
    probability: one.probability === null ? null : one.probability.toFixed(4),
    level: one.level,
    algorithmId: one.algorithmId,
    createTime,
  };
}

function daysAgo(now: Date, days: number): string {
  return `${shanghaiTime(new Date(now.getTime() - days * 86_400_000)).slice(0, 10)} 10:30:00`;
}
