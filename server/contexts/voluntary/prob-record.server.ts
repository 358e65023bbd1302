import { registry } from '@yikao/model/contexts/datasets.ts';
import { type ListProgramme, voluntaryCalls } from '@yikao/model/contexts/voluntary/voluntary.calls.ts';
import { failure } from '@yikao/model/errors.ts';
import type { DraftOf } from '@yikao/model/kernel/dataset.ts';
import { label } from '@yikao/model/kernel/label.ts';
import { type SqlBool, sql } from 'kysely';
import type { Engine } from '../../engine/engine.ts';
import { handle } from '../../engine/http/handle.ts';
import { findRow } from '../../engine/read/info.ts';
import type { Actor } from '../../engine/scope/actor.ts';
import type { Columns } from '../../engine/table/columns.ts';
import { defineServer } from '../../engine/table/server-side.ts';
import { column } from '../../engine/table/sql.ts';
import { insertRows } from '../../engine/write/internal-write.ts';
import { transact } from '../../engine/write/transaction.ts';
import { useUp } from '../sales/usage.ts';
import { profileColumns } from './list/candidate-facts.ts';
import { assertOpen } from './list/open-days.ts';
import { type ListOwner, toldOf, type Weighed, weighProgrammes } from './list/programmes.ts';

const { probRecord, wishUser } = registry;

/** A candidate for the calculation of probabilities, for a programme of any batch. */
interface Asked extends Omit<ListOwner, 'batch'> {
  readonly userId: number;
  /** Further categories with their professional scores (0.7, 23). */
  readonly categories: readonly CategoryScore[];
}

/** A further category of a candidate. */
interface CategoryScore {
  readonly jointCategoryId: number;
  readonly profScore: string | null;
  readonly profRank: number | null;
}

/** A weighed programme with the answer about it. */
interface Told {
  readonly weighed: Weighed;
  readonly answer: ListProgramme;
}

/** The candidate with the professional score of a category; undefined if the candidate does not sit for it. */
function ofCategory(asked: Asked, jointCategoryId: number): Asked | undefined {
  if (asked.jointCategoryId === jointCategoryId) return asked;
  const other = asked.categories.find(one => one.jointCategoryId === jointCategoryId);
  return other && { ...asked, ...other };
}

/**
 * Returns a candidate's probabilities for programmes of their province, year and category, counts each as one use, and
 * records the answers (domain D17, E3, 4.8). All or none.
 *
 * @throws `notFound` for a candidate or a programme out of reach, `unmetNeeds` if the profile lacks required values,
 * outside the days of queries, and without a remaining use.
 */
async function query(
  engine: Engine,
  actor: Actor,
  { userId, admissionIds }: { userId: number; admissionIds: readonly number[] },
): Promise<ListProgramme[]> {
  const asked = await readCandidate(engine, actor, userId);
  const ids = [...new Set(admissionIds)];
  return transact(engine.db, async db => {
    const { dataYear, provinceId } = asked;
    await assertOpen(db, 2, { dataYear, provinceId }, engine.clock.now());
    const plans = await sql<Columns<typeof registry.admission, 'batch' | 'jointCategoryId'>>`
      select distinct batch, joint_category_id from t_admission
      where data_id = any(${ids}::bigint[]) and not deleted`.execute(db);
    const told: Told[] = [];
    for (const { batch, jointCategoryId: category } of plans.rows) {
      const own = ofCategory(asked, category);
      if (!own) continue;
      const filter = sql<SqlBool>`d.data_id = any(${ids}::bigint[])`;
      const weighed = await weighProgrammes(db, { ...own, batch }, filter);
      const answers = await toldOf(db, { ...own, batch }, weighed);
      told.push(
        ...weighed.flatMap((one, at) => (answers[at] ? [{ weighed: one, answer: answers[at] }] : [])),
      );
    }
    if (told.length < ids.length) throw failure('notFound');
    for (const _ of told) await useUp(engine, db, { userId, dataYear, provinceId, use: 'probability' });
    await insertRows(
      engine,
      db,
      probRecord,
      told.map(one => recordOf(userId, one)),
      { by: actor },
    );
    return told.map(({ answer }) => answer);
  });
}

/** The record of a chance: the answer to the candidate, and its basis. */
function recordOf(userId: number, { weighed: one, answer: { spread } }: Told): DraftOf<typeof probRecord> {
  return {
    userId,
    admissionId: one.admissionId,
    score: one.score === null ? null : one.score.toFixed(2),
    rankNo: one.rank,
    rankPast: one.rankPast ? 1 : 0,
    probability: one.probability === null ? null : one.probability.toFixed(4),
    level: one.level,
    lineMin: spread?.min.toFixed(2) ?? null,
    lineMax: spread?.max.toFixed(2) ?? null,
    lineYears: spread?.years ?? null,
    unscaled: one.unscaled ? 1 : 0,
    unchecked: one.unchecked.length > 0 ? 1 : 0,
    algorithmId: one.algorithmId,
  };
}

async function readCandidate(engine: Engine, actor: Actor, userId: number): Promise<Asked> {
  if (!(await findRow(engine, engine.db, wishUser, actor, userId))) throw failure('notFound');
  const found = await sql<{ [K in keyof Asked]: Asked[K] | null }>`
    select u.user_id, u.data_year, u.province_id, u.joint_category_id, u.aos, u.culture_score, u.prof_score,
      ${profileColumns(sql`u.data_year`)}, null as composite_score, u.culture_rank, u.prof_rank, null as composite_rank,
      coalesce((select jsonb_agg(jsonb_build_object('jointCategoryId', c.joint_category_id,
          'profScore', c.prof_score::text, 'profRank', c.prof_rank) order by c.id)
        from t_user_category as c where c.user_id = u.user_id and c.data_year = u.data_year
          and c.province_id = u.province_id and not c.deleted), '[]') as categories
    from t_wish_user as u where u.user_id = ${userId}`.execute(engine.db);
  const [row] = found.rows;
  const { dataYear, provinceId, jointCategoryId, aos } = row ?? {};
  if (!row || !dataYear || !provinceId || !jointCategoryId || !aos) {
    throw failure('unmetNeeds', {
      params: {
        ...label(
          '考生资料不完整：请先填写省份、高考年份、统考类别和科类',
          'Complete the profile first: province, year, joint category, and arts or science',
        ),
      },
    });
  }
  const { schoolExams, categories } = row;
  return {
    ...row,
    ...{ userId, dataYear, provinceId, jointCategoryId, aos },
    ...{ schoolExams: schoolExams ?? [], categories: categories ?? [] },
  };
}

/** Server side of the records of probabilities: the query that writes them. */
export const probRecordServer = defineServer(probRecord, {
  expressions: {
    schoolName: alias => sql`(select school.school_name from t_admission as plan
      join t_school as school on school.school_id = plan.school_id
      where plan.data_id = ${column(alias, 'admission_id')})`,
  },
  routes: (app, engine) => {
    handle(app, voluntaryCalls.query, ({ actor, body }) => query(engine, actor, body));
  },
});
