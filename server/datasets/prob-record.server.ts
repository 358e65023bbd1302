import { type ListProgramme, voluntaryCalls } from '@yikao/model/calls/voluntary.ts';
import { registry } from '@yikao/model/datasets/index.ts';
import { failure } from '@yikao/model/errors.ts';
import { label } from '@yikao/model/kernel/label.ts';
import { type SqlBool, sql } from 'kysely';
import type { Actor } from '../engine/actor.ts';
import type { Engine } from '../engine/engine.ts';
import { handle } from '../engine/http/handle.ts';
import { findRow } from '../engine/info.ts';
import { insertRows } from '../engine/internal-write.ts';
import { defineServer } from '../engine/server-side.ts';
import { useUp } from './usage.ts';
import { assertOpen } from './voluntary/open-days.ts';
import { type ListOwner, toldOf, type Weighed, weighProgrammes } from './voluntary/programmes.ts';

const { probRecord, wishUser } = registry;

/** A candidate as chances are told of him, for a programme of some batch. */
type Asked = Omit<ListOwner, 'batch'> & { readonly userId: number };

/**
 * Tells a candidate's chances of some programmes of his province, year and category, counts each as one use, and
 * keeps what was told (domain D17, E3, 4.8). All of them are told or none.
 *
 * @throws `notFound` for a candidate or a programme out of reach, `unmetNeeds` where the profile lacks what a chance is
 * worked out by, outside the days of queries, and without a use left.
 */
async function query(
  engine: Engine,
  actor: Actor,
  { userId, admissionIds }: { userId: number; admissionIds: readonly number[] },
): Promise<ListProgramme[]> {
  const asked = await readCandidate(engine, actor, userId);
  const ids = [...new Set(admissionIds)];
  return engine.db.transaction().execute(async db => {
    const { dataYear, provinceId } = asked;
    await assertOpen(db, 2, { dataYear, provinceId }, engine.clock.now());
    const batches = await sql<{ batch: number }>`
      select distinct batch::integer as batch from t_admission
      where data_id = any(${ids}::bigint[]) and not deleted`.execute(db);
    const told: Weighed[] = [];
    for (const { batch } of batches.rows) {
      const filter = sql<SqlBool>`d.data_id = any(${ids}::bigint[])`;
      told.push(...(await weighProgrammes(db, { ...asked, batch }, filter)));
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
    return told.map(toldOf);
  });
}

/** The record of a chance: the answer to the candidate, and its basis. */
function recordOf(userId: number, one: Weighed) {
  return {
    userId,
    admissionId: one.admissionId,
    score: one.score === null ? null : one.score.toFixed(2),
    rankNo: one.rank,
    probability: one.probability === null ? null : one.probability.toFixed(4),
    level: one.level,
    algorithmId: one.algorithmId,
  };
}

async function readCandidate(engine: Engine, actor: Actor, userId: number): Promise<Asked> {
  if (!(await findRow(engine, engine.db, wishUser, actor, userId))) throw failure('notFound');
  const found = await sql<{ [K in keyof Asked]: Asked[K] | null }>`
    select user_id::integer as "userId", data_year as "dataYear", province_id::integer as "provinceId",
      joint_category_id::integer as "jointCategoryId", aos, culture_score::text as "cultureScore",
      prof_score::text as "profScore", english_score::text as "englishScore", chinese_score::text as "chineseScore",
      null as "compositeScore", culture_rank as "cultureRank", prof_rank as "profRank", null as "compositeRank"
    from t_wish_user where user_id = ${userId}`.execute(engine.db);
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
  return { ...row, userId, dataYear, provinceId, jointCategoryId, aos };
}

/** Server side of the records of probabilities: the query that writes them. */
export const probRecordServer = defineServer(probRecord, {
  routes: (app, engine) => {
    handle(app, voluntaryCalls.query, ({ actor, body }) => query(engine, actor, body));
  },
});
