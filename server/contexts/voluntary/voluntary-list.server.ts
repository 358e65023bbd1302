import { registry } from '@yikao/model/contexts/datasets.ts';
import { voluntaryCalls } from '@yikao/model/contexts/voluntary/voluntary.calls.ts';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import type { Engine } from '../../engine/engine.ts';
import { handle } from '../../engine/http/handle.ts';
import type { Columns } from '../../engine/table/columns.ts';
import { type Change, defineServer, type Verdict } from '../../engine/table/server-side.ts';
import { type Db, nextValues } from '../../engine/table/sql.ts';
import { candidatesOf } from './list/candidates.ts';
import { generate, saveItems, sheetOf } from './list/sheet.ts';

const { voluntaryList } = registry;

/** The further calls of voluntary lists. */
function voluntaryRoutes(app: FastifyInstance, engine: Engine): void {
  handle(app, voluntaryCalls.sheet, ({ actor, query }) => sheetOf(engine, actor, query.listId));
  handle(app, voluntaryCalls.candidates, ({ actor, query: { listId, ...filter }, page }) =>
    candidatesOf(engine, actor, listId, filter, page),
  );
  handle(app, voluntaryCalls.generate, ({ actor, body }) => generate(engine, actor, body));
  handle(app, voluntaryCalls.save, ({ actor, body }) => saveItems(engine, actor, body));
}

/** Compares scores as numbers: a form may send `255` for `255.00`. */
const sameScore = (one: string, other: string | null) => other !== null && Number(one) === Number(other);

type ListFields = (typeof voluntaryList)['fields'];

/** The result of a candidate in the first category. */
type FirstCategory = Columns<typeof registry.wishUser, 'profScore' | 'profRank'>;

/**
 * The professional scores of lists for a further category of the candidate (0.7, 23): the values of that category, where
 * a list has none, or still those of the candidate's first category that the form begins with.
 */
async function professionalScores(
  db: Db,
  changes: readonly Change<ListFields>[],
): Promise<readonly Verdict<ListFields>[]> {
  const found = await sql<
    Columns<typeof registry.userCategory, 'userId' | 'jointCategoryId' | 'profScore' | 'profRank'> & {
      firstScore: FirstCategory['profScore'];
      firstRank: FirstCategory['profRank'];
    }
  >`
    select c.user_id, c.joint_category_id, c.prof_score, c.prof_rank,
      u.prof_score as first_score, u.prof_rank as first_rank
    from t_user_category as c join t_wish_user as u
      on u.user_id = c.user_id and c.data_year = u.data_year and c.province_id = u.province_id
    where c.user_id = any(${changes.map(({ row }) => row.userId ?? 0)}::bigint[]) and not c.deleted`.execute(
    db,
  );
  const of = new Map(found.rows.map(one => [`${one.userId} ${one.jointCategoryId}`, one]));
  return changes.map(({ key, values, row }) => {
    const { profScore = null, profRank = null } = row;
    const own = of.get(`${row.userId} ${row.jointCategoryId}`);
    const chosen = key === undefined || values.userId !== undefined || values.jointCategoryId !== undefined;
    if (!own || !chosen) return {};
    return {
      values: {
        profScore: profScore === null || sameScore(profScore, own.firstScore) ? own.profScore : profScore,
        profRank: profRank === null || profRank === own.firstRank ? own.profRank : profRank,
      },
    };
  });
}

/** Server side of the voluntary lists: their numbers, and the calls of the editor. */
export const voluntaryListServer = defineServer(voluntaryList, {
  routes: voluntaryRoutes,
  reads: ['userId', 'jointCategoryId', 'profScore', 'profRank'],
  before: professionalScores,
  async beforeInsert(db, rows) {
    const numbers = await nextValues(db, sql`'t_voluntary_list_no'`, rows.length);
    for (const [index, row] of rows.entries()) {
      const year = String(row.dataYear ?? 0).slice(-2);
      const province = String(row.provinceId ?? 0).slice(0, 2);
      row.listNo = `ZY${year}${province}${String(numbers[index]).padStart(6, '0')}`;
    }
  },
});
