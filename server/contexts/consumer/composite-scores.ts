import { anyProgramme, type ChanceWorld, chanceOf } from '@yikao/model/contexts/admission/rules/chance.ts';
import type { registry } from '@yikao/model/contexts/datasets.ts';
import { aos as aosCodes } from '@yikao/model/contexts/shared/shared.codes.ts';
import { halfUp2 } from '@yikao/model/rules/money.ts';
import { sql } from 'kysely';
import type { Engine } from '../../engine/engine.ts';
import type { Filling } from '../../engine/search/fill.ts';
import type { Columns } from '../../engine/table/columns.ts';
import type { Db } from '../../engine/table/sql.ts';
import { transact } from '../../engine/write/transaction.ts';
import { loadChanceWorld } from '../admission/prediction/chance-world.ts';

/** The parts of a candidate used for the composite score: scores as decimals. */
export interface Scored {
  readonly dataYear?: number | null;
  readonly provinceId?: number | null;
  readonly jointCategoryId?: number | null;
  readonly aos?: number | null;
  readonly cultureScore?: string | null;
  readonly profScore?: string | null;
  readonly englishScore?: string | null;
  readonly chineseScore?: string | null;
}

/** A composite score, and whether it uses the default formula, which nobody has confirmed (0.7, 4). */
export interface Composite {
  readonly compositeScore: string | null;
  readonly compositeProvisional: 0 | 1;
}

const none: Composite = { compositeScore: null, compositeProvisional: 0 };

/** The batch used for a category: that of its first undergraduate line; 0 without one. */
function usualBatch({ lines }: ChanceWorld, aos: number): number {
  const own = lines.filter(line => line.aos === aos || line.aos === aosCodes.is.undivided);
  return own.toSorted((one, other) => one.diploma - other.diploma || one.batch - other.batch)[0]?.batch ?? 0;
}

/**
 * The composite scores of candidates by the formulas of their province, year and category (domain E1, 4.7), in their order.
 * Lines and formulas are read once for each category.
 */
export async function compositesOf(db: Db, people: readonly Scored[]): Promise<Composite[]> {
  const worlds = new Map<string, Promise<ChanceWorld>>();
  const found: Composite[] = [];
  for (const { dataYear, provinceId, jointCategoryId, aos, ...scores } of people) {
    if (!dataYear || !provinceId || !jointCategoryId || !aos || (!scores.cultureScore && !scores.profScore)) {
      found.push(none);
      continue;
    }
    const key = { dataYear, provinceId, jointCategoryId, aos };
    const name = Object.values(key).join();
    const loading = worlds.get(name) ?? loadChanceWorld(db, key, []);
    worlds.set(name, loading);
    const world = await loading;
    const { cultureScore, profScore, englishScore, chineseScore } = scores;
    const chance = chanceOf(world, anyProgramme({ jointCategoryId, aos, batch: usualBatch(world, aos) }), {
      ...{ cultureScore: cultureScore ?? null, profScore: profScore ?? null },
      ...{ englishScore: englishScore ?? null, chineseScore: chineseScore ?? null },
    });
    const { provisional } = chance;
    // Rounded as the column rounds it, so that an equal score is no change.
    const compositeScore = chance.compositeScore === null ? null : halfUp2(chance.compositeScore);
    found.push({ compositeScore, compositeProvisional: compositeScore !== null && provisional ? 1 : 0 });
  }
  return found;
}

/** Candidates per statement. */
const chunk = 2_000;

/** A candidate with the composite score of the row. */
interface Standing extends Scored, Columns<typeof registry.wishUser, 'userId'> {
  readonly was: string | null;
  readonly provisional: number;
}

const standing = sql`
  u.user_id, u.data_year, u.province_id, u.joint_category_id, u.aos, u.culture_score, u.prof_score,
  u.english_score, u.chinese_score, u.composite_score as was, u.composite_provisional as provisional`;

/** Writes the composite scores that differ from the stored ones: neither history nor version tells of it. */
async function keepComposites(db: Db, people: readonly Standing[]): Promise<void> {
  const scores = await compositesOf(db, people);
  const changed = people.flatMap(({ userId, was, provisional }, at) => {
    const now = scores[at] ?? none;
    const same = was === now.compositeScore && provisional === now.compositeProvisional;
    return same ? [] : [{ userId, ...now }];
  });
  if (changed.length === 0) return;
  await sql`
    update t_wish_user as u set composite_score = r.score, composite_provisional = r.provisional
    from unnest(${changed.map(({ userId }) => userId)}::bigint[],
      ${changed.map(({ compositeScore }) => compositeScore)}::numeric[],
      ${changed.map(({ compositeProvisional }) => compositeProvisional)}::smallint[]) as r(key, score, provisional)
    where u.user_id = r.key`.execute(db);
}

/**
 * Recalculates composite scores of candidates after a change to a formula or line of these years and provinces. The
 * scores are derived and this is not an edit: neither history nor version records it.
 */
export async function renewComposites(
  db: Db,
  of: readonly { readonly dataYear: number; readonly provinceId: number }[],
): Promise<void> {
  const pairs = [...new Map(of.map(one => [`${one.dataYear} ${one.provinceId}`, one])).values()];
  let after = 0;
  for (;;) {
    const { rows: people } = await sql<Standing>`
      select ${standing}
      from t_wish_user as u join unnest(${pairs.map(({ dataYear }) => dataYear)}::integer[],
        ${pairs.map(({ provinceId }) => provinceId)}::bigint[]) as p(year, province)
        on u.data_year = p.year and u.province_id = p.province
      where u.user_id > ${after} and not u.deleted order by u.user_id limit ${chunk}`.execute(db);
    await keepComposites(db, people);
    after = people.at(-1)?.userId ?? after;
    if (people.length < chunk) return;
  }
}

/**
 * Works out the composite scores of candidates that were there before the product knew any; gives how many there were.
 * Several nodes may do so at once, none takes what another one has. `goesOn` ends it between two chunks.
 */
async function fillComposites({ db }: Pick<Engine, 'db'>, goesOn: () => boolean): Promise<number> {
  let filled = 0;
  for (let taken = chunk; taken === chunk && goesOn(); filled += taken) {
    taken = await transact(db, async within => {
      const pending = await sql<Columns<typeof registry.wishUser, 'userId'>>`
        delete from t_composite_pending where user_id in (
          select user_id from t_composite_pending order by user_id limit ${chunk} for update skip locked)
        returning user_id`.execute(within);
      const keys = pending.rows.map(({ userId }) => userId);
      const { rows: people } = await sql<Standing>`
        select ${standing} from t_wish_user as u where u.user_id = any(${keys}::bigint[])
        order by u.user_id for no key update`.execute(within);
      await keepComposites(within, people);
      return keys.length;
    });
  }
  return filled;
}

/** The composite scores that candidates of before lack. */
export const compositeFilling: Filling = {
  fill: fillComposites,
  done: 'Worked out the composite scores of candidates of before',
};
