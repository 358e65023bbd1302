import { rankLevel } from '@yikao/model/contexts/admission/admission.codes.ts';
import { type RankAsk, rankCalls } from '@yikao/model/contexts/admission/rank.calls.ts';
import { registry } from '@yikao/model/contexts/datasets.ts';
import { failure } from '@yikao/model/errors.ts';
import { issue } from '@yikao/model/kernel/validate/issues.ts';
import { limits } from '@yikao/model/limits.ts';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import type { Engine } from '../../engine/engine.ts';
import { handle } from '../../engine/http/handle.ts';
import type { Actor } from '../../engine/scope/actor.ts';
import type { Columns } from '../../engine/table/columns.ts';
import { defineServer } from '../../engine/table/server-side.ts';
import { openChange } from '../../engine/write/change.ts';
import { updateLocked } from '../../engine/write/internal-write.ts';
import { lockRows } from '../../engine/write/lock-rows.ts';
import { transact } from '../../engine/write/transaction.ts';

const { rank } = registry;

/** Places of a row, in its ranking and among the schools of its province. */
interface Places {
  readonly rankId: number;
  readonly rankNo: number | null;
  readonly provinceRank: number | null;
}

/**
 * Calculates the ranks of a ranking from its points (domain 4.4): equal points share a rank, and the next one counts
 * all before it. Schools are ranked against each other, majors among those with the same name. A published rank is
 * kept, and counts within its province. Throws `unmetNeeds` for a ranking too large for one call.
 */
async function compute(
  engine: Engine,
  actor: Actor,
  { dataYear, categoryId, profName }: RankAsk,
): Promise<{ count: number; updated: number }> {
  return transact(engine.db, async db => {
    const change = await openChange(engine, db, rank, { actor, now: engine.clock.now() });
    const named = profName ?? null;
    const found = await sql<Columns<typeof registry.rank, 'rankId'>>`
      select rank_id from t_rank
      where data_year = ${dataYear} and category_id = ${categoryId} and not deleted
        and (${named}::text is null or yikao_fold(prof_name) = yikao_fold(${named}::text))
      limit ${limits.stepAllRows + 1}`.execute(db);
    if (found.rows.length > limits.stepAllRows) {
      throw failure('unmetNeeds', {
        params: {
          zh: `该排名超过 ${limits.stepAllRows} 行，请选择专业后分别计算`,
          en: `The ranking has more than ${limits.stepAllRows} rows; work it out one major at a time`,
        },
      });
    }
    const locked = await lockRows(
      engine,
      db,
      rank,
      found.rows.map(({ rankId }) => rankId),
      actor,
    );
    const worked = await sql<Places>`
      with scored as (
        select r.rank_id, r.level, yikao_fold(r.prof_name) as name, r.rank_score, s.province_id,
          case when r.rank_fixed = 1 then r.rank_no
            when r.rank_score is not null
            then rank() over (partition by r.level, yikao_fold(r.prof_name) order by r.rank_score desc nulls last) end as place
        from t_rank as r join t_school as s on s.school_id = r.school_id
        where r.rank_id = any(${locked.map(({ rowKey }) => rowKey)}::bigint[])
      )
      select rank_id, place::integer as rank_no,
        -- Within the province by points; a published place counts only where there are none.
        case when rank_score is not null then rank() over (
            partition by level, name, province_id order by rank_score desc nulls last)
          when place is not null then rank() over (
            partition by level, name, province_id order by place nulls last) end::integer as province_rank
      from scored`.execute(db);
    const places = new Map(worked.rows.map(row => [row.rankId, row]));
    const updates = locked.flatMap(row => {
      const to = places.get(row.rowKey);
      if (!to || (to.rankNo === row.rankNo && to.provinceRank === row.provinceRank)) return [];
      return [{ row, values: { rankNo: to.rankNo, provinceRank: to.provinceRank } }];
    });
    await updateLocked(engine, db, rank, updates, { by: actor, change });
    const count = worked.rows.filter(({ rankNo }) => rankNo !== null).length;
    return { count, updated: updates.length };
  });
}

function routes(app: FastifyInstance, engine: Engine): void {
  handle(app, rankCalls.compute, ({ actor, body }) => compute(engine, actor, body));
}

/** Server side of the rankings: a rank entered by a person counts as published and is kept. */
export const rankServer = defineServer(rank, {
  reads: ['rankNo', 'rankFixed', 'level', 'profName'],
  normalise({ rankNo, rankFixed, level, profName }, _, before) {
    const given = rankNo !== null && rankNo !== undefined;
    const stands = before !== undefined && before.rankNo === rankNo && rankFixed !== 1;
    const fixed: 0 | 1 = given && !stands ? 1 : 0;
    return {
      ...(fixed !== rankFixed && { rankFixed: fixed }),
      ...(level === rankLevel.is.school && profName && { profName: null }),
    };
  },
  before: async (_, changes) =>
    changes.map(({ row: { level, profName } }) =>
      level === rankLevel.is.major && !profName
        ? {
            issues: [
              issue('profName', 'rule', {
                zh: '专业排名必须填写专业',
                en: 'A ranking of majors needs the major',
              }),
            ],
          }
        : {},
    ),
  routes,
});
